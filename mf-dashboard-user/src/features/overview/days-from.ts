import { formatDay, formatShortDay } from "@conquest/shared/ui/format/day";
import type { Step } from "@conquest/shared/ui/chart/series";

const DAY_MS = 86_400_000;

export const toStep = (day: string): Step => ({ label: formatDay(day), short: formatShortDay(day) });

/** Returns consecutive UTC days as steps of a chart. */
export const daysFrom = (first: string, count: number): Step[] =>
  Array.from({ length: count }, (_, index) =>
    toStep(new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10)),
  );
