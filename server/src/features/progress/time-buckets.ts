import type { Progress, ProgressStep } from "@conquest/shared/contracts/progress";
import { dateOf, dayOf, firstOfMonth } from "./utc-days";

/** What happened on one day. */
export interface CountedDay extends Omit<ProgressStep, "from"> {
  day: number;
}

/** As many as a phone can show beside each other. */
const MOST_STEPS = 45;

/** The first day of the step in which a day is; weeks are counted from the first day of all, months are those of the calendar. */
function beginningOf(day: number, unit: Progress["unit"], first: number): number {
  if (unit === "day") return day;
  if (unit === "week") return day - ((day - first) % 7);
  return Math.max(first, firstOfMonth(day));
}

/** Every step from the first day to the last, also those on which nothing happened. What happened outside counts with the nearest. */
export function stepsOfTime(
  counted: readonly CountedDay[],
  { since, until }: { since: Date; until: Date },
): Pick<Progress, "unit" | "steps"> {
  const [first, last] = [dayOf(since), Math.max(dayOf(since), dayOf(until))];
  const days = last - first + 1;
  const unit = days <= MOST_STEPS ? "day" : days <= MOST_STEPS * 7 ? "week" : "month";
  const steps = new Map<number, ProgressStep>();
  for (let day = first; day <= last; day += 1) {
    const from = beginningOf(day, unit, first);
    if (!steps.has(from)) steps.set(from, { from: dateOf(from), joined: 0, left: 0, entries: 0 });
  }
  for (const { day, joined, left, entries } of counted) {
    const step = steps.get(beginningOf(Math.min(last, Math.max(first, day)), unit, first))!;
    step.joined += joined;
    step.left += left;
    step.entries += entries;
  }
  return { unit, steps: [...steps.values()] };
}
