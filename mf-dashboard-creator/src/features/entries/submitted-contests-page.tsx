import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { Link } from "react-router-dom";
import { PHASES, phase as phaseField, type MyContest } from "@conquest/shared/contracts/contests";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { PhaseBadge, StatusBadge, phaseLabel } from "@conquest/shared/ui/contest/badges";
import { DeadlineText } from "@conquest/shared/ui/contest/deadline-text";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/data-table";
import { EmptyState } from "@conquest/shared/ui/empty-state";
import { FilterBar, useFilters } from "@conquest/shared/ui/filter-bar";
import { LoadMore } from "@conquest/shared/ui/load-more";
import { Money } from "@conquest/shared/ui/money";
import { PageHeading } from "@conquest/shared/ui/page-heading";
import { QueryView } from "@conquest/shared/ui/query-view";
import { counted } from "@conquest/shared/ui/text";
import { formatDateTime } from "@conquest/shared/ui/time";

export default function SubmittedContestsPage() {
  const { email } = useAccount();
  const { values, isFiltered, clear } = useFilters("q", "phase");
  const filters = { q: values.q, phase: phaseField.safeParse(values.phase).data };
  const contests = useInfiniteQuery(pages(listMyContests, { params: { email }, ...(isFiltered && { query: filters }) }));
  const isEmpty = !isFiltered && contests.data?.pages[0]?.items.length === 0;
  return (
    <>
      <PageHeading title="My Submitted Contests" subtitle="Read what people handed in, and choose the winner once the deadline has passed." />
      {!isEmpty && (
        <FilterBar
          searchLabel="Search your contests"
          choices={[
            {
              name: "phase",
              label: "Status",
              options: [{ value: "", label: "Every status" }, ...PHASES.map((phase) => ({ value: phase, label: phaseLabel(phase) }))],
            },
          ]}
        />
      )}
      <QueryView query={contests} skeleton={<SkeletonRows label="Loading your contests" />}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.items);
          if (isEmpty) {
            return (
              <EmptyState title="No contests found" action={<ButtonLink to="/dashboard/add_contest">Add your first contest</ButtonLink>}>
                <p>The entries to your contests are read and judged here.</p>
              </EmptyState>
            );
          }
          if (rows.length === 0) {
            return (
              <EmptyState
                title="No contests match"
                action={
                  <Button variant="secondary" onClick={clear}>
                    Clear filters
                  </Button>
                }
              >
                <p>None of your contests fits this search.</p>
              </EmptyState>
            );
          }
          return (
            <>
              <DataTable caption="My submitted contests" columns={COLUMNS} rows={rows} rowKey={({ _id }) => _id} />
              <LoadMore
                hasMore={contests.hasNextPage}
                isLoading={contests.isFetchingNextPage}
                onMore={() => void contests.fetchNextPage()}
                shown={rows.length}
                total={data.pages[0]?.total ?? rows.length}
              />
            </>
          );
        }}
      </QueryView>
    </>
  );
}

const COLUMNS: Column<MyContest>[] = [
  { key: "title", header: "Title", isRowHeader: true, cell: ({ _id, name }) => <Link id={_id} className="cq-link" to={`/contest-details/${_id}`}>{name}</Link> },
  { key: "prize", header: "Prize", cell: ({ prize }) => <Money amount={prize} /> },
  {
    key: "status",
    header: "Status",
    cell: ({ status, phase }) => (
      <span className="dc:inline-flex dc:flex-wrap dc:gap-1">
        <StatusBadge status={status} />
        {phase !== "open" && <PhaseBadge phase={phase} />}
      </span>
    ),
  },
  {
    key: "deadline",
    header: "Deadline",
    cell: ({ deadline, phase }) => (
      <span className="dc:block dc:min-w-36">
        {phase === "cancelled" ? <time dateTime={deadline}>{formatDateTime(deadline)}</time> : <DeadlineText at={deadline} />}
      </span>
    ),
  },
  {
    key: "entries",
    header: "Entries",
    cell: ({ entryCount, participantCount }) => (
      <span className="dc:whitespace-nowrap">
        {counted(entryCount, "entry", "entries")}
        <span className="cq-hint dc:block">{participantCount} joined</span>
      </span>
    ),
  },
  { key: "actions", header: "Actions", isActions: true, cell: (contest) => <OpenEntries contest={contest} /> },
];

function OpenEntries({ contest: { _id, phase, entryCount } }: { contest: MyContest }) {
  const isWaiting = (phase === "judging" || phase === "overdue") && entryCount > 0;
  return (
    <ButtonLink to={`/dashboard/contest_submitted/${_id}`} size="sm" variant={isWaiting ? "primary" : "secondary"} aria-describedby={_id}>
      {isWaiting ? "Choose winner" : "Entries"}
      <ArrowRight aria-hidden="true" size={16} />
    </ButtonLink>
  );
}
