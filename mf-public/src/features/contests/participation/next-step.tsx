import { CircleCheck, Lock } from "lucide-react";
import { Suspense, useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import type { ContestDetails, Phase } from "@conquest/shared/contracts/contests";
import { useSession } from "@conquest/shared/singletons/session-store";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { CertificateLink } from "@conquest/shared/ui/contest/certificate-link";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";
import { leavingTerms } from "./leaving-terms";
import { usePreload } from "@conquest/shared/ui/page/use-dialog";

const LeaveDialog = lazyComponent(() => import(/* webpackChunkName: "leave-dialog" */ "./leave-dialog"));

interface Props {
  contest: ContestDetails;
}

export function NextStep({ contest }: Props) {
  // Rendered for visitors until the session is known, so that for most people nothing moves.
  const isVisitor = useSession(({ phase }) => phase !== "signed-in");
  const { _id, may, viewer } = contest;

  if (viewer?.isOwner) {
    return (
      <>
        <Status>This is your contest.</Status>
        <Cancelled contest={contest} />
        <ButtonLink
          to={`/dashboard/my_created_contests?contest=${_id}`}
          variant={hasWinnerToChoose(contest) ? "secondary" : "primary"}>
          Manage
        </ButtonLink>
      </>
    );
  }
  if (viewer?.isJudge) {
    return (
      <>
        <Status>You judge this contest.</Status>
        <Cancelled contest={contest} />
        <Link to="/dashboard/judging" className="cq-link">
          What you judge
        </Link>
      </>
    );
  }
  if (viewer?.hasJoined) return <Joined contest={contest} hasSubmitted={viewer.hasSubmitted} />;
  if (!may.join.isAllowed) return <NotOpen contest={contest} />;
  return (
    <>
      <ButtonLink to={`/contest-details/${_id}/payment`} size="lg">
        Register
      </ButtonLink>
      <p className="cq-running-text pu:text-sm pu:text-muted">
        {isVisitor && "You will be asked to sign in first. "}
        {leavingTerms(contest.amountDue)}
      </p>
    </>
  );
}

function Joined({ contest, hasSubmitted }: Props & { hasSubmitted: boolean }) {
  const [isLeaving, setIsLeaving] = useState(false);
  usePreload(true, LeaveDialog);
  const format = useDateTimeFormat();
  const { submit, leave } = contest.may;
  const leavesUntil = contest.viewer?.leavesUntil;
  // After the deadline both are denied with the same sentence.
  const refusals = new Set([submit, leave].flatMap(({ isAllowed, because }) => (isAllowed ? [] : [because])));

  return (
    <>
      <Status>{hasSubmitted ? "You have joined and your entry is in." : "You have joined this contest."}</Status>
      {submit.isAllowed && (
        <ButtonLink to="#entry">{hasSubmitted ? "Edit your entry" : "Submit your entry"}</ButtonLink>
      )}
      {[...refusals].map((because) => (
        <p key={because}>{because}</p>
      ))}
      {contest.winner && hasSubmitted && (
        <CertificateLink contestId={contest._id} label="Your certificate" variant="secondary" />
      )}
      <Link to="/dashboard/my_participated_contests" className="cq-link">
        Your participated contests
      </Link>
      {leavesUntil && hasSubmitted && (
        <p>
          The deadline was extended after you joined. Until <time dateTime={leavesUntil}>{format(leavesUntil)}</time>{" "}
          you may leave. If you do, your entry is taken back.
        </p>
      )}
      {leave.isAllowed && (
        <Button variant="ghost" onClick={() => setIsLeaving(true)}>
          {contest.viewer?.paidAmount ? "Leave and get a refund" : "Leave"}
        </Button>
      )}
      <Suspense>{isLeaving && <LeaveDialog contest={contest} onClose={() => setIsLeaving(false)} />}</Suspense>
    </>
  );
}

const Status = ({ children }: { children: ReactNode }) => (
  <p className="pu:flex pu:items-center pu:gap-2 pu:font-semibold">
    <CircleCheck aria-hidden size={20} className="pu:shrink-0 pu:text-success" />
    {children}
  </p>
);

const CLOSED_LABELS: Partial<Record<Phase, string>> = {
  in_review: "Not open yet",
  changes_requested: "Not open yet",
  rejected: "Not open yet",
};

function NotOpen({ contest }: Props) {
  const { phase, may, isPublic } = contest;
  if (phase === "cancelled") return <Cancelled contest={contest} />;
  return (
    <>
      {phase !== "completed" && (
        <Button disabled size="lg">
          <Lock aria-hidden size={18} />{" "}
          {CLOSED_LABELS[phase] ?? (phase === "open" && !isPublic ? "Not on show" : "Closed")}
        </Button>
      )}
      <p>{may.join.because}</p>
    </>
  );
}

/** Shows when and why a contest was cancelled (by its creator, an admin or the clock), and the refund. */
function Cancelled({ contest: { cancelledAt, cancelReason, amountDue } }: Props) {
  const format = useDateTimeFormat();
  if (!cancelledAt) return null;
  return (
    <>
      <p>
        It was cancelled on <time dateTime={cancelledAt}>{format(cancelledAt)}</time>.{" "}
        {amountDue > 0 ? "Everyone who had paid was refunded." : "It ended without a winner."}
      </p>
      {cancelReason && (
        <p>
          Reason: <bdi>{cancelReason}</bdi>
        </p>
      )}
    </>
  );
}

export function Judging({ contest }: Props) {
  if (!contest.may.readEntries.isAllowed || (contest.status === "pending" && contest.participantCount === 0))
    return null;
  const isDue = hasWinnerToChoose(contest);
  const rates = contest.viewer?.isJudge && contest.may.rateEntries.isAllowed && contest.participantCount > 0;
  return (
    <ButtonLink
      to={`/dashboard/${contest.viewer?.isJudge ? "judging" : "contest_submitted"}/${contest._id}`}
      variant={isDue || rates ? "primary" : "secondary"}>
      {isDue ? "Choose the winner" : rates ? "Rate the entries" : "See the entries"}
    </ButtonLink>
  );
}

const hasWinnerToChoose = ({ may, participantCount }: ContestDetails) =>
  may.declareWinner.isAllowed && participantCount > 0;
