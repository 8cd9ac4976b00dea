// In its own file, to be bundled alone.

/** After an extension, participants can leave with a full refund for this long, even with an entry. */
export const LEAVE_WINDOW_HOURS = 48;

/** One sentence per case. `refundBy` is the day when everyone who paid is refunded if there is no winner. */
export const refundRule = (refundBy: string): readonly string[] => [
  "Full refund if you leave before the deadline without submitting an entry.",
  `Full refund if the deadline is extended after you join and you leave within ${LEAVE_WINDOW_HOURS} hours, even with an entry.`,
  `Full refund if the contest is cancelled or has no winner by ${refundBy}.`,
];
