import { digits, msg, t } from "@conquest/shared/singletons/language";
import { serverNow, useNow } from "@conquest/shared/ui/format/time";

const TICK = 1000;
const UNITS = { days: msg("days"), hours: msg("hours"), min: msg("min"), sec: msg("sec") };

/** Returns the parts of a duration in milliseconds; all zero once it is over. */
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
  to: string;
  label?: string;
  /** A page should have only one timer; other countdowns are groups. */
  role?: "timer" | "group";
  now?: () => number;
}

/** Each tick reads the clock, so a suspended tab doesn't drift. Screen readers ignore it: add a DeadlineText. */
export function Countdown({ to, label = t("Time left"), role = "timer", now = serverNow }: Props) {
  const left = timeLeft(Date.parse(to) - useNow(now, TICK));
  return (
    <div role={role} aria-live="off" aria-label={label} className="cq-countdown">
      {Object.entries(left).map(([unit, value]) => (
        <div key={unit} className="cq-countdown-part">
          <span className="cq-countdown-value">{digits(String(value).padStart(2, "0"))}</span>
          <span className="cq-countdown-unit">{t(UNITS[unit as keyof typeof UNITS])}</span>
        </div>
      ))}
    </div>
  );
}
