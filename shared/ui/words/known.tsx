import type { BadgeIcon, Tone } from "@conquest/shared/ui/badge";

/** A value as the server writes it, in words: "changes_requested" is "Changes requested". */
export const valueWords = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1).replaceAll("_", " ");

/**
 * The entry of a table for a value that the server sent. A server may be newer than the page and know more values: these get what
 * `otherwise` makes of their words.
 */
export const known = <Entry,>(table: Readonly<Record<string, Entry>>, value: string, otherwise: (words: string) => Entry): Entry =>
  Object.hasOwn(table, value) ? table[value]! : otherwise(valueWords(value));

/** {@link known} of a table of labels: one that is missing is the value in words. */
export const labelOf = (labels: Readonly<Record<string, string>>, value: string): string => known(labels, value, (words) => words);

/** {@link known} of a table of badges: one that is missing is neutral. */
export const badgeOf = <Badge extends { label: string; tone: Tone; icon?: BadgeIcon }>(badges: Readonly<Record<string, Badge>>, value: string): Badge =>
  known(badges, value, (label) => ({ label, tone: "neutral" }) as Badge);
