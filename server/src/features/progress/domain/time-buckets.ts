import type { Progress, ProgressStep } from "@conquest/shared/contracts/progress";
import { sql, type SQL, type SQLWrapper } from "drizzle-orm";

/** Days are dates of a time zone, counted from 1970. */
const DAY_MS = 86_400_000;

export function dayOf(instant: Date, zone = "UTC"): number {
  if (zone === "UTC") return Math.floor(instant.getTime() / DAY_MS);
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, year: "numeric", month: "numeric", day: "numeric" })
    .formatToParts(instant)
    .map(({ type, value }) => [type, Number(value)] as const);
  const { year, month, day } = Object.fromEntries(parts) as Record<"year" | "month" | "day", number>;
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

export const dayOfColumn = (instant: SQLWrapper, zone: string): SQL<number> =>
  sql<number>`floor(extract(epoch from ${instant} at time zone ${zone}) / 86400)::int`;

export const startOfDay = (day: number): Date => new Date(day * DAY_MS);

export const firstOfMonth = (day: number): number => {
  const date = new Date(day * DAY_MS);
  return dayOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)));
};

export const dateOf = (day: number): string => startOfDay(day).toISOString().slice(0, 10);

export interface DayCounts extends Omit<ProgressStep, "from"> {
  day: number;
}

/** As many steps as fit on a phone. */
const MAX_STEPS = 45;

/** Returns the first day of the step that contains `day`. Weeks start at `first`; months follow the calendar. */
function startOfStep(day: number, unit: Progress["unit"], first: number): number {
  if (unit === "day") return day;
  if (unit === "week") return day - ((day - first) % 7);
  return Math.max(first, firstOfMonth(day));
}

/** Includes empty steps. Counts outside the range go to the nearest step. */
export function bucketByTime(
  counted: readonly DayCounts[],
  { since, until, zone = "UTC" }: { since: Date; until: Date; zone?: string },
): Pick<Progress, "unit" | "steps"> {
  const first = dayOf(since, zone);
  const last = Math.max(first, dayOf(until, zone));
  const days = last - first + 1;
  const unit = days <= MAX_STEPS ? "day" : days <= MAX_STEPS * 7 ? "week" : "month";
  const steps = new Map<number, ProgressStep>();
  for (let day = first; day <= last; day += 1) {
    const from = startOfStep(day, unit, first);
    if (!steps.has(from)) steps.set(from, { from: dateOf(from), joined: 0, left: 0, entries: 0 });
  }
  for (const { day, joined, left, entries } of counted) {
    const step = steps.get(startOfStep(Math.min(last, Math.max(first, day)), unit, first))!;
    step.joined += joined;
    step.left += left;
    step.entries += entries;
  }
  return { unit, steps: [...steps.values()] };
}
