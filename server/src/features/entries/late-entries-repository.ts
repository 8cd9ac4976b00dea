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

  /** Keeps a person's last late text in place of the one before. Returns whether it's their first. */
  async save({ contestId, userId, ...late }: LateRow): Promise<boolean> {
    const [row] = await db
      .insert(lateEntries)
      .values({ contestId, userId, ...late })
      .onConflictDoUpdate({ target: [lateEntries.contestId, lateEntries.userId], set: late })
      .returning({ isFirst: sql<boolean>`(xmax = 0)` });
    return row!.isFirst;
  },

  /** When a person last withdrew an entry to this contest. */
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
