import type { Phase } from "@conquest/shared/contracts/contests";
import { formatRelative, serverNow, useDateTimeFormat, useNow } from "@conquest/shared/ui/format/time";

const isInReview = (phase: Phase | undefined): boolean => phase === "in_review" || phase === "changes_requested";

export const neverCloses = (phase: Phase | undefined): boolean => phase === "cancelled" || phase === "rejected";

export function DeadlineText({ at, phase, now = serverNow }: { at: string; phase?: Phase; now?: () => number }) {
  const current = useNow(now);
  const format = useDateTimeFormat();
  const isPast = Date.parse(at) <= current;
  return (
    <span className="cq-deadline">
      {!neverCloses(phase) &&
        `${!isPast ? "Closes" : isInReview(phase) ? "Deadline passed" : "Closed"} ${formatRelative(Date.parse(at), current)}`}
      <time className="cq-deadline-date" dateTime={at}>
        {format(at)}
      </time>
    </span>
  );
}

/** Returns whether a contest in review can't be confirmed because its deadline has passed. */
export function useIsReviewOverdue({ phase, deadline }: { phase: Phase; deadline: string }): boolean {
  const now = useNow(serverNow);
  return isInReview(phase) && Date.parse(deadline) <= now;
}
