import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { Link } from "react-router-dom";
import type { MyContest } from "@conquest/shared/contracts/contests";
import { listMyContests } from "@conquest/shared/contracts/publishing";
import { pages } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { ButtonLink } from "@conquest/shared/ui/button";
import { NotPublicBadge, StateBadge } from "@conquest/shared/ui/contest/badges";
import { DeadlineText } from "@conquest/shared/ui/contest/deadline-text";
import { usePhaseFilter } from "@conquest/shared/ui/contest/phase-filter";
import { DataTable, SkeletonRows, type Column } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { ListPage } from "@conquest/shared/ui/list/list-page";
import { Money } from "@conquest/shared/ui/format/money";
import { pluralize } from "@conquest/shared/ui/format/text";
import { RelativeTime } from "@conquest/shared/ui/format/time";

export default function SubmittedContestsPage() {
  const { email, role } = useAccount();
  const { sought, ...filter } = usePhaseFilter("Search your contests");
  const contests = useInfiniteQuery(pages(listMyContests, { params: { email }, query: { ...sought, sort: "due" } }));
  return (
    <ListPage
      title="My Submitted Contests"
      subtitle="Read what people handed in, and choose the winner once the deadline has passed."
      list={contests}
      rowKey={({ _id }) => _id}
      filter={{ ...filter, nothing: "No contests match", all: "Clear filters" }}
      skeleton={<SkeletonRows label="Loading your contests" />}
      empty={
        <EmptyState
          title="No contests found"
          action={role === "creator" && <ButtonLink to="/dashboard/add_contest">Add your first contest</ButtonLink>}>
          <p>The entries to your contests are read and judged here.</p>
        </EmptyState>
      }>
      {(rows) => (
        <DataTable caption="My submitted contests" columns={COLUMNS} rows={rows} rowKey={({ _id }) => _id} isWide />
      )}
    </ListPage>
  );
}

const isWaitingForWinner = ({ may, entryCount }: MyContest) => may.declareWinner.isAllowed && entryCount > 0;

const COLUMNS: Column<MyContest>[] = [
  {
    key: "title",
    header: "Title",
    isRowHeader: true,
    cell: ({ _id, name }) => (
      <Link id={_id} dir="auto" className="cq-link" to={`/contest-details/${_id}`}>
        {name}
      </Link>
    ),
  },
  { key: "prize", header: "Prize", cell: ({ prize }) => <Money amount={prize} /> },
  {
    key: "status",
    header: "Status",
    cell: ({ status, phase, participantCount, hiddenAt, isPublic }) => (
      <span className="cq-badges">
        <StateBadge status={status} phase={phase} participantCount={participantCount} />
        <NotPublicBadge phase={phase} hiddenAt={hiddenAt} isPublic={isPublic} />
      </span>
    ),
  },
  {
    key: "deadline",
    header: "Deadline",
    cell: (contest) => (
      <span className="dc:block dc:min-w-36">
        <DeadlineText at={contest.deadline} phase={contest.phase} />
        {isWaitingForWinner(contest) && (
          <span className="dc:block dc:font-semibold">
            Winner {contest.phase === "overdue" ? "was due" : "due"} <RelativeTime at={contest.winnerDueAt} />
          </span>
        )}
      </span>
    ),
  },
  {
    key: "entries",
    header: "Entries",
    cell: (contest) => (
      <span className="dc:whitespace-nowrap">
        {pluralize(contest.entryCount, "entry", "entries")}
        {/* A cancelled contest has no participants left, but keeps its entries. */}
        {contest.phase !== "cancelled" && <span className="cq-hint dc:block">{contest.participantCount} joined</span>}
        {isWaitingForWinner(contest) && (
          <span className="dc:block">
            <span id={`rated-${contest._id}`} className="cq-hint">
              {contest.ratedCount} of {contest.entryCount} rated
            </span>
            <progress
              className="cq-progress dc:block"
              aria-labelledby={`rated-${contest._id}`}
              max={contest.entryCount}
              value={contest.ratedCount}
            />
          </span>
        )}
      </span>
    ),
  },
  { key: "actions", header: "Actions", isActions: true, cell: (contest) => <OpenEntries contest={contest} /> },
];

function OpenEntries({ contest }: { contest: MyContest }) {
  return (
    <ButtonLink
      to={`/dashboard/contest_submitted/${contest._id}`}
      size="sm"
      variant={isWaitingForWinner(contest) ? "primary" : "secondary"}
      aria-describedby={contest._id}>
      {isWaitingForWinner(contest) ? "Choose winner" : "Entries"}
      <ArrowRight aria-hidden="true" size={16} />
    </ButtonLink>
  );
}
