import { useInfiniteQuery } from "@tanstack/react-query";
import { LEDGER_KINDS, listLedger } from "@conquest/shared/contracts/ledger";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { DataTable, SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { FilterBar, useFilters } from "@conquest/shared/ui/list/filter-bar";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { truncate } from "@conquest/shared/ui/format/text";
import { useLedgerColumns } from "./ledger-columns";
import { LedgerSums } from "./ledger-sums";

const KIND = {
  name: "kind",
  label: "Show",
  options: [
    { value: "", label: "Payments and refunds" },
    { value: "payment", label: "Payments" },
    { value: "refund", label: "Refunds" },
  ],
};

const MAX_CHIP_LENGTH = 24;

export default function LedgerPage() {
  const { values, isFiltered, clear } = useFilters("q", "kind", "contest", "person");
  const { q, contest, person } = values;
  const kind = LEDGER_KINDS.find((each) => each === values.kind);
  const entries = useInfiniteQuery(pages(listLedger, { query: isFiltered ? { q, kind, contest, person } : {} }));
  const columns = useLedgerColumns();
  const firstEntry = entries.data?.pages[0]?.items[0];
  const active = [
    ...(contest
      ? [
          {
            name: "contest",
            label: firstEntry ? `Contest: ${truncate(firstEntry.contest.name, MAX_CHIP_LENGTH)}` : "One contest",
          },
        ]
      : []),
    ...(person
      ? [
          {
            name: "person",
            label: firstEntry
              ? `Person: ${truncate(firstEntry.person.name || "No name", MAX_CHIP_LENGTH)}`
              : "One person",
          },
        ]
      : []),
  ];
  return (
    <ListPage
      title="Ledger"
      subtitle="Every payment and every refund. What is written here is never changed."
      above={<LedgerSums />}
      unit={["entry", "entries"]}
      list={entries}
      rowKey={({ _id }) => _id}
      // Entries never move, so new ones can be inserted at the top at once.
      visitKey={String(entries.dataUpdatedAt)}
      filter={{
        bar: <FilterBar searchLabel="Contest, name or email" choices={[KIND]} active={active} />,
        isFiltered,
        clear,
        nothing: "No entries match",
        all: "Show all entries",
      }}
      skeleton={<SkeletonRows label="Loading the entries" />}
      empty={
        <EmptyState title="Nobody has paid yet">
          <p>Every payment is written here as soon as somebody joins a contest that costs something.</p>
        </EmptyState>
      }>
      {(rows) => <DataTable caption="Entries of the ledger" columns={columns} rows={rows} rowKey={({ _id }) => _id} />}
    </ListPage>
  );
}
