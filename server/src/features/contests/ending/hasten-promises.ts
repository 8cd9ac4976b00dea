import { and, eq, inArray, isNull, lte, notExists, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import { contestPromises } from "../../../database/schema/taking-part";

/** Where somebody who has just gone was the last who could win what has closed, its promise is looked at now and not at its next step. Those contests are held. */
export async function hastenPromises(tx: Database, goneId: string, now: Date): Promise<void> {
  const handedIn = tx.select({ id: entries.contestId }).from(entries).where(eq(entries.userId, goneId));
  const others = tx
    .select({ one: sql`1` })
    .from(entries)
    .innerJoin(users, eq(users.id, entries.userId))
    .where(and(eq(entries.contestId, contestPromises.contestId), isNull(users.removedAt)));
  const closed = tx.select({ id: contests.id }).from(contests).where(and(inArray(contests.id, handedIn), lte(contests.deadline, now)));
  await tx
    .update(contestPromises)
    .set({ nextAt: now })
    .where(and(inArray(contestPromises.contestId, closed), notExists(others)));
}
