import { digits, t } from "@conquest/shared/singletons/language";

/** Truncates to `max` characters with an ellipsis. Never splits a surrogate pair. */
export function truncate(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join("")}…`;
}

/** Groups digits as in Bangladesh: 1,00,000. Without Intl, which takes a slow phone longer than the first render. */
export const formatNumber = (number: number): string => digits(Math.round(number));

/** Returns a count with its noun: "1 person", "12 people". */
export const pluralize = (count: number, one: string, many: string, isAtLeast = false) =>
  `${formatNumber(count)}${isAtLeast ? "+" : ""} ${count === 1 ? one : many}`;

export const errorMessage = (error: unknown, otherwise = t("Try again.")): string =>
  error instanceof Error ? error.message : otherwise;
