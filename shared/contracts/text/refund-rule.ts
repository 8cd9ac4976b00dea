import { msg } from "./msg";

// In its own file, to be bundled alone.

/** After an extension, participants can leave with a full refund for this long, even with an entry. */
export const LEAVE_WINDOW_HOURS = 48;

type Translate = (message: string, values: Readonly<Record<string, string | number>>) => string;

const inEnglish: Translate = (message, values) =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

const RULES = [
  msg("Full refund if you leave before the deadline without submitting an entry."),
  msg("Full refund if the deadline is extended after you join and you leave within {hours} hours, even with an entry."),
  msg("Full refund if the contest is cancelled or has no winner by {day}."),
];

/** One sentence per case. `refundBy` is the day when everyone who paid is refunded if there is no winner. */
export const refundRule = (refundBy: string, translate = inEnglish): readonly string[] =>
  RULES.map((rule) => translate(rule, { hours: LEAVE_WINDOW_HOURS, day: refundBy }));
