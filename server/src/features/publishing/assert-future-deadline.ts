import { throwValidationError } from "../../platform/errors";

/** What people pay waits for it: a year is a slip of the keyboard rather than a plan. */
const MOST_YEARS_AHEAD = 10;

/** Refuses (422) a deadline that has passed, or that nobody will wait for. */
export function assertFutureDeadline(deadline: Date, now: Date): void {
  if (deadline <= now) throwValidationError({ deadline: "Please choose a deadline in the future." });
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MOST_YEARS_AHEAD);
  if (deadline > latest)
    throwValidationError({ deadline: `Please choose a deadline within ${MOST_YEARS_AHEAD} years.` });
}
