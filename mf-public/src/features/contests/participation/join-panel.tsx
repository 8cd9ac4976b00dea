import { Trophy } from "lucide-react";
import { Link } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { Avatar } from "@conquest/shared/ui/picture/avatar";
import { CostNote, formatCost } from "@conquest/shared/ui/contest/cost";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { Judging, NextStep } from "./next-step";
import { Countdown } from "@conquest/shared/ui/contest/countdown";
import { DeadlineText, neverCloses, useIsReviewOverdue } from "@conquest/shared/ui/contest/deadline-text";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";

interface Props {
  contest: ContestDetails;
}

/** From this amount (৳1,00,00,000) on, a prize in title size is wider than the panel. */
const WIDE_PRIZE = 10_000_000;

export function JoinPanel({ contest }: Props) {
  return (
    <div className="cq-panel pu:flex pu:flex-col pu:gap-5 pu:sm:p-6">
      <Winner contest={contest} />
      <dl className="pu:flex pu:flex-col pu:gap-4">
        <div>
          <dt className="pu:text-sm pu:font-medium pu:text-muted">Prize</dt>
          <dd className={`cq-title cq-money ${contest.prize >= WIDE_PRIZE ? "pu:text-2xl" : ""}`}>
            {formatTaka(contest.prize)}
          </dd>
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

function Winner({ contest: { _id, winner, viewer } }: Props) {
  if (!winner) return null;
  return (
    <div className="pu:flex pu:flex-col pu:gap-3 pu:border-b pu:border-line pu:pb-5">
      <p className="cq-pennant pu:flex pu:items-center pu:gap-2 pu:self-start pu:bg-gold pu:py-1 pu:pr-6 pu:pl-3 pu:font-semibold pu:text-on-gold">
        <Trophy aria-hidden size={16} /> {viewer?.isWinner ? "You won" : "Won by"}
      </p>
      <p className="pu:flex pu:min-w-0 pu:items-center pu:gap-3">
        <Avatar src={winner.photo} name={winner.name} size={48} alt="" />
        <Link
          to={`/contest-details/${_id}/winner`}
          className="cq-link pu:min-w-0 pu:text-lg pu:font-semibold pu:wrap-anywhere">
          {winner.name || "Somebody without a name"}
        </Link>
      </p>
    </div>
  );
}

interface DeadlineProps {
  contest: ContestDetails;
}

/** Shows no countdown for contests that were cancelled, have a winner or cannot open. */
function Deadline({ contest: { deadline, phase, extension } }: DeadlineProps) {
  const isLate = useIsReviewOverdue({ phase, deadline });
  return (
    <div className="pu:flex pu:flex-col pu:gap-3">
      {!neverCloses(phase) && phase !== "completed" && !isLate && <Countdown to={deadline} />}
      <p>
        {neverCloses(phase) && "Deadline: "}
        <DeadlineText at={deadline} phase={phase} />
      </p>
      {extension && <Extension extension={extension} />}
    </div>
  );
}

function Extension({ extension }: { extension: NonNullable<ContestDetails["extension"]> }) {
  const { at, from, reason, times } = extension;
  const format = useDateTimeFormat();
  return (
    <p className="pu:text-sm pu:text-muted pu:wrap-anywhere">
      Extended {times > 1 && "twice, the last time "}on <time dateTime={at}>{format(at)}</time>; before that it was{" "}
      <time dateTime={from}>{format(from)}</time>.
      {reason && (
        <>
          {" "}
          “<bdi>{reason}</bdi>”
        </>
      )}
    </p>
  );
}

function WaitForWinner({
  contest: { phase, winnerDueAt, refundAt, amountDue, participantCount, nobodyCanWin },
}: DeadlineProps) {
  const format = useDateTimeFormat();
  if (phase !== "judging" && phase !== "overdue") return null;
  if (participantCount === 0) {
    return (
      <p>
        <strong>Nobody joined,</strong> so there is no winner to choose. Unless its creator moves the deadline, the
        contest is cancelled on <time dateTime={refundAt}>{format(refundAt)}</time>.
      </p>
    );
  }
  const isOverdue = phase === "overdue" || nobodyCanWin;
  const end = isOverdue ? refundAt : winnerDueAt;
  const without = nobodyCanWin
    ? "No entry can win at the moment. Unless that changes"
    : "The winner is overdue. Without one";
  const what = !isOverdue
    ? "The winner is due"
    : `${without}, ${amountDue > 0 ? "everybody is refunded" : "the contest is cancelled"}`;
  return (
    <div className="pu:flex pu:flex-col pu:gap-3">
      <p className="pu:font-semibold">
        {what} on <time dateTime={end}>{format(end)}</time>
      </p>
      <Countdown
        to={end}
        role="group"
        label={`Time left until ${!isOverdue ? "the winner is due" : amountDue > 0 ? "the refund" : "the contest is cancelled"}`}
      />
    </div>
  );
}
