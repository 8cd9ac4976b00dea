import { throwValidationError } from "../../../platform/errors";

/** Payments are held until the deadline, so a distant year is more likely a typo than a plan. */
const MAX_YEARS_AHEAD = 10;

export function assertFutureDeadline(deadline: Date, now: Date): void {
  if (deadline <= now) throwValidationError({ deadline: "Please choose a deadline in the future." });
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS_AHEAD);
  if (deadline > latest)
    throwValidationError({ deadline: `Please choose a deadline within ${MAX_YEARS_AHEAD} years.` });
}
