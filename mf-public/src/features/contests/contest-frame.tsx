import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router-dom";
import type { ContestDetails, Phase } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { query } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { loginAddress } from "@conquest/shared/singletons/return-path";
import { useSession } from "@conquest/shared/singletons/session-store";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { Note } from "@conquest/shared/ui/note";
import { hasPreviousPage } from "@conquest/shared/ui/page/previous-page";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { serverNow } from "@conquest/shared/ui/format/time";

interface Props {
  /** Where Back leads when no page of this site came before; gets the contest's id. */
  backTo: (id: string) => string;
  /** The head of the page while the contest is on its way. */
  heading?: ReactNode;
  children: (contest: ContestDetails) => ReactNode;
}

/** A page about the contest of its address: the way back, and the contest once it is there or what kept it. */
export function ContestFrame({ backTo, heading, children }: Props) {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { key } = useLocation();
  const contest = useQuery({
    ...query(getContestDetails, { params: { id } }),
    refetchInterval: ({ state }) => !isGoneBy(state.error) && untilNextPhase(state.data),
    refetchIntervalInBackground: true,
  });
  const isKnown = useSession(({ phase }) => phase !== "loading");
  const isSignedIn = useSession(({ phase }) => phase === "signed-in");
  // What a visitor was told stays until the answer for who is there now has come; where that does not come, it is not for them.
  const isForOthers = isSignedIn && contest.data?.viewer === null && contest.failureCount > 0;
  const isGone = isGoneBy(contest.error);
  // What the server has said while the page is open stays under the eyes, and the hands, of who reads it and may be typing.
  const [shownId, setShownId] = useState<string | null>(null);
  if (contest.isSuccess && !contest.isFetching && shownId !== id) setShownId(id);
  const isKept = isGone && shownId === id && contest.data !== undefined && !isForOthers;
  const back = () => void (key !== "default" || hasPreviousPage() ? navigate(-1) : navigate(backTo(id)));

  return (
    <div className="cq-container pu:flex pu:flex-col pu:gap-6 pu:pt-6 pu:pb-20">
      <Button variant="ghost" size="sm" onClick={back} className="pu:-ml-3 pu:self-start">
        <ArrowLeft aria-hidden size={16} /> Back
      </Button>
      {isKept && (
        <Note tone="warning" isAlert title="This contest is here no longer">
          It was deleted, or the public does not see it at the moment. This is how it was; what you have typed stays
          until you leave the page.
        </Note>
      )}
      {isGone && !isKept ? (
        // A contest in review is there for its owner: until it is known who looks, nobody can say that it is not.
        isKnown ? (
          <ContestNotFound isVisitor={!isSignedIn} />
        ) : (
          <ContestSkeleton heading={heading} />
        )
      ) : (
        <QueryView
          key={id}
          query={isForOthers ? { ...contest, data: undefined } : contest}
          skeleton={<ContestSkeleton heading={heading} />}>
          {children}
        </QueryView>
      )}
    </div>
  );
}

const isGoneBy = (error: Error | null) => error instanceof ApiError && error.status === 404;

/** Timers cannot wait longer than this many milliseconds (about 24 days). */
const LONGEST_WAIT = 2_147_483_647;

interface PhaseEnd {
  /** Which of a contest's instants. */
  at: "deadline" | "winnerDueAt" | "refundAt";
  /** Milliseconds to wait before asking again where that has passed here, and the phase is the same still. */
  every: number;
}

/** The phases that the clock ends. The first two end at their instant by the server's clock, everybody is refunded by a job that comes each minute. */
const ENDS: Partial<Record<Phase, PhaseEnd>> = {
  open: { at: "deadline", every: 2000 },
  judging: { at: "winnerDueAt", every: 2000 },
  overdue: { at: "refundAt", every: 30_000 },
};

/** In how many milliseconds to ask again: when a phase ends, what may be done changes before the eyes of who looks. */
function untilNextPhase(contest: ContestDetails | undefined): number | false {
  const end = contest && ENDS[contest.phase];
  if (!end) return false;
  const left = Date.parse(contest[end.at]) - serverNow();
  return left > 0 ? Math.min(left, LONGEST_WAIT) : end.every;
}

/** Whoever has a place in it comes here from a letter, in a browser where they are nobody. */
function ContestNotFound({ isVisitor }: { isVisitor: boolean }) {
  const { pathname, hash } = useLocation();
  return (
    <div className="pu:mx-auto pu:w-full pu:max-w-2xl pu:py-6 pu:text-center">
      <title>Contest not found | Conquest</title>
      <h1 tabIndex={-1} className="cq-title pu:mb-6">
        Contest not found
      </h1>
      <EmptyState
        title="There is no contest at this address"
        action={<ButtonLink to="/all_contests">See all contests</ButtonLink>}>
        <p>It may have been deleted or cancelled, or the public does not see it at the moment.</p>
        {isVisitor && (
          <p>
            If you took part in it, or it is yours,{" "}
            <Link to={loginAddress(pathname + hash)} rel="nofollow" className="cq-link">
              log in
            </Link>{" "}
            to see it.
          </p>
        )}
      </EmptyState>
    </div>
  );
}

const ContestSkeleton = ({ heading }: Pick<Props, "heading">) => (
  <>
    {heading}
    <div role="status" aria-busy="true" className="pu:flex pu:flex-col pu:gap-6">
      <noscript>There is no contest at this address, or the public does not see it at the moment.</noscript>
      <span className="cq-visually-hidden cq-with-scripts">Loading the contest</span>
      <div aria-hidden="true" className="cq-with-scripts pu:flex pu:flex-col pu:gap-6">
        {!heading && <div className="cq-bone cq-bone-title" />}
        <div className="pu:grid pu:gap-8 pu:lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="cq-bone cq-bone-picture" />
          <div className="cq-bone pu:min-h-80" />
        </div>
      </div>
    </div>
  </>
);
