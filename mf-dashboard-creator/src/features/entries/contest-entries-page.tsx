import { Suspense, useState } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Link, useLocation, useParams, useSearchParams } from "react-router-dom";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import {
  getJudgedEntry,
  getJudging,
  listJudgedEntries,
  type EntryEvent,
} from "@conquest/shared/contracts/judging/judging";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { msg, T, t } from "@conquest/shared/singletons/language";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { langOf } from "@conquest/shared/ui/format/lang-of";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
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

const Loading = () => <SkeletonRows label={t("Loading the entries")} />;

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
      ? { to: "/dashboard/manage_contests", name: t("Manage Contests") }
      : { to: "/dashboard/my_created_contests", name: t("My Created Contests") };
  const requestedId = useSearchParams()[0].get("entry");
  const isEntryOpen = requestedId !== null;
  const openId = requestedId ?? entries.data?.pages[0]?.items[0]?._id;
  const entry = useQuery({
    ...query(getJudgedEntry, { params: { contestId: id, entryId: openId ?? "" } }),
    enabled: openId !== undefined,
  });
  const hasContent = !judging.isPending && !entries.isPending && (openId === undefined || !entry.isPending);
  // Once shown, the judges stay while another entry loads.
  const [areJudgesReady, setJudgesReady] = useState(false);
  if (hasContent && !areJudgesReady) setJudgesReady(true);
  const back = isOnJudgingPage ? { to: "/dashboard/judging", name: t("Judging") } : listPage;
  // Shown first while there are no entries, afterwards below them.
  const areJudgesFirst = contest.data?.phase === "open" && !judging.data?.entryCount;
  const judges = (details: ContestDetails) =>
    details.viewer?.isOwner && (
      // Phones show either the list or one entry.
      <div className={isEntryOpen ? "dc:my-6 dc:max-lg:hidden" : "dc:my-6"}>
        <JudgesPanel contest={details} isUnjoined={details.phase !== "open" && details.participantCount === 0} />
      </div>
    );
  const closedReason = judgingClosedReason(judging.error);
  // A cancelled or hidden contest is not visible to judges who have not joined it.
  if (closedReason && !contest.data) {
    return (
      <>
        <PageHeading title={t("Judging")} />
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
            <PageHeading title={t("Entries")} />
            <SkeletonRows label={t("Loading the contest")} />
          </>
        }>
        {(details) => (
          <>
            <title>{`${t("Entries: {name}", { name: details.name })} | Conquest`}</title>
            <PageHeading
              title={
                <span dir="auto" lang={langOf(details.name)}>
                  {details.name}
                </span>
              }
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
              <EmptyState title={t("Entries aren't available yet")}>
                <p>{details.may.readEntries.because}</p>
                <p>{t("The deadline is {date}.", { date: formatDateTime(details.deadline) })}</p>
              </EmptyState>
            ) : (
              <QueryView query={judging} skeleton={<Loading />}>
                {({ entryCount }) =>
                  entryCount === 0 ? (
                    <Suspense fallback={<Loading />}>
                      <NoEntries contest={details} contests={listPage} />
                    </Suspense>
                  ) : (
                    <JudgingRoom contest={details} />
                  )
                }
              </QueryView>
            )}
            {!areJudgesFirst && areJudgesReady && judges(details)}
          </>
        )}
      </QueryView>
    </>
  );
}

/** Kinds that this page doesn't know are left out. */
const EVENT_KINDS = ["withdrawn", "late"] as const;
const SENTENCES: Record<(typeof EVENT_KINDS)[number], string> = {
  withdrawn: msg(
    "{n, plural, one {# entry was withdrawn on {date}.} other {# entries were withdrawn, the last on {date}.}}",
  ),
  late: msg(
    "{n, plural, one {# entry arrived after the deadline, on {date}, and wasn't counted.} other {# entries arrived after the deadline, the last on {date}, and weren't counted.}}",
  ),
};

interface EntryEventsProps {
  events: readonly EntryEvent[];
  /** Undefined from older servers, which list all events unless there are more than a hundred. */
  counts: ResponseOf<typeof getJudging>["eventCounts"];
}

/** Says how many entries were withdrawn or late, without their authors. */
function EntryEvents({ events, counts }: EntryEventsProps) {
  const sentences = EVENT_KINDS.flatMap((kind) => {
    const ofKind = events.filter((event) => event.kind === kind);
    const last = ofKind.at(-1);
    if (!last) return [];
    const count = counts?.[kind] ?? ofKind.length;
    return [t(SENTENCES[kind], { n: count, date: formatDateTime(last.at) })];
  });
  return sentences.length > 0 && <p className="cq-hint dc:mb-6">{sentences.join(" ")}</p>;
}

interface Props {
  contest: ContestDetails;
  judging: ResponseOf<typeof getJudging>;
}

const AFTERWARDS = msg("We'll notify all participants, and each one sees your rating and feedback on their own entry.");

function StateNote({ contest, judging: { entryCount, ratedCount, areNamesHidden } }: Props) {
  const { phase, deadline, winnerDueAt, refundAt, amountDue, winner, participantCount } = contest;
  const { creator, may, cancelledAt, cancelReason, viewer, adminsChoose, nobodyCanWin } = contest;
  // Set on mount: hidden once judging has begun, but not removed while the user is judging.
  const [isBeginning] = useState(ratedCount === 0);
  if (winner) {
    return (
      <Note
        tone="success"
        title={<T text="{name} won this contest" name={<bdi>{winner.name || t("Unnamed participant")}</bdi>} />}>
        {winner.note && <UserText>{winner.note}</UserText>}
        {contest.placements?.map(({ place, prizeName, name }) => (
          <p key={place}>
            <T
              text="{prize}: {winner}"
              prize={<bdi>{prizeName}</bdi>}
              winner={<bdi>{name || t("Unnamed participant")}</bdi>}
            />
          </p>
        ))}
        {viewer?.isOwner && may.readAwards?.isAllowed && (
          <p>
            <T
              text="Conquest pays no prizes. Send them and <a>mark them as sent</a> on the contest's page."
              a={<Link to={`/contest-details/${contest._id}#prize`} className="cq-link" />}
            />
          </p>
        )}
      </Note>
    );
  }
  if (phase === "open") {
    return (
      <Note title={t("Entries are still coming in")}>
        {t("You can pick a winner after the deadline, {date}.", { date: formatDateTime(deadline) })}{" "}
        {t("Participants can change their entries before that.")}
      </Note>
    );
  }
  if (cancelledAt) {
    return (
      <Note tone="warning" title={t("This contest was cancelled on {date}", { date: formatDateTime(cancelledAt) })}>
        {cancelReason && (
          <p>
            <T text="Reason: {reason}" reason={<bdi>{cancelReason}</bdi>} />
          </p>
        )}
        <p>
          {amountDue > 0 && `${t("Everyone who paid was refunded.")} `}
          {t(entryCount > 0 && areNamesHidden ? "There's no winner, so names stay hidden." : "There's no winner.")}
        </p>
      </Note>
    );
  }
  if (participantCount === 0) return null;
  if (nobodyCanWin) {
    return (
      <Note tone="warning" title={t("No entry can win right now")}>
        {t("Everyone who submitted was blocked or removed.")}{" "}
        {t(
          amountDue > 0
            ? "Unless an account is unblocked, all participants will be refunded on {date}."
            : "Unless an account is unblocked, the contest will be cancelled on {date}.",
          { date: formatDateTime(refundAt) },
        )}
      </Note>
    );
  }
  if (phase === "overdue") {
    return (
      <Note tone="warning" title={t("The winner is overdue")}>
        {t("More than two weeks have passed since the deadline.")}{" "}
        {t(
          amountDue > 0
            ? "Without a winner, all participants will be refunded on {date}."
            : "Without a winner, the contest will be cancelled on {date}.",
          { date: formatDateTime(refundAt) },
        )}
      </Note>
    );
  }
  // Only admins can read entries this early without judging.
  if (!may.declareWinner.isAllowed && !viewer?.isJudge)
    return <Note title={t("You can't pick a winner yet")}>{may.declareWinner.because}</Note>;
  if (adminsChoose && entryCount > 0) {
    return (
      <Note tone="warning" title={t("You can pick the winner")}>
        {t("The creator is blocked, so an admin picks the winner. It's due on {date}.", {
          date: formatDateTime(winnerDueAt),
        })}{" "}
        {t(AFTERWARDS)}
      </Note>
    );
  }
  if (!isBeginning) return null;
  if (may.declareWinner.isAllowed && entryCount > 0)
    return (
      <Note title={t("Time to pick a winner")}>
        {t(
          contest.morePrizes?.length
            ? "Read and rate the entries, then pick a winner for each prize."
            : "Read and rate the entries, then pick one.",
        )}{" "}
        {t(AFTERWARDS)}
      </Note>
    );
  if (may.rateEntries.isAllowed) {
    return (
      <Note title={t("Time to rate the entries")}>
        <T
          text="{name} sees your ratings and feedback and picks the winner."
          name={<bdi>{creator.name || t("The creator")}</bdi>}
        />{" "}
        {t("After that, each participant sees yours on their own entry, with your name.")}
      </Note>
    );
  }
  return null;
}
