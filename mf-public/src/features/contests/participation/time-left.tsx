import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { Countdown } from "@conquest/shared/ui/contest/countdown";
import { DeadlineText, neverCloses, useIsReviewOverdue } from "@conquest/shared/ui/contest/deadline-text";
import { useDateTimeFormat } from "@conquest/shared/ui/format/time";

interface Props {
  contest: ContestDetails;
}

/** Shows no countdown for contests that were cancelled, have a winner or cannot open. */
export function Deadline({ contest: { deadline, phase, extension } }: Props) {
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

function Extension({
  extension: { at, from, reason, times },
}: {
  extension: NonNullable<ContestDetails["extension"]>;
}) {
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

export function WaitForWinner({
  contest: { phase, winnerDueAt, refundAt, amountDue, participantCount, nobodyCanWin },
}: Props) {
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
