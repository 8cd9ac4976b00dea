import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { AUDIT_ACTIONS, SYSTEM, exportAudit, listAudit, type AuditEntry } from "@conquest/shared/contracts/audit";
import { listUsers } from "@conquest/shared/contracts/users";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { FilterBar, useFilters } from "@conquest/shared/ui/list/filter-bar";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { truncate } from "@conquest/shared/ui/format/text";
import { useAuditColumns, ACTION_LABELS } from "./audit-columns";
import { DenseTable, ExportLink } from "../log-cells";
import { periodFilter } from "../period";

const ACT = {
  name: "act",
  label: "Event",
  options: [
    { value: "", label: "All events" },
    ...AUDIT_ACTIONS.map((act) => ({ value: act, label: ACTION_LABELS[act].words })),
  ],
};

const SORT = {
  name: "sort",
  label: "Order",
  options: [
    { value: "", label: "Newest first" },
    { value: "oldest", label: "Oldest first" },
  ],
};

const MAX_CHIP_LENGTH = 24;

export default function AuditPage() {
  const { values, isFiltered, clear } = useFilters("q", "act", "actor", "contest", "person", "since", "until");
  const order = useFilters("sort").values.sort;
  const { q, actor, contest, person } = values;
  const act = AUDIT_ACTIONS.find((each) => each === values.act);
  const period = periodFilter(values);
  const filterQuery = {
    ...(isFiltered && { q, act, actor, contest, person, ...period.query }),
    ...(order === "oldest" && { sort: "oldest" as const }),
  };
  const entries = useInfiniteQuery(pages(listAudit, { query: filterQuery }));
  const columns = useAuditColumns();
  const actors = useActors();
  // Every entry contains the name of the filtered subject.
  const firstEntry = entries.data?.pages[0]?.items[0];
  const active = [
    ...(contest ? [chip("contest", "Contest", firstEntry?.contest?.name ?? undefined)] : []),
    ...(person ? [chip("person", "User", firstEntry?.person ? nameOf(firstEntry.person) : undefined)] : []),
    // Former admins are not listed in the select.
    ...(actor && !actors.some(({ value }) => value === actor)
      ? [chip("actor", "By", firstEntry?.by.person ? nameOf(firstEntry.by.person) : undefined)]
      : []),
  ];
  return (
    <ListPage
      title="Audit log"
      subtitle={
        <>
          Who did what, when and why: admins, creators, judges and the system. Records can&apos;t be edited. Payments
          are in the{" "}
          <Link to="/dashboard/ledger" className="cq-link">
            Ledger
          </Link>
          , releases in the history of each module.
        </>
      }
      actions={<ExportLink of={exportAudit} query={filterQuery} />}
      unit={["event", "events"]}
      list={entries}
      rowKey={({ _id }) => _id}
      // Entries never move, so new ones can be inserted at once.
      visitKey={String(entries.dataUpdatedAt)}
      filter={{
        bar: (
          <FilterBar
            searchLabel="Contest, name or email"
            choices={[
              ACT,
              { name: "actor", label: "Admin or system", options: [{ value: "", label: "Anyone" }, ...actors] },
              ...period.choices,
              SORT,
            ]}
            active={active}
          />
        ),
        isFiltered,
        clear,
        nothing: "No events match",
        // Entries store no names, so deleted subjects cannot be found by name.
        advice: q && <p>To find a deleted contest, search for its ID or filter by the user who deleted it.</p>,
        all: "Show all events",
      }}
      skeleton={<SkeletonRows label="Loading events" />}
      empty={
        <EmptyState title="No events yet">
          <p>Approvals, extensions, cancellations, exports, blocks, removals and role changes are logged here.</p>
        </EmptyState>
      }>
      {(rows) => (
        <DenseTable
          caption="Audit log"
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          widths="da:[&_th:nth-child(1)]:@min-[52rem]/cq-table:w-[30%] da:[&_th:nth-child(2)]:@min-[52rem]/cq-table:w-[19%] da:[&_th:nth-child(3)]:@min-[52rem]/cq-table:w-[19%] da:[&_th:nth-child(4)]:@min-[52rem]/cq-table:w-[18.5%]"
          isWide
        />
      )}
    </ListPage>
  );
}

const nameOf = ({ name, email }: NonNullable<AuditEntry["person"]>) => name || email || "Unnamed user";
const chip = (name: string, kind: string, subject: string | undefined) => ({
  name,
  label: subject
    ? `${kind}: ${truncate(subject, MAX_CHIP_LENGTH)}`
    : `One ${kind === "By" ? "actor" : kind.toLowerCase()}`,
});

function useActors(): { value: string; label: string }[] {
  const admins = useQuery(query(listUsers, { query: { role: "admin", limit: 100 } }));
  return [
    ...(admins.data ?? []).map(({ _id, name, email }) => ({ value: _id, label: name || email })),
    { value: SYSTEM, label: "System" },
  ];
}
