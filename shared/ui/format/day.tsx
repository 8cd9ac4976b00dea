import { digits, t } from "@conquest/shared/singletons/language";

/** From 0. One message for all, since "May" alone is also a verb. */
export const monthOf = (month: number) => t("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split(" ")[month];

/** For narrow places: in some languages the usual names are long. */
const shortMonthOf = (month: number) =>
  t("Jan, Feb, Mar, Apr, May, Jun, Jul, Aug, Sep, Oct, Nov, Dec").split(", ")[month];

const monthIn = (day: string) => Number(day.slice(5, 7)) - 1;
const dateIn = (day: string) => digits(Number(day.slice(8, 10)));

/** Formats "2026-03-02" as "2 Mar 2026": a day in UTC, whatever the viewer's zone is. */
export const formatDay = (day: string): string => `${dateIn(day)} ${formatMonth(day)}`;

/** Formats "2026-03-02" as "2 Mar", for the axis of a chart. */
export const formatShortDay = (day: string): string => `${dateIn(day)} ${shortMonthOf(monthIn(day))}`;

/** Formats "2026-03-02" as "Mar 2026". */
export const formatMonth = (day: string): string => `${monthOf(monthIn(day))} ${digits(day.slice(0, 4))}`;
