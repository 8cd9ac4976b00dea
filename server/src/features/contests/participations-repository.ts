import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../../database/open-database";
import { entries, participations } from "../../database/schema";

/** The paid places of contests and what hangs on them. */
export const participationsOf = (db: Database) => {
  const isPaidOf = (contestId: string) => and(eq(participations.contestId, contestId), eq(participations.state, "paid"));
  return {
    async findPaid(contestId: string, userId: string) {
      const [row] = await db
        .select()
        .from(participations)
        .where(and(isPaidOf(contestId), eq(participations.userId, userId)));
      return row;
    },

    async hasSubmitted(contestId: string, userId: string): Promise<boolean> {
      return (await db.$count(entries, and(eq(entries.contestId, contestId), eq(entries.userId, userId)))) > 0;
    },

    /** Undefined when this person has a paid place already. */
    async insertPaid(payment: { contestId: string; userId: string; amount: number; last4: string; paidAt: Date }) {
      const [row] = await db
        .insert(participations)
        .values(payment)
        .onConflictDoNothing({ target: [participations.contestId, participations.userId], where: eq(participations.state, "paid") })
        .returning();
      return row;
    },

    refund: (participationId: string, refundedAt: Date) =>
      db
        .update(participations)
        .set({ state: "refunded", refundedAt })
        .where(and(eq(participations.id, participationId), eq(participations.state, "paid"))),

    /** Refunds everyone who paid for the contest, and answers whom and how much. */
    refundAll: (contestId: string, refundedAt: Date) =>
      db
        .update(participations)
        .set({ state: "refunded", refundedAt })
        .where(isPaidOf(contestId))
        .returning({ userId: participations.userId, amount: participations.amount }),

    /** Whether anybody ever paid for the contest, refunded or not. */
    async wasPaidFor(contestId: string): Promise<boolean> {
      const rows = await db.select({ id: participations.id }).from(participations).where(eq(participations.contestId, contestId)).limit(1);
      return rows.length > 0;
    },

    /** Who has a paid place, in the order of paying. */
    async listUserIds(contestId: string): Promise<string[]> {
      const rows = await db
        .select({ userId: participations.userId })
        .from(participations)
        .where(isPaidOf(contestId))
        .orderBy(asc(participations.paidAt), asc(participations.id));
      return rows.map(({ userId }) => userId);
    },
  };
};
