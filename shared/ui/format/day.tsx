import { digits, t } from "@conquest/shared/singletons/language";

/** From 0. One message for all, since "May" alone is also a verb. */
export const monthOf = (month: number) => t("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split(" ")[month];

const monthOfDay = (day: string) => monthOf(Number(day.slice(5, 7)) - 1);

/** Formats "2026-03-02" as "2 Mar 2026": a day in UTC, whatever the viewer's zone is. */
export const formatDay = (day: string): string => `${formatShortDay(day)} ${digits(day.slice(0, 4))}`;

/** Formats "2026-03-02" as "2 Mar". */
export const formatShortDay = (day: string): string => `${digits(Number(day.slice(8, 10)))} ${monthOfDay(day)}`;

/** Formats "2026-03-02" as "Mar 2026". */
export const formatMonth = (day: string): string => `${monthOfDay(day)} ${digits(day.slice(0, 4))}`;
