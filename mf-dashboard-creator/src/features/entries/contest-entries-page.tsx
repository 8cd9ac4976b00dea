import { Suspense } from "react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Link, useLocation, useParams, useSearchParams } from "react-router-dom";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getJudging, listJudgedEntries } from "@conquest/shared/contracts/judging/judging";
import { pages, query } from "@conquest/shared/singletons/api-hooks";
import { useAccount } from "@conquest/shared/singletons/session-store";
import { ButtonLink } from "@conquest/shared/ui/button";
import { NotPublicBadge, PhaseBadge } from "@conquest/shared/ui/contest/badges";
import { SkeletonRows } from "@conquest/shared/ui/list/data-table";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { PageHeading } from "@conquest/shared/ui/page/page-heading";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { pluralize } from "@conquest/shared/ui/format/text";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { JudgesPanel } from "./judges/judges-panel";
import { EntryEvents } from "./entry-events";
import { useEntryFilters } from "./judging/entry-filters";
import { JudgingRoom } from "./judging/judging-room";
import { JudgingOver, judgingClosedReason } from "./judging/over/judging-closed";
import type { Props as NoEntriesProps } from "./no-entries";
import { StateNote } from "./state-note";

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
  const isAdminView = role === "admin" && !contest.data?.viewer?.isOwner;
  const listPage = isAdminView
    ? { to: "/dashboard/manage_contests", name: "Manage Contests" }
    : { to: "/dashboard/contest_submitted", name: "My Submitted Contests" };
  const isEntryOpen = useSearchParams()[0].has("entry");
  const back = isOnJudgingPage ? { to: "/dashboard/judging", name: "Judging" } : listPage;
  // Shown first while there is nothing to read, afterwards below the entries.
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
              badge={
                !contest.isError && (
                  <span className="cq-badges">
                    <PhaseBadge {...details} />
                    <NotPublicBadge {...details} />
                  </span>
                )
              }
              // A cancelled contest has no participants left, but keeps its entries.
              subtitle={`Prize ${formatTaka(details.prize)}${details.cancelledAt ? "" : ` · ${pluralize(details.participantCount, "person", "people")} joined`}`}
              actions={
                !isOnJudgingPage && (
                  <ButtonLink to={`/dashboard/contest_progress/${id}`} size="sm" variant="secondary">
                    Progress and downloads
                  </ButtonLink>
                )
              }
            />
            {/* The judges wait for the content above, which would push them down. */}
            {details.may.readEntries.isAllowed && judging.data && !closedReason && (
              <div className="dc:mb-6">
                <StateNote contest={details} judging={judging.data} />
              </div>
            )}
            {judging.data?.events && <EntryEvents events={judging.data.events} counts={judging.data.eventCounts} />}
            {details.phase === "open" && !judging.isPending && judges(details)}
            {closedReason && !judging.data ? (
              <JudgingOver why={closedReason} />
            ) : details.viewer?.isJudge && !details.may.readEntries.isAllowed ? (
              <EmptyState title="Not yet to be read">
                <p>{details.may.readEntries.because}</p>
                <p>The deadline is {formatDateTime(details.deadline)}.</p>
              </EmptyState>
            ) : (
              <QueryView query={judging} skeleton={LOADING}>
                {({ entryCount }) =>
                  entryCount === 0 ? (
                    <Suspense fallback={LOADING}>
                      <NoEntries
                        contest={details}
                        contests={
                          isAdminView ? listPage : { to: "/dashboard/my_created_contests", name: "My Created Contests" }
                        }
                      />
                    </Suspense>
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
