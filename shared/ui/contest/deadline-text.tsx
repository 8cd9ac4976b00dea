import type { Phase } from "@conquest/shared/contracts/contests";
import { T, t } from "@conquest/shared/singletons/language";
import { formatRelative, serverNow, useDateTimeFormat, useNow } from "@conquest/shared/ui/format/time";

const isInReview = (phase: Phase | undefined): boolean => phase === "in_review" || phase === "changes_requested";

export const neverCloses = (phase: Phase | undefined): boolean => phase === "cancelled" || phase === "rejected";

interface Props {
  at: string;
  phase?: Phase;
  now?: () => number;
  /** Shows the date only as a tooltip and to screen readers, unless it is all there is. */
  isShort?: boolean;
}

export function DeadlineText({ at, phase, now = serverNow, isShort = false }: Props) {
  const current = useNow(now);
  const format = useDateTimeFormat();
  const isPast = Date.parse(at) <= current;
  const isOnlyDate = neverCloses(phase);
  const isHidden = isShort && !isOnlyDate;
  const date = (
    <time className={isHidden ? "cq-visually-hidden" : "cq-deadline-date"} dateTime={at}>
      {format(at)}
    </time>
  );
  return (
    <span className="cq-deadline" title={isHidden ? format(at) : undefined}>
      {isOnlyDate ? (
        // One flex item, so that label and date stay on one line.
        <span>
          <T text="Deadline: {time}" time={date} />
        </span>
      ) : (
        <>
          {t(!isPast ? "Closes {time}" : isInReview(phase) ? "Deadline passed {time}" : "Closed {time}", {
            time: formatRelative(Date.parse(at), current),
          })}
          {date}
        </>
      )}
    </span>
  );
}

/** Returns whether a contest in review can't be confirmed because its deadline has passed. */
export function useIsReviewOverdue({ phase, deadline }: { phase: Phase; deadline: string }): boolean {
  const now = useNow(serverNow);
  return isInReview(phase) && Date.parse(deadline) <= now;
}
