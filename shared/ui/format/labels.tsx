import type { BadgeContent } from "@conquest/shared/ui/badge";

/** Converts a server value to words: "changes_requested" becomes "Changes requested". */
export const humanizeValue = (value: string): string =>
  value.charAt(0).toUpperCase() + value.slice(1).replaceAll("_", " ");

/** Looks up a server value. Newer servers may send unknown values: `otherwise` gets them in words. */
export const lookUp = <Entry,>(
  table: Readonly<Record<string, Entry>>,
  value: string,
  otherwise: (words: string) => Entry,
): Entry => (Object.hasOwn(table, value) ? table[value]! : otherwise(humanizeValue(value)));

export const labelOf = (labels: Readonly<Record<string, string>>, value: string): string =>
  lookUp(labels, value, (words) => words);

export const badgeOf = (badges: Readonly<Record<string, BadgeContent>>, value: string): BadgeContent =>
  lookUp(badges, value, (label) => ({ label, tone: "neutral" }));
