import { useState } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Link, useLocation, useParams, useSearchParams } from "react-router-dom";
import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getJudging, listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { ButtonLink } from "@conquest/shared/ui/button";
import { OffShowBadge, PhaseBadge } from "@conquest/shared/ui/contest/badges";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { formatTaka } from "@conquest/shared/ui/words/money";
import { Note } from "@conquest/shared/ui/note";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { counted } from "@conquest/shared/ui/words/text";
import { formatDateTime } from "@conquest/shared/ui/words/time";
import { UserText } from "@conquest/shared/ui/words/user-text";
import { authorName } from "./author-name";
import { JudgesPanel } from "./judges/judges-panel";
import { useEntryFilters } from "./judging/entry-filters";
import { JudgingRoom } from "./judging/judging-room";
import { JudgingOver, whyOver } from "./judging/over/why-over";

export default function ContestEntriesPage() {
  const { id = "" } = useParams();
  const { role } = useAccount();
  const contest = useQuery(query(getContestDetails, { params: { id } }));
  const judging = useQuery(query(getJudging, { params: { contestId: id } }));
  // Asked for with the others: the room needs it as soon as it is there.
  const entries = useInfiniteQuery(pages(listJudgedEntries, { params: { contestId: id }, query: useEntryFilters().sought }));
  // The same room, which whoever judges for somebody else comes to from a page of their own.
  const isOnJudgingPage = useLocation().pathname.startsWith("/dashboard/judging/");
  const isOthers = role === "admin" && !contest.data?.viewer?.isOwner;
  const ofRole = isOthers ? { to: "/dashboard/manage_contests", name: "Manage Contests" } : { to: "/dashboard/contest_submitted", name: "My Submitted Contests" };
  const isEntryOpen = useSearchParams()[0].has("entry");
  const back = isOnJudgingPage ? { to: "/dashboard/judging", name: "Judging" } : ofRole;
  // Before there is anything to read they come first, and then after it.
  const judges = ({ viewer, phase, participantCount }: ContestDetails) =>
    viewer?.isOwner && (
      // A phone shows the list, or one entry.
      <div className={isEntryOpen ? "dc:my-6 dc:max-lg:hidden" : "dc:my-6"}>
        <JudgesPanel contestId={id} phase={phase} isUnjoined={phase !== "open" && participantCount === 0} />
      </div>
    );
  const over = whyOver(judging.error);
  // What was cancelled or is hidden is nobody's to see who did not join.
  if (over && !contest.data) {
    return (
      <>
        <PageHeading title="Judging" />
        <JudgingOver why={over} />
      </>
    );
  }
  return (
    <>
      <Link to={back.to} className="cq-link dc:mb-4 dc:inline-flex dc:items-center dc:gap-1">
        <ArrowLeft aria-hidden="true" size={16} /> {back.name}
      </Link>
      <QueryView key={id} query={contest} skeleton={<><PageHeading title="Entries" /><SkeletonRows label="Loading the contest" /></>}>
        {(details) => (
          <>
            <title>{`Entries: ${details.name} | Conquest`}</title>
            <PageHeading
              title={<span dir="auto">{details.name}</span>}
              badge={
                !contest.isError && (
                  <span className="cq-badges">
                    <PhaseBadge {...details} />
                    <OffShowBadge {...details} />
                  </span>
                )
              }
              // Once it is cancelled everybody has given their place back, and their entries stay.
              subtitle={`Prize ${formatTaka(details.prize)}${details.cancelledAt ? "" : ` · ${counted(details.participantCount, "person", "people")} joined`}`}
              actions={
                !isOnJudgingPage && (
                  <ButtonLink to={`/dashboard/contest_progress/${id}`} size="sm" variant="secondary">
                    Progress and downloads
                  </ButtonLink>
                )
              }
            />
            {/* Judges come not before what stands above them: it would push them down. */}
            {details.may.readEntries.isAllowed && judging.data && !over && <State contest={details} judging={judging.data} />}
            {details.phase === "open" && !judging.isPending && judges(details)}
            {over && !judging.data ? (
              <JudgingOver why={over} />
            ) : details.viewer?.isJudge && !details.may.readEntries.isAllowed ? (
              <EmptyState title="Not yet to be read">
                <p>{details.may.readEntries.because}</p>
                <p>The deadline is {formatDateTime(details.deadline)}.</p>
              </EmptyState>
            ) : (
              <QueryView query={judging} skeleton={<SkeletonRows label="Loading the entries" />}>
                {({ entryCount }) =>
                  entryCount === 0 ? (
                    <NoEntries contest={details} contests={isOthers ? ofRole : { to: "/dashboard/my_created_contests", name: "My Created Contests" }} />
                  ) : (
                    <JudgingRoom contest={details} />
                  )
                }
              </QueryView>
            )}
            {details.phase !== "open" && !judging.isPending && !entries.isPending && judges(details)}
          </>
        )}
      </QueryView>
    </>
  );
}

/** `contests` is the list in which the contest can be cancelled, and by its owner be given a later deadline. */
function NoEntries({ contest: { phase, may, amountDue, participantCount }, contests }: { contest: ContestDetails; contests: { to: string; name: string } }) {
  if (phase !== "judging" && phase !== "overdue") {
    return (
      <EmptyState title={phase === "open" ? "No entries yet" : "No entries"}>
        <p>{phase === "open" ? "People can hand in until the deadline." : "Nobody has handed in an entry."}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No entries">
      <p>{participantCount > 0 ? "Nobody handed in an entry" : "Nobody joined"} before the deadline, so there is nobody to choose.</p>
      {may.remove.isAllowed && (
        <p>
          {may.edit.isAllowed && participantCount === 0 && "With a later deadline it opens again; otherwise it is cancelled. "}
          You can {may.edit.isAllowed && participantCount === 0 && "move the deadline or "}{may.remove.how} the contest under{" "}
          <Link to={contests.to} className="cq-link">
            {contests.name}
          </Link>
          {may.remove.how === "cancel" && participantCount > 0 && amountDue > 0 && ": everyone who paid is refunded"}.
        </p>
      )}
    </EmptyState>
  );
}

interface StateProps {
  contest: ContestDetails;
  judging: ResponseOf<typeof getJudging>;
}

function State({ contest: { phase, deadline, winnerDueAt, refundAt, amountDue, winner, participantCount, creator, may, cancelledAt, cancelReason, viewer, adminsChoose, nobodyCanWin }, judging: { entryCount, ratedCount, areNamesHidden } }: StateProps) {
  // Whoever has begun knows what there is to do, and it does not go under their hands.
  const [isBeginning] = useState(ratedCount === 0);
  const said = () => {
    if (winner) {
      return (
        <Note tone="success" title={<><bdi>{authorName(winner.name)}</bdi> won this contest</>}>
          {winner.note && <UserText>{winner.note}</UserText>}
        </Note>
      );
    }
    if (phase === "open") {
      return <Note title="Entries are still coming in">You can choose the winner after the deadline, {formatDateTime(deadline)}. Until then people may change their entry.</Note>;
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
            {amountDue > 0 ? "Everyone who had paid was refunded. No winner is chosen" : "No winner is chosen"}
            {entryCount > 0 && areNamesHidden ? ", so the names of those who handed in stay hidden." : "."}
          </p>
        </Note>
      );
    }
    if (participantCount === 0) return null;
    if (nobodyCanWin) {
      return (
        <Note tone="warning" title="No entry can win at the moment">
          Everybody who handed in was blocked or removed. Unless an account is unblocked, {amountDue > 0 ? "everybody is refunded" : "the contest is cancelled"} on {formatDateTime(refundAt)}.
        </Note>
      );
    }
    if (phase === "overdue") {
      return (
        <Note tone="warning" title="The winner is overdue">
          The people who took part have waited more than two weeks since the deadline. Without a winner, {amountDue > 0 ? "everybody is refunded" : "the contest is cancelled"} on {formatDateTime(refundAt)}.
        </Note>
      );
    }
    // Of the others nobody reads them so early.
    if (!may.declareWinner.isAllowed && !viewer?.isJudge) return <Note title="Not yet yours to choose">{may.declareWinner.because}</Note>;
    if (adminsChoose && entryCount > 0) {
      return (
        <Note tone="warning" title="You may choose the winner">
          The creator is blocked, so admins choose. The winner is due on {formatDateTime(winnerDueAt)}. Everyone who took part is told, and every author reads what you said of their entry.
        </Note>
      );
    }
    if (!isBeginning) return null;
    if (may.declareWinner.isAllowed && entryCount > 0) return <Note title="Time to choose a winner">Read and rate the entries, and choose one. Everyone who took part is told, and every author reads what you said of their entry.</Note>;
    if (may.rateEntries.isAllowed) {
      return (
        <Note title="Time to rate the entries">
          <bdi>{creator.name || "The creator"}</bdi> reads what you say and chooses the winner. From then on every author reads your rating of their entry and your word, with your name.
        </Note>
      );
    }
    return null;
  };
  return <div className="dc:mb-6">{said()}</div>;
}

