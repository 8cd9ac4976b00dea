import { DAY_MS, JUDGING_DAYS } from "./phase";

/** Whoever paid gets everything back when so many days after the deadline there is no winner. */
export const REFUND_DAYS = 30;

/** The creator is reminded so many days before the winner is due, and before everybody is refunded. */
const REMINDED_BEFORE = [7, 3, 1];

/** What the clock brings about after a deadline, as long as there is no winner. */
export type LifecycleStep =
  | { kind: "closed"; at: Date }
  | { kind: "winner due soon"; at: Date; days: number }
  | { kind: "overdue"; at: Date }
  | { kind: "refund soon"; at: Date; days: number }
  | { kind: "refund"; at: Date };

const daysAfter = (deadline: Date, days: number) => new Date(deadline.getTime() + days * DAY_MS);

/** When the winner is due: from then on admins may choose too. */
export const winnerDueAt = (deadline: Date): Date => daysAfter(deadline, JUDGING_DAYS);

/** When everybody is refunded where nobody has won. */
export const refundAt = (deadline: Date): Date => daysAfter(deadline, REFUND_DAYS);

/** All of them, in their order. */
export function stepsAfter(deadline: Date): LifecycleStep[] {
  const reminders = <Kind extends "winner due soon" | "refund soon">(kind: Kind, dueAfter: number) =>
    REMINDED_BEFORE.map((days) => ({ kind, days, at: daysAfter(deadline, dueAfter - days) }));
  return [
    { kind: "closed", at: deadline },
    ...reminders("winner due soon", JUDGING_DAYS),
    { kind: "overdue", at: winnerDueAt(deadline) },
    ...reminders("refund soon", REFUND_DAYS),
    { kind: "refund", at: refundAt(deadline) },
  ];
}

/** What is due now: the last of what was due since then. Who was away for a week needs no three reminders. */
export const stepDue = (deadline: Date, since: Date, now: Date): LifecycleStep | undefined =>
  stepsAfter(deadline).findLast(({ at }) => at >= since && at <= now);

/** When there is something to do next; null after the last. */
export const nextStepAt = (deadline: Date, now: Date): Date | null =>
  stepsAfter(deadline).find(({ at }) => at > now)?.at ?? null;
