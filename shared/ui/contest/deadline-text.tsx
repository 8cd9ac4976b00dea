import type { Phase } from "@conquest/shared/contracts/contests";
import { formatRelative, serverNow, useDateTimeFormat, useNow } from "@conquest/shared/ui/words/time";

/** A deadline in words: relative first, then date, time and zone. Nothing closes where the contest was cancelled. */
export function DeadlineText({ at, phase, now = serverNow }: { at: string; phase?: Phase; now?: () => number }) {
  const current = useNow(now);
  const format = useDateTimeFormat();
  const isPast = Date.parse(at) <= current;
  return (
    <span className="cq-deadline">
      {phase !== "cancelled" && `${isPast ? "Closed" : "Closes"} ${formatRelative(Date.parse(at), current)}`}
      <time className="cq-deadline-date" dateTime={at}>
        {format(at)}
      </time>
    </span>
  );
}
