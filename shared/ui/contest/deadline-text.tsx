import { formatDateTime, formatRelative, serverNow, useNow } from "@conquest/shared/ui/time";

/** A deadline in words: relative first, then date, time and zone. */
export function DeadlineText({ at, now = serverNow }: { at: string; now?: () => number }) {
  const current = useNow(now);
  const isPast = Date.parse(at) <= current;
  return (
    <span className="cq-deadline" suppressHydrationWarning>
      {isPast ? "Closed" : "Closes"} {formatRelative(Date.parse(at), current)}
      <time className="cq-deadline-date" dateTime={at} suppressHydrationWarning>
        {formatDateTime(at)}
      </time>
    </span>
  );
}
