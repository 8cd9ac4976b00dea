import { CircleCheck, Lock, Trophy } from "lucide-react";
import { Suspense, useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import type { ContestDetails, Phase } from "@conquest/shared/contracts/contests";
import { useSession } from "@conquest/shared/singletons/session-store";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { Button, ButtonLink } from "@conquest/shared/ui/button";
import { CostNote, formatCost } from "@conquest/shared/ui/contest/cost";
import { Countdown } from "@conquest/shared/ui/contest/countdown";
import { DeadlineText, closesNever } from "@conquest/shared/ui/contest/deadline-text";
import { formatTaka } from "@conquest/shared/ui/words/money";
import { onDemand } from "@conquest/shared/ui/page/on-demand";
import { useDateTimeFormat } from "@conquest/shared/ui/words/time";
import { leavingTerms } from "./leaving-terms";

/** With the dialog comes the library of dialogs. */
const LeaveDialog = onDemand(() => import(/* webpackChunkName: "leave-dialog" */ "./leave-dialog"));

interface Props {
  contest: ContestDetails;
}

/** From here on (৳1,00,00,000) an amount as large as a title is wider than the panel. */
const WIDE_PRIZE = 10_000_000;

/** What there is to win, what it costs, how long there is left, and what the viewer can do about it. */
export function JoinPanel({ contest }: Props) {
  return (
    <div className="cq-panel pu:flex pu:flex-col pu:gap-5 pu:sm:p-6">
      <Winner contest={contest} />
      <dl className="pu:flex pu:flex-col pu:gap-4">
        <div>
          <dt className="pu:text-sm pu:font-medium pu:text-muted">Prize</dt>
          <dd className={`cq-title cq-money ${contest.prize >= WIDE_PRIZE ? "pu:text-2xl" : ""}`}>{formatTaka(contest.prize)}</dd>
        </div>
        <div className="pu:flex pu:flex-wrap pu:items-baseline pu:justify-between pu:gap-x-4 pu:gap-y-1 pu:rounded-md pu:bg-sunk pu:px-4 pu:py-3">
          <dt className="pu:text-sm pu:font-medium pu:text-muted">Entry cost</dt>
          <dd className="cq-money pu:text-xl pu:font-bold">{formatCost(contest.amountDue)}</dd>
          {contest.amountDue > 0 && (
            <dd className="pu:basis-full pu:empty:hidden">
              <CostNote />
            </dd>
          )}
        </div>
      </dl>
      <Deadline contest={contest} />
      <WaitForWinner contest={contest} />
      <div className="pu:flex pu:flex-col pu:gap-3">
        <NextStep contest={contest} />
        <Judging contest={contest} />
      </div>
    </div>
  );
}

/** What everybody comes for once there is one. */
function Winner({ contest: { _id, winner, viewer } }: Props) {
  if (!winner) return null;
  return (
    <div className="pu:flex pu:flex-col pu:gap-3 pu:border-b pu:border-line pu:pb-5">
      <p className="cq-pennant pu:flex pu:items-center pu:gap-2 pu:self-start pu:bg-gold pu:py-1 pu:pr-6 pu:pl-3 pu:font-semibold pu:text-on-gold">
        <Trophy aria-hidden size={16} /> {viewer?.isWinner ? "You won" : "Won by"}
      </p>
      <p className="pu:flex pu:min-w-0 pu:items-center pu:gap-3">
        <Avatar src={winner.photo} name={winner.name} size={48} alt="" />
        <Link to={`/contest-details/${_id}/winner`} className="cq-link pu:min-w-0 pu:text-lg pu:font-semibold pu:wrap-anywhere">
          {winner.name || "Somebody without a name"}
        </Link>
      </p>
    </div>
  );
}

/** For a contest that was called off or has its winner no time runs. */
const Deadline = ({ contest: { deadline, phase, extension } }: Props) => (
  <div className="pu:flex pu:flex-col pu:gap-3">
    {!closesNever(phase) && phase !== "completed" && <Countdown to={deadline} />}
    <p>
      {closesNever(phase) && "Deadline: "}
      <DeadlineText at={deadline} phase={phase} />
    </p>
    {extension && <Extension extension={extension} />}
  </div>
);

/** That it was another one when some people joined. */
function Extension({ extension: { at, from, reason, times } }: { extension: NonNullable<ContestDetails["extension"]> }) {
  const format = useDateTimeFormat();
  return (
    <p className="pu:text-sm pu:text-muted pu:wrap-anywhere">
      Extended {times > 1 && "twice, the last time "}on <time dateTime={at}>{format(at)}</time>; before that it was <time dateTime={from}>{format(from)}</time>.{reason && <> “<bdi>{reason}</bdi>”</>}
    </p>
  );
}

/** After the deadline time runs for the creator. */
function WaitForWinner({ contest: { phase, winnerDueAt, refundAt, amountDue, participantCount } }: Props) {
  const format = useDateTimeFormat();
  if (phase !== "judging" && phase !== "overdue") return null;
  if (participantCount === 0) {
    return (
      <p>
        <strong>Nobody joined,</strong> so there is no winner to choose. Unless its creator moves the deadline, the contest is cancelled on <time dateTime={refundAt}>{format(refundAt)}</time>.
      </p>
    );
  }
  const isOverdue = phase === "overdue";
  const end = isOverdue ? refundAt : winnerDueAt;
  const what = !isOverdue ? "The winner is due" : amountDue > 0 ? "The winner is overdue. Without one, everybody is refunded" : "The winner is overdue. Without one, the contest is cancelled";
  return (
    <div className="pu:flex pu:flex-col pu:gap-3">
      <p className="pu:font-semibold">
        {what} on <time dateTime={end}>{format(end)}</time>
      </p>
      <Countdown to={end} role="group" label={`Time left until ${!isOverdue ? "the winner is due" : amountDue > 0 ? "the refund" : "the contest is cancelled"}`} />
    </div>
  );
}

function NextStep({ contest }: Props) {
  // Drawn while nobody knows who is there, it is drawn for visitors: for most people nothing moves when that is known.
  const isVisitor = useSession(({ phase }) => phase !== "signed-in");
  const { _id, may, viewer } = contest;

  if (viewer?.isOwner) {
    return (
      <>
        <Standing>This is your contest.</Standing>
        <Cancelled contest={contest} />
        <ButtonLink to={`/dashboard/my_created_contests?contest=${_id}`} variant={hasWinnerToChoose(contest) ? "secondary" : "primary"}>
          Manage
        </ButtonLink>
      </>
    );
  }
  if (viewer?.isJudge) {
    return (
      <>
        <Standing>You judge this contest.</Standing>
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
  const format = useDateTimeFormat();
  const { submit, leave } = contest.may;
  const leavesUntil = contest.viewer?.leavesUntil;
  // After the deadline both are refused with the same sentence.
  const refusals = new Set([submit, leave].flatMap(({ isAllowed, because }) => (isAllowed ? [] : [because])));

  return (
    <>
      <Standing>{hasSubmitted ? "You have joined and your entry is in." : "You have joined this contest."}</Standing>
      {submit.isAllowed && (
        <ButtonLink to="#entry">
          {hasSubmitted ? "Edit your entry" : "Submit your entry"}
        </ButtonLink>
      )}
      {[...refusals].map((because) => (
        <p key={because}>{because}</p>
      ))}
      <Link to="/dashboard/my_participated_contests" className="cq-link">
        Your participated contests
      </Link>
      {leavesUntil && hasSubmitted && (
        <p>
          The deadline was extended after you joined. Until <time dateTime={leavesUntil}>{format(leavesUntil)}</time> you may leave. If you do, your entry is taken back.
        </p>
      )}
      {leave.isAllowed && (
        <Button variant="ghost" onClick={() => setIsLeaving(true)}>
          {contest.viewer?.paidAmount ? "Leave and get a refund" : "Leave"}
        </Button>
      )}
      <Suspense>
        <LeaveDialog contest={contest} isOpen={isLeaving} onClose={() => setIsLeaving(false)} />
      </Suspense>
    </>
  );
}

const Standing = ({ children }: { children: ReactNode }) => (
  <p className="pu:flex pu:items-center pu:gap-2 pu:font-semibold">
    <CircleCheck aria-hidden size={20} className="pu:shrink-0 pu:text-success" />
    {children}
  </p>
);

/** What stands on the button in place of Register. */
const SHUT: Partial<Record<Phase, string>> = {
  in_review: "Not open yet",
  changes_requested: "Not open yet",
  rejected: "Not open yet",
  cancelled: "Cancelled",
};

function NotOpen({ contest }: Props) {
  const { phase, may, isPublic } = contest;
  return (
    <>
      {phase !== "completed" && (
        <Button disabled size="lg">
          <Lock aria-hidden size={18} /> {SHUT[phase] ?? (phase === "open" && !isPublic ? "Not on show" : "Closed")}
        </Button>
      )}
      <p>{may.join.because}</p>
      <Cancelled contest={contest} />
    </>
  );
}

/** When a contest was cancelled, why, and what became of the money. Whose it is may not have done it: an admin can, and so does the clock. */
function Cancelled({ contest: { cancelledAt, cancelReason, amountDue } }: Props) {
  const format = useDateTimeFormat();
  if (!cancelledAt) return null;
  return (
    <>
      <p>
        It was cancelled on <time dateTime={cancelledAt}>{format(cancelledAt)}</time>. {amountDue > 0 ? "Everyone who had paid was refunded." : "It ended without a winner."}
      </p>
      {cancelReason && (
        <p>
          Reason: <bdi>{cancelReason}</bdi>
        </p>
      )}
    </>
  );
}

/** For those who may read the entries, the way there, once there can be one. */
function Judging({ contest }: Props) {
  if (!contest.may.readEntries.isAllowed || (contest.status === "pending" && contest.participantCount === 0)) return null;
  const isDue = hasWinnerToChoose(contest);
  const rates = contest.viewer?.isJudge && contest.may.rateEntries.isAllowed && contest.participantCount > 0;
  return (
    <ButtonLink to={`/dashboard/${contest.viewer?.isJudge ? "judging" : "contest_submitted"}/${contest._id}`} variant={isDue || rates ? "primary" : "secondary"}>
      {isDue ? "Choose the winner" : rates ? "Rate the entries" : "See the entries"}
    </ButtonLink>
  );
}

const hasWinnerToChoose = ({ may, participantCount }: ContestDetails) => may.declareWinner.isAllowed && participantCount > 0;
