import { DAY_MS } from "./phase";

const HOUR_MS = 60 * 60 * 1000;

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** How long until then, as countdowns and tables show it at the same moment: whole days; where none is left hours, then minutes. */
export function daysUntil(at: Date, now: Date): string {
  const left = at.getTime() - now.getTime();
  if (left >= DAY_MS) return counted(Math.floor(left / DAY_MS), "day");
  if (left >= HOUR_MS) return counted(Math.floor(left / HOUR_MS), "hour");
  return counted(Math.max(0, Math.floor(left / 60_000)), "minute");
}
