import { serverNow, useNow } from "@conquest/shared/ui/format/time";

const TICK = 1000;

/** What is left of `milliseconds`, all zero once it is over. */
export function timeLeft(milliseconds: number) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    min: Math.floor(seconds / 60) % 60,
    sec: seconds % 60,
  };
}

interface Props {
  /** The deadline, ISO 8601. */
  to: string;
  /** What ends then, for who cannot see it. */
  label?: string;
  /** A page has one timer; what else counts down beside it is a group. */
  role?: "timer" | "group";
  /** The time now in milliseconds; the server's clock unless given. */
  now?: () => number;
}

/**
 * Days, hours, min and sec to a deadline. Each tick reads the clock anew, so a sleeping tab never drifts.
 * A timer is silent to screen readers: set a DeadlineText beside it.
 */
export function Countdown({ to, label = "Time left", role = "timer", now = serverNow }: Props) {
  const left = timeLeft(Date.parse(to) - useNow(now, TICK));
  return (
    <div role={role} aria-live="off" aria-label={label} className="cq-countdown">
      {Object.entries(left).map(([unit, value]) => (
        <div key={unit} className="cq-countdown-part">
          <span className="cq-countdown-value">{String(value).padStart(2, "0")}</span>
          <span className="cq-countdown-unit">{unit}</span>
        </div>
      ))}
    </div>
  );
}
