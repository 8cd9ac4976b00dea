import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router-dom";
import type { ContestDetails, Phase } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { query } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { T, t } from "@conquest/shared/singletons/language";
import { loginUrl } from "@conquest/shared/singletons/return-path";
import { useSession } from "@conquest/shared/singletons/session-store";
import { readSignInMark } from "@conquest/shared/singletons/sign-in-mark";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";
import { Note } from "@conquest/shared/ui/note";
import { hasPreviousPage } from "@conquest/shared/ui/page/previous-page";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { serverNow } from "@conquest/shared/ui/format/time";

interface Props {
  /** Fallback of the Back button if there is no previous page on this site; gets the contest's id. */
  backTo: (id: string) => string;
  heading?: ReactNode;
  children: (contest: ContestDetails) => ReactNode;
}

export function ContestFrame({ backTo, heading, children }: Props) {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { key, hash } = useLocation();
  const isOpening = useSession(({ phase, delayedBecause }) => phase === "loading" && delayedBecause === null);
  const contest = useQuery({
    ...query(getContestDetails, { params: { id } }),
    // Without the server's data, a contest is not public: it is requested once, by the signed-in user.
    enabled: ({ state }) => canExist(id) && (state.data !== undefined || !isOpening || readSignInMark() === null),
    refetchInterval: ({ state }) => !isNotFound(state.error) && untilNextPhase(state.data),
    refetchIntervalInBackground: true,
  });
  const isKnown = useSession(({ phase }) => phase !== "loading");
  const isSignedIn = useSession(({ phase }) => phase === "signed-in");
  // After sign-in, the visitor's copy stays until the new response arrives; if that fails, it must not be shown.
  const isVisitorCopy = isSignedIn && contest.data?.viewer === null && contest.failureCount > 0;
  const isGone = !canExist(id) || isNotFound(contest.error);
  // A contest that disappears while its page is open stays visible, because the user may be typing.
  const [shownId, setShownId] = useState<string | null>(null);
  if (contest.isSuccess && !contest.isFetching && shownId !== id) setShownId(id);
  const isStaleShown = isGone && shownId === id && contest.data !== undefined && !isVisitorCopy;
  // Links to sections replace the history entry, which gives even a first page another key.
  const isLater = key !== "default" && !hash;
  const back = () => void (isLater || hasPreviousPage() ? navigate(-1) : navigate(backTo(id)));

  return (
    <div className="cq-container pu:flex pu:flex-col pu:gap-6 pu:pt-6 pu:pb-20">
      <Button variant="ghost" size="sm" onClick={back} className="pu:-ml-3 pu:self-start">
        <ArrowLeft aria-hidden size={16} /> {t("Back")}
      </Button>
      {isStaleShown && (
        <Note tone="warning" role="alert" title={t("This contest is no longer available")}>
          {t(
            "It was deleted or hidden. You're looking at an earlier version. Copy anything you typed before you leave this page.",
          )}
        </Note>
      )}
      {isGone && !isStaleShown ? (
        // A contest in review exists for its owner, so it is not reported as missing before the session is known.
        isKnown ? (
          <ContestNotFound isVisitor={!isSignedIn} />
        ) : (
          <ContestSkeleton heading={heading} />
        )
      ) : (
        <QueryView
          key={id}
          query={isVisitorCopy ? { ...contest, data: undefined } : contest}
          skeleton={<ContestSkeleton heading={heading} />}>
          {children}
        </QueryView>
      )}
    </div>
  );
}

/** Contests have UUIDs. */
const canExist = (id: string) => /^[\da-f-]{36}$/.test(id);

const isNotFound = (error: Error | null) => error instanceof ApiError && error.status === 404;

/** Maximum timer delay in ms (about 24 days). */
const MAX_TIMEOUT_MS = 2_147_483_647;

interface PhaseEnd {
  at: "deadline" | "winnerDueAt" | "refundAt";
  /** Polling interval in ms once the instant has passed here but the phase has not changed. */
  pollMs: number;
}

/** Phases ended by the clock: the first two exactly at their instant (server time), refunds by a job every minute. */
const PHASE_ENDS: Partial<Record<Phase, PhaseEnd>> = {
  open: { at: "deadline", pollMs: 2000 },
  judging: { at: "winnerDueAt", pollMs: 2000 },
  overdue: { at: "refundAt", pollMs: 30_000 },
};

/** Returns the delay in ms until the next refetch: permissions change when a phase ends. */
function untilNextPhase(contest: ContestDetails | undefined): number | false {
  const end = contest && PHASE_ENDS[contest.phase];
  if (!end) return false;
  const left = Date.parse(contest[end.at]) - serverNow();
  return left > 0 ? Math.min(left, MAX_TIMEOUT_MS) : end.pollMs;
}

/** Participants may open a link from an email in a browser where they are signed out. */
function ContestNotFound({ isVisitor }: { isVisitor: boolean }) {
  // Shown for every missing contest, so that it tells nothing about private ones.
  const isUnverified = useSession(({ account }) => account?.isEmailVerified === false);
  const { pathname, hash } = useLocation();
  return (
    <div className="pu:mx-auto pu:w-full pu:max-w-2xl pu:py-6 pu:text-center">
      <title>{`${t("Contest not found")} | Conquest`}</title>
      <h1 tabIndex={-1} className="cq-title pu:mb-6">
        {t("Contest not found")}
      </h1>
      <EmptyState
        title={t("We can't find this contest")}
        action={
          <>
            <ButtonLink to="/all_contests">{t("Search contests")}</ButtonLink>{" "}
            <ButtonLink to="/top_contests" variant="secondary">
              {t("Popular contests")}
            </ButtonLink>
          </>
        }>
        <p>{t("It may have been deleted, cancelled or hidden.")}</p>
        {isVisitor && (
          <p>
            <T
              text="Invited, joined or created it? <a>Log in</a> to see it."
              a={<Link to={loginUrl(pathname + hash)} rel="nofollow" className="cq-link" />}
            />
          </p>
        )}
        {isUnverified && (
          <p>
            <T
              text="Invitations work once you <a>verify your email</a>."
              a={<Link to="/dashboard/profile?tab=security" rel="nofollow" className="cq-link" />}
            />
          </p>
        )}
        <p>
          <T
            text="Do you have a join code? <a>Enter it</a>."
            a={<Link to="/join" rel="nofollow" className="cq-link" />}
          />
        </p>
      </EmptyState>
    </div>
  );
}

const ContestSkeleton = ({ heading }: Pick<Props, "heading">) => (
  <>
    {heading}
    <div role="status" aria-busy="true" className="cq-growing pu:flex pu:flex-col pu:gap-6">
      <noscript>{t("Contest not found. It may have been deleted, cancelled or hidden.")}</noscript>
      <span className="cq-visually-hidden cq-with-scripts">{t("Loading the contest")}</span>
      <div aria-hidden="true" className="cq-with-scripts pu:flex pu:flex-col pu:gap-6">
        <div className="pu:grid pu:gap-8 pu:lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="pu:flex pu:flex-col pu:gap-6">
            {!heading && <div className="cq-bone cq-bone-title" />}
            <div className="cq-bone cq-bone-picture pu:aspect-[10/3]" />
          </div>
          <div className="cq-bone pu:min-h-80" />
        </div>
      </div>
    </div>
  </>
);
