import { and, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { contestPromises } from "../../../database/schema/taking-part";
import { hasEntryOf } from "../entries/entry-eligibility";

/** Contests that have closed and that only this person has handed in to who was not removed, as a condition on `contests`: without them nobody could win any more. */
export const isLastAuthorOf = (personId: string, now: Date) =>
  and(
    lte(contests.deadline, now),
    hasEntryOf(personId),
    sql`not exists (select from entries entry join users author on author.id = entry.user_id where entry.contest_id = ${contests.id} and author.id <> ${personId} and author.removed_at is null)`,
  );

/** Where somebody who has just gone was the last who could win what has closed, its promise is looked at now and not at its next step. Those contests are held. */
export async function rescheduleLifecycle(tx: Database, goneId: string, now: Date): Promise<void> {
  const stuck = tx.select({ id: contests.id }).from(contests).where(isLastAuthorOf(goneId, now));
  await tx.update(contestPromises).set({ nextAt: now }).where(inArray(contestPromises.contestId, stuck));
}
