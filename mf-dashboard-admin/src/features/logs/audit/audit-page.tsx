import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { AUDIT_ACTIONS, SYSTEM, listAudit, type AuditEntry } from "@conquest/shared/contracts/audit";
import { listUsers } from "@conquest/shared/contracts/users";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { DataTable, SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { FilterBar, useFilters, type FilterControl } from "@conquest/shared/ui/list/filter-bar";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { truncate } from "@conquest/shared/ui/format/text";
import { useAuditColumns, ACTION_LABELS } from "./audit-columns";
import { useState } from "react";
import { TextField } from "@conquest/shared/ui/form/text-field";

const ACT = {
  name: "act",
  label: "What",
  options: [
    { value: "", label: "Everything" },
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
  const filterQuery = {
    ...(isFiltered
      ? { q, act, actor, contest, person, since: startOfDay(values.since), until: startOfDay(values.until, 1) }
      : {}),
    ...(order === "oldest" && { sort: "oldest" as const }),
  };
  const entries = useInfiniteQuery(pages(listAudit, { query: filterQuery }));
  const columns = useAuditColumns();
  const isReversed = values.since !== undefined && values.until !== undefined && values.until < values.since;
  const days = [
    { name: "since", label: "First day", field: DayField },
    {
      name: "until",
      label: "Last day",
      field: DayField,
      error: isReversed ? "This is before the first day" : undefined,
    },
  ];
  const actors = useActors();
  // Every entry contains the name of the filtered subject.
  const firstEntry = entries.data?.pages[0]?.items[0];
  const active = [
    ...(contest ? [chip("contest", "Contest", firstEntry?.contest?.name ?? undefined)] : []),
    ...(person ? [chip("person", "Person", firstEntry?.person ? nameOf(firstEntry.person) : undefined)] : []),
    // Former admins are not listed in the select.
    ...(actor && !actors.some(({ value }) => value === actor)
      ? [chip("actor", "By", firstEntry?.by.person ? nameOf(firstEntry.by.person) : undefined)]
      : []),
  ];
  return (
    <ListPage
      title="Audit Trail"
      subtitle={
        <>
          Who did what to people and contests, when and why: admins, creators, judges and the site itself. What is
          written here is never changed. Payments are in the{" "}
          <Link to="/dashboard/ledger" className="cq-link">
            Ledger
          </Link>
          , releases in the history of their parts.
        </>
      }
      unit={["act", "acts"]}
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
              { name: "actor", label: "By", options: [{ value: "", label: "Anybody" }, ...actors] },
              ...days,
              SORT,
            ]}
            active={active}
          />
        ),
        isFiltered,
        clear,
        nothing: "No acts match",
        // Entries store no names, so deleted subjects cannot be found by name.
        advice: q && <p>A contest that was deleted is found by its id, or by whoever did it.</p>,
        all: "Show all acts",
      }}
      skeleton={<SkeletonRows label="Loading the acts" />}
      empty={
        <EmptyState title="Nothing was done yet">
          <p>
            Here is written who confirms, extends, cancels, exports, blocks, removes or gives a role, from the first
            time on that somebody does.
          </p>
        </EmptyState>
      }>
      {(rows) => (
        <DataTable caption="Acts of the audit trail" columns={columns} rows={rows} rowKey={({ _id }) => _id} isWide />
      )}
    </ListPage>
  );
}

const nameOf = ({ name, email }: NonNullable<AuditEntry["person"]>) => name || email || "No name";
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
    { value: SYSTEM, label: "The site" },
  ];
}

/** While the year 2026 is typed, the value is 0002, 0020 and 0202 first. */
const isComplete = (day: string) => day === "" || (day >= "2000-01-01" && day < "9999");

function DayField({ value, onChange, ...rest }: FilterControl) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    // The URL changed, by Back or cleared filters.
    setLastValue(value);
    setTyped(value);
  }
  return (
    <TextField
      {...rest}
      type="date"
      value={typed}
      onChange={({ target: { value: day } }) => {
        setTyped(day);
        if (isComplete(day)) onChange(day);
      }}
    />
  );
}

/** Returns the start of the day in the viewer's time zone, `later` days on; undefined for invalid dates. */
function startOfDay(day: string | undefined, later = 0): string | undefined {
  const start = new Date(/^\d{4}-\d\d-\d\d$/.test(day ?? "") && isComplete(day!) ? `${day}T00:00` : NaN);
  // Date would turn 31 February into a day of March.
  if (start.getDate() !== Number(day?.slice(-2))) return undefined;
  // Adds calendar days, since days with a clock change have 23 or 25 hours.
  start.setDate(start.getDate() + later);
  return start.toISOString();
}
