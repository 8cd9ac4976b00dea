import { Suspense, useState } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Link, useLocation, useParams, useSearchParams } from "react-router-dom";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getJudging, listJudgedEntries, type EntryEvent } from "@conquest/shared/contracts/judging/judging";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { pluralize } from "@conquest/shared/ui/format/text";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { ContestFacts, ContestTabs } from "@conquest/shared/ui/contest/contest-tabs";
import { JudgesPanel } from "./judges/judges-panel";
import { useEntryFilters } from "./judging/entry-filters";
import { JudgingRoom } from "./judging/judging-room";
import { JudgingOver, judgingClosedReason } from "./judging/over/judging-closed";
import type { Props as NoEntriesProps } from "./no-entries";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { Note } from "@conquest/shared/ui/note";
import { UserText } from "@conquest/shared/ui/format/user-text";

/** Loaded on demand: most contests opened for judging have entries. */
const NoEntries = lazyComponent<NoEntriesProps>(() => import(/* webpackChunkName: "no-entries" */ "./no-entries"));

const LOADING = <SkeletonRows label="Loading the entries" />;

export default function ContestEntriesPage() {
  const { id = "" } = useParams();
  const { role } = useAccount();
  const contest = useQuery(query(getContestDetails, { params: { id } }));
  const judging = useQuery(query(getJudging, { params: { contestId: id } }));
  // Requested in parallel: the room needs it as soon as it is rendered.
  const entries = useInfiniteQuery(
    pages(listJudgedEntries, { params: { contestId: id }, query: useEntryFilters().sought }),
  );
  // Co-judges reach the same room from their own page.
  const isOnJudgingPage = useLocation().pathname.startsWith("/dashboard/judging/");
  const listPage =
    role === "admin" && !contest.data?.viewer?.isOwner
      ? { to: "/dashboard/manage_contests", name: "Manage Contests" }
      : { to: "/dashboard/my_created_contests", name: "My Created Contests" };
  const isEntryOpen = useSearchParams()[0].has("entry");
  const back = isOnJudgingPage ? { to: "/dashboard/judging", name: "Judging" } : listPage;
  // Shown first while there are no entries, afterwards below them.
  const areJudgesFirst = contest.data?.phase === "open" && !judging.data?.entryCount;
  const judges = ({ viewer, phase, participantCount }: ContestDetails) =>
    viewer?.isOwner && (
      // Phones show either the list or one entry.
      <div className={isEntryOpen ? "dc:my-6 dc:max-lg:hidden" : "dc:my-6"}>
        <JudgesPanel contestId={id} phase={phase} isUnjoined={phase !== "open" && participantCount === 0} />
      </div>
    );
  const closedReason = judgingClosedReason(judging.error);
  // A cancelled or hidden contest is not visible to judges who have not joined it.
  if (closedReason && !contest.data) {
    return (
      <>
        <PageHeading title="Judging" />
        <JudgingOver why={closedReason} />
      </>
    );
  }
  return (
    <>
      <Link to={back.to} className="cq-link dc:mb-4 dc:inline-flex dc:items-center dc:gap-1">
        <ArrowLeft aria-hidden="true" size={16} /> {back.name}
      </Link>
      <QueryView
        key={id}
        query={contest}
        skeleton={
          <>
            <PageHeading title="Entries" />
            <SkeletonRows label="Loading the contest" />
          </>
        }>
        {(details) => (
          <>
            <title>{`Entries: ${details.name} | Conquest`}</title>
            <PageHeading
              title={<span dir="auto">{details.name}</span>}
              subtitle={!contest.isError && <ContestFacts contest={details} />}
            />
            {!isOnJudgingPage && (
              <div className={isEntryOpen ? "dc:max-lg:hidden" : undefined}>
                <ContestTabs contest={details} current="Entries" />
              </div>
            )}
            {/* The judges wait for the content above, which would push them down. */}
            {details.may.readEntries.isAllowed && judging.data && !closedReason && (
              <div className={isEntryOpen ? "dc:mb-6 dc:max-lg:hidden" : "dc:mb-6"}>
                <StateNote contest={details} judging={judging.data} />
              </div>
            )}
            {judging.data?.events && <EntryEvents events={judging.data.events} counts={judging.data.eventCounts} />}
            {areJudgesFirst && !judging.isPending && judges(details)}
            {closedReason && !judging.data ? (
              <JudgingOver why={closedReason} />
            ) : details.viewer?.isJudge && !details.may.readEntries.isAllowed ? (
              <EmptyState title="Entries aren't available yet">
                <p>{details.may.readEntries.because}</p>
                <p>The deadline is {formatDateTime(details.deadline)}.</p>
              </EmptyState>
            ) : (
              <QueryView query={judging} skeleton={LOADING}>
                {({ entryCount }) =>
                  entryCount === 0 ? (
                    <Suspense fallback={LOADING}>
                      <NoEntries contest={details} contests={listPage} />
                    </Suspense>
                  ) : (
                    <JudgingRoom contest={details} />
                  )
                }
              </QueryView>
            )}
            {!areJudgesFirst && !judging.isPending && !entries.isPending && judges(details)}
          </>
        )}
      </QueryView>
    </>
  );
}

/** Kinds that this page doesn't know are left out. */
const EVENT_KINDS = ["withdrawn", "late"] as const;
const SENTENCES: Record<
  (typeof EVENT_KINDS)[number],
  { one: (when: string) => string; many: (count: string, when: string) => string }
> = {
  withdrawn: {
    one: (when) => `1 entry was withdrawn on ${when}.`,
    many: (count, when) => `${count} were withdrawn, the last on ${when}.`,
  },
  late: {
    one: (when) => `1 entry arrived after the deadline, on ${when}, and wasn't counted.`,
    many: (count, when) => `${count} arrived after the deadline, the last on ${when}, and weren't counted.`,
  },
};

interface EntryEventsProps {
  events: readonly EntryEvent[];
  /** Undefined from older servers, which list all events unless there are more than a hundred. */
  counts: ResponseOf<typeof getJudging>["eventCounts"];
}

/** Says how many entries were withdrawn or late, without their authors. */
function EntryEvents({ events, counts }: EntryEventsProps) {
  const sentences = EVENT_KINDS.flatMap((kind) => {
    const { one, many } = SENTENCES[kind];
    const ofKind = events.filter((event) => event.kind === kind);
    const last = ofKind.at(-1);
    if (!last) return [];
    const count = counts?.[kind] ?? ofKind.length;
    return [
      count === 1 ? one(formatDateTime(last.at)) : many(pluralize(count, "entry", "entries"), formatDateTime(last.at)),
    ];
  });
  return sentences.length > 0 && <p className="cq-hint dc:mb-6">{sentences.join(" ")}</p>;
}

interface Props {
  contest: ContestDetails;
  judging: ResponseOf<typeof getJudging>;
}

const AFTERWARDS = "We'll notify all participants, and each one sees your rating and feedback on their own entry.";

function StateNote({ contest, judging: { entryCount, ratedCount, areNamesHidden } }: Props) {
  const { phase, deadline, winnerDueAt, refundAt, amountDue, winner, participantCount } = contest;
  const { creator, may, cancelledAt, cancelReason, viewer, adminsChoose, nobodyCanWin } = contest;
  // Set on mount: hidden once judging has begun, but not removed while the user is judging.
  const [isBeginning] = useState(ratedCount === 0);
  if (winner) {
    return (
      <Note
        tone="success"
        title={
          <>
            <bdi>{winner.name || "Unnamed participant"}</bdi> won this contest
          </>
        }>
        {winner.note && <UserText>{winner.note}</UserText>}
        {contest.prize > 0 && <p>Payments and prizes are simulated on this site, so no prize is paid out.</p>}
      </Note>
    );
  }
  if (phase === "open") {
    return (
      <Note title="Entries are still coming in">
        You can pick a winner after the deadline, {formatDateTime(deadline)}. Participants can change their entries
        before that.
      </Note>
    );
  }
  if (cancelledAt) {
    return (
      <Note tone="warning" title={`This contest was cancelled on ${formatDateTime(cancelledAt)}`}>
        {cancelReason && (
          <p>
            Reason: <bdi>{cancelReason}</bdi>
          </p>
        )}
        <p>
          {amountDue > 0 && "Everyone who paid was refunded. "}
          {entryCount > 0 && areNamesHidden ? "There's no winner, so names stay hidden." : "There's no winner."}
        </p>
      </Note>
    );
  }
  if (participantCount === 0) return null;
  if (nobodyCanWin) {
    return (
      <Note tone="warning" title="No entry can win right now">
        Everyone who submitted was blocked or removed.{" "}
        {amountDue > 0
          ? `Unless an account is unblocked, all participants will be refunded on ${formatDateTime(refundAt)}.`
          : `Unless an account is unblocked, the contest will be cancelled on ${formatDateTime(refundAt)}.`}
      </Note>
    );
  }
  if (phase === "overdue") {
    return (
      <Note tone="warning" title="The winner is overdue">
        More than two weeks have passed since the deadline.{" "}
        {amountDue > 0
          ? `Without a winner, all participants will be refunded on ${formatDateTime(refundAt)}.`
          : `Without a winner, the contest will be cancelled on ${formatDateTime(refundAt)}.`}
      </Note>
    );
  }
  // Only admins can read entries this early without judging.
  if (!may.declareWinner.isAllowed && !viewer?.isJudge)
    return <Note title="You can't pick a winner yet">{may.declareWinner.because}</Note>;
  if (adminsChoose && entryCount > 0) {
    return (
      <Note tone="warning" title="You can pick the winner">
        The creator is blocked, so an admin picks the winner. It's due on {formatDateTime(winnerDueAt)}. {AFTERWARDS}
      </Note>
    );
  }
  if (!isBeginning) return null;
  if (may.declareWinner.isAllowed && entryCount > 0)
    return <Note title="Time to pick a winner">Read and rate the entries, then pick one. {AFTERWARDS}</Note>;
  if (may.rateEntries.isAllowed) {
    return (
      <Note title="Time to rate the entries">
        <bdi>{creator.name || "The creator"}</bdi> sees your ratings and feedback and picks the winner. After that, each
        participant sees yours on their own entry, with your name.
      </Note>
    );
  }
  return null;
}
