import { and, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { contestPromises } from "../../../database/schema/taking-part";
import { hasEntryOf } from "../../entries/domain/entry-eligibility";

/** Condition on `contests`: closed, and this user is the only author whose account is not deleted. */
export const isLastAuthorOf = (userId: string, now: Date) =>
  and(
    lte(contests.deadline, now),
    hasEntryOf(userId),
    sql`not exists (select from entries entry join users author on author.id = entry.user_id where entry.contest_id = ${contests.id} and author.id <> ${userId} and author.removed_at is null)`,
  );

/** Schedules the lifecycle step for now if the last possible winner was deleted. Lock the contests first. */
export async function rescheduleLifecycle(tx: Database, deletedUserId: string, now: Date): Promise<void> {
  const affected = tx.select({ id: contests.id }).from(contests).where(isLastAuthorOf(deletedUserId, now));
  await tx.update(contestPromises).set({ nextAt: now }).where(inArray(contestPromises.contestId, affected));
}
