import { DAY_MS, JUDGING_DAYS } from "../../contests/domain/phase";

/** Days after the deadline until all participants are refunded if there is no winner. */
export const REFUND_DAYS = 30;

/** Days before the winner is due, and before the refund, at which the creator is reminded. */
const REMINDER_DAYS = [7, 3, 1];

export type LifecycleStep =
  | { kind: "closed"; at: Date }
  | { kind: "winner due soon"; at: Date; days: number }
  | { kind: "overdue"; at: Date }
  | { kind: "refund soon"; at: Date; days: number }
  | { kind: "refund"; at: Date };

const daysAfter = (deadline: Date, days: number) => new Date(deadline.getTime() + days * DAY_MS);

export const winnerDueAt = (deadline: Date): Date => daysAfter(deadline, JUDGING_DAYS);

export const refundAt = (deadline: Date): Date => daysAfter(deadline, REFUND_DAYS);

export function stepsAfter(deadline: Date): LifecycleStep[] {
  const reminders = <Kind extends "winner due soon" | "refund soon">(kind: Kind, dueAfter: number) =>
    REMINDER_DAYS.map((days) => ({ kind, days, at: daysAfter(deadline, dueAfter - days) }));
  return [
    { kind: "closed", at: deadline },
    ...reminders("winner due soon", JUDGING_DAYS),
    { kind: "overdue", at: winnerDueAt(deadline) },
    ...reminders("refund soon", REFUND_DAYS),
    { kind: "refund", at: refundAt(deadline) },
  ];
}

/** Returns the latest step due since `since`. Skips earlier ones, so that missed reminders do not arrive at once. */
export const stepDue = (deadline: Date, since: Date, now: Date): LifecycleStep | undefined =>
  stepsAfter(deadline).findLast(({ at }) => at >= since && at <= now);

export const nextStepAt = (deadline: Date, now: Date): Date | null =>
  stepsAfter(deadline).find(({ at }) => at > now)?.at ?? null;
