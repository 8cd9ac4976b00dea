import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../database/database";
import { auditEntries } from "../../database/schema/audit";
import { lateEntries } from "../../database/schema/contests";

export type LateRow = typeof lateEntries.$inferSelect;

export const lateEntriesRepository = (db: Database) => ({
  async find(contestId: string, userId: string): Promise<LateRow | undefined> {
    const [row] = await db
      .select()
      .from(lateEntries)
      .where(and(eq(lateEntries.contestId, contestId), eq(lateEntries.userId, userId)));
    return row;
  },

  /** Saves a user's late entry in place of any earlier one; returns whether it is the first. */
  async save({ contestId, userId, ...late }: LateRow): Promise<boolean> {
    const [row] = await db
      .insert(lateEntries)
      .values({ contestId, userId, ...late })
      .onConflictDoUpdate({ target: [lateEntries.contestId, lateEntries.userId], set: late })
      .returning({ isFirst: sql<boolean>`(xmax = 0)` });
    return row!.isFirst;
  },

  async lastWithdrawal(contestId: string, userId: string): Promise<Date | null> {
    const [row] = await db
      .select({ at: auditEntries.at })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.actorId, userId),
          eq(auditEntries.act, "entry_withdrawn"),
          eq(auditEntries.contestId, contestId),
        ),
      )
      .orderBy(desc(auditEntries.at))
      .limit(1);
    return row?.at ?? null;
  },
});
