const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Formats "2026-03-02" as "2 Mar 2026": a day in UTC, whatever the viewer's zone is. */
export const formatDay = (day: string): string => `${formatShortDay(day)} ${day.slice(0, 4)}`;

/** Formats "2026-03-02" as "2 Mar". */
export function formatShortDay(day: string): string {
  const [, month, date] = day.split("-").map(Number) as [number, number, number];
  return `${date} ${MONTHS[month - 1]}`;
}
