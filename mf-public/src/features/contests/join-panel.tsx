import { CircleCheck, Lock } from "lucide-react";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { useSession } from "@conquest/shared/singletons/session-store";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { Countdown } from "@conquest/shared/ui/contest/countdown";
import { DeadlineText } from "@conquest/shared/ui/contest/deadline-text";
import { formatTaka } from "@conquest/shared/ui/money";
import { formatDateTime } from "@conquest/shared/ui/time";
import { LeaveDialog } from "./leave-dialog";
import type { Viewer } from "./use-contest";
import { useHasPassed } from "./use-has-passed";

interface Props {
  contest: ContestDetails;
  viewer: Viewer;
}

/** What there is to win, what it costs, how long there is left, and the one thing the viewer can do about it. */
export function JoinPanel({ contest, viewer }: Props) {
  return (
    <div className="cq-panel pu:flex pu:flex-col pu:gap-6">
      <dl className="pu:flex pu:flex-col pu:gap-3">
        <div>
          <dt className="pu:text-muted">Prize</dt>
          <dd className="cq-title cq-money">{formatTaka(contest.prize)}</dd>
        </div>
        <div className="pu:flex pu:items-baseline pu:justify-between pu:gap-4">
          <dt className="pu:text-muted">Entry cost</dt>
          <dd className="pu:font-semibold">{formatTaka(contest.amountDue)}</dd>
        </div>
      </dl>
      <div className="pu:flex pu:flex-col pu:gap-3">
        <Countdown to={contest.deadline} />
        <p>
          <DeadlineText at={contest.deadline} />
        </p>
      </div>
      <div className="pu:flex pu:flex-col pu:gap-3">
        <NextStep contest={contest} viewer={viewer} />
      </div>
    </div>
  );
}

function NextStep({ contest, viewer }: Props) {
  const cache = useQueryClient();
  const isSignedOut = useSession((state) => state.phase === "signed-out");
  const hasPassed = useHasPassed(
    contest.deadline,
    useCallback(() => void cache.invalidateQueries(), [cache]),
  );

  if (viewer?.isOwner) {
    return (
      <>
        <Standing>This is your contest.</Standing>
        <ButtonLink to="/dashboard/my_created_contests">Manage</ButtonLink>
      </>
    );
  }
  if (contest.phase === "cancelled") {
    return (
      <>
        <Closed label="Cancelled" />
        <p>
          {contest.cancelledAt ? `Cancelled on ${formatDateTime(contest.cancelledAt)}. ` : ""}
          Everyone who had paid was refunded.
        </p>
        {contest.cancelReason && <p>Reason: {contest.cancelReason}</p>}
      </>
    );
  }
  if (contest.phase === "completed") {
    return (
      <>
        <Closed label="Completed" />
        <p>{contest.winner ? `${contest.winner.name} won this contest.` : "This contest is over."}</p>
      </>
    );
  }
  if (contest.phase === "in_review" || contest.phase === "changes_requested" || contest.phase === "rejected") {
    return <Closed label="Not open yet" />;
  }
  if (viewer?.hasJoined) return <Joined contest={contest} hasSubmitted={viewer.hasSubmitted} isOpen={!hasPassed} />;
  if (hasPassed || contest.phase !== "open") {
    return (
      <>
        <Closed label="Closed" />
        <p>The deadline has passed. The creator is choosing a winner.</p>
      </>
    );
  }
  return (
    <>
      <ButtonLink to={`/contest-details/${contest._id}/payment`} size="lg">
        Register
      </ButtonLink>
      <p className="pu:text-sm pu:text-muted">
        {isSignedOut && "You will be asked to sign in first. "}
        Full refund if you leave before the deadline without an entry, or if the contest is cancelled.
      </p>
    </>
  );
}

function Joined({ contest, hasSubmitted, isOpen }: { contest: ContestDetails; hasSubmitted: boolean; isOpen: boolean }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const canLeave = isOpen && !hasSubmitted;

  return (
    <>
      <Standing>{hasSubmitted ? "You have joined and your entry is in." : "You have joined this contest."}</Standing>
      {isOpen && (
        <ButtonLink to="#entry" preventScrollReset>
          {hasSubmitted ? "Edit your entry" : "Submit your entry"}
        </ButtonLink>
      )}
      {!isOpen && <p>The deadline has passed. The creator is choosing a winner.</p>}
      <Link to="/dashboard/my_participated_contests" className="cq-link">
        Your participated contests
      </Link>
      {canLeave && (
        <Button variant="ghost" onClick={() => setIsLeaving(true)}>
          Leave and get a refund
        </Button>
      )}
      <LeaveDialog contest={contest} isOpen={isLeaving} onClose={() => setIsLeaving(false)} />
    </>
  );
}

const Standing = ({ children }: { children: ReactNode }) => (
  <p className="pu:flex pu:items-center pu:gap-2 pu:font-semibold">
    <CircleCheck aria-hidden size={20} className="pu:shrink-0 pu:text-success" />
    {children}
  </p>
);

const Closed = ({ label }: { label: string }) => (
  <Button disabled size="lg">
    <Lock aria-hidden size={18} /> {label}
  </Button>
);
