import { and, inArray, lte, sql } from "drizzle-orm";
import { DAY_MS, JUDGING_DAYS } from "../../contests/domain/phase";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { contestPromises } from "../../../database/schema/taking-part";
import { hasEntryOf } from "../../entries/domain/entry-columns";

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

/** Condition on `contests`: closed, and this user is the only author whose account is not deleted. */
export const isLastAuthorOf = (userId: string, now: Date) =>
  and(
    lte(contests.deadline, now),
    hasEntryOf(userId),
    sql`not exists (select from entries entry join users author on author.id = entry.user_id where entry.contest_id = ${contests.id} and author.id <> ${userId} and author.removed_at is null)`,
    sql`not exists (select from entries entry join team_members mate on mate.team_id = entry.team_id join users author on author.id = mate.user_id
      where entry.contest_id = ${contests.id} and author.id <> ${userId} and author.removed_at is null)`,
  );

/** Schedules the lifecycle step for now if the last possible winner was deleted. Lock the contests first. */
export async function rescheduleLifecycle(tx: Database, deletedUserId: string, now: Date): Promise<void> {
  const affected = tx.select({ id: contests.id }).from(contests).where(isLastAuthorOf(deletedUserId, now));
  await tx.update(contestPromises).set({ nextAt: now }).where(inArray(contestPromises.contestId, affected));
}
