/** `refundBy` is when everyone who paid is refunded if there is no winner. In its own file, to be bundled alone. */
export const refundRule = (refundBy: string): string =>
  `You get a full refund if you leave before the deadline without submitting an entry, if the deadline is extended after you join and you leave in time, or if the contest is cancelled or no winner is picked by ${refundBy}.`;

export const REFUND_RULE = refundRule("the date on the contest page");
