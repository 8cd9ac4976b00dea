import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { AUDIT_ACTIONS, SYSTEM, exportAudit, listAudit, type AuditEntry } from "@conquest/shared/contracts/audit";
import { listUsers } from "@conquest/shared/contracts/users";
import { msg } from "@conquest/shared/contracts/text/message";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { FilterBar, useFilters } from "@conquest/shared/ui/list/filter-bar";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { truncate } from "@conquest/shared/ui/format/text";
import { useAuditColumns, ACTION_LABELS } from "./audit-columns";
import { DenseTable, ExportLink } from "../log-cells";
import { periodFilter } from "../period";

const actChoice = () => ({
  name: "act",
  label: t("Event"),
  options: [
    { value: "", label: t("All events") },
    ...AUDIT_ACTIONS.map((act) => ({ value: act, label: t(ACTION_LABELS[act].words) })),
  ],
});

const sortChoice = () => ({
  name: "sort",
  label: t("Order"),
  options: [
    { value: "", label: t("Newest first") },
    { value: "oldest", label: t("Oldest first") },
  ],
});

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
    ...(contest ? [chip("contest", firstEntry?.contest?.name)] : []),
    ...(person ? [chip("person", firstEntry?.person && nameOf(firstEntry.person))] : []),
    // Former admins are not listed in the select.
    ...(actor && !actors.some(({ value }) => value === actor)
      ? [chip("actor", firstEntry?.by.person && nameOf(firstEntry.by.person))]
      : []),
  ];
  return (
    <ListPage
      title={t("Audit log")}
      subtitle={
        <T
          text="Who did what, when and why: admins, creators, judges and the system. Records can't be edited. Payments are in the <a>Ledger</a>, releases in the history of each module."
          a={<Link to="/dashboard/ledger" className="cq-link" />}
        />
      }
      actions={<ExportLink of={exportAudit} query={filterQuery} />}
      unit={[t("event"), t("events")]}
      list={entries}
      rowKey={({ _id }) => _id}
      // Entries never move, so new ones can be inserted at once.
      visitKey={String(entries.dataUpdatedAt)}
      filter={{
        bar: (
          <FilterBar
            searchLabel={t("Contest, name or email")}
            choices={[
              actChoice(),
              { name: "actor", label: t("Admin or system"), options: [{ value: "", label: t("Anyone") }, ...actors] },
              ...period.choices,
              sortChoice(),
            ]}
            active={active}
          />
        ),
        isFiltered,
        clear,
        nothing: t("No events match"),
        // Entries store no names, so deleted subjects cannot be found by name.
        advice: q && <p>{t("To find a deleted contest, search for its ID or filter by the user who deleted it.")}</p>,
        all: t("Show all events"),
      }}
      skeleton={<SkeletonRows label={t("Loading events")} />}
      empty={
        <EmptyState title={t("No events yet")}>
          <p>
            {t("Approvals, extensions, cancellations, exports, blocks, removals and role changes are logged here.")}
          </p>
        </EmptyState>
      }>
      {(rows) => (
        <DenseTable
          caption={t("Audit log")}
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          widths="da:[&_th:nth-child(1)]:@min-[52rem]/cq-table:w-[26%] da:[&_th:nth-child(2)]:@min-[52rem]/cq-table:w-[22%] da:[&_th:nth-child(3)]:@min-[52rem]/cq-table:w-[18%] da:[&_th:nth-child(4)]:@min-[52rem]/cq-table:w-[13%]"
          isWide
        />
      )}
    </ListPage>
  );
}

const nameOf = ({ name, email }: NonNullable<AuditEntry["person"]>) => name || email || t("Unnamed user");

const CHIPS = {
  contest: { named: msg("Contest: {name}"), unnamed: msg("One contest") },
  person: { named: msg("User: {name}"), unnamed: msg("One user") },
  actor: { named: msg("By: {name}"), unnamed: msg("One actor") },
};
const chip = (name: keyof typeof CHIPS, subject: string | null | undefined) => ({
  name,
  label: subject ? t(CHIPS[name].named, { name: truncate(subject, MAX_CHIP_LENGTH) }) : t(CHIPS[name].unnamed),
});

function useActors(): { value: string; label: string }[] {
  const admins = useQuery(query(listUsers, { query: { role: "admin", limit: 100 } }));
  return [
    ...(admins.data ?? []).map(({ _id, name, email }) => ({ value: _id, label: name || email })),
    { value: SYSTEM, label: t("System") },
  ];
}
