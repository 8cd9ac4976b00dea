import { and, asc, eq, getTableColumns, gt, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { ledgerEntries, participations } from "../../../database/schema/taking-part";
import { isEntryOf } from "../../contests/domain/entry-authors";

export type PaidParticipation = typeof participations.$inferSelect;
type PaidParticipationDraft = Pick<
  PaidParticipation,
  "contestId" | "userId" | "amount" | "last4" | "paidAt" | "rulesVersion"
>;

const isPaidIn = (contestId: string | PgColumn) =>
  and(eq(participations.contestId, contestId), eq(participations.state, "paid"));

export const isPaidBy = (contestId: string | PgColumn, userId: string | PgColumn) =>
  and(isPaidIn(contestId), eq(participations.userId, userId));

/** Condition on a participation and its contest: refunded because the user left, not because the contest was cancelled. */
export const hasLeft = sql<boolean>`(${participations.state} = 'refunded' and (${contests.cancelledAt} is null or ${participations.refundedAt} < ${contests.cancelledAt}))`;

/** Joins a participation to its payment in the ledger, which a free one does not have. */
export const isItsPayment = and(
  eq(ledgerEntries.participationId, participations.id),
  eq(ledgerEntries.kind, "payment"),
);

export const participationsRepository = (db: Database) => ({
  async findPaid(contestId: string, userId: string) {
    const [row] = await db.select().from(participations).where(isPaidBy(contestId, userId));
    return row;
  },

  async findJoined(contestId: string, userId: string) {
    const [row] = await db
      .select({
        ...getTableColumns(participations),
        participantCount: contests.participantCount,
        receiptNumber: ledgerEntries.number,
      })
      .from(participations)
      .innerJoin(contests, eq(contests.id, participations.contestId))
      .leftJoin(ledgerEntries, isItsPayment)
      .where(isPaidBy(contestId, userId));
    return row;
  },

  hasEverJoined: async (contestId: string, userId: string): Promise<boolean> =>
    (await db.$count(participations, and(eq(participations.contestId, contestId), eq(participations.userId, userId)))) >
    0,

  async hasSubmitted(contestId: string, userId: string): Promise<boolean> {
    return (await db.$count(entries, and(eq(entries.contestId, contestId), isEntryOf(userId)))) > 0;
  },

  async filterPaid(contestId: string, userIds: readonly string[]): Promise<Set<string>> {
    const rows = await db
      .select({ userId: participations.userId })
      .from(participations)
      .where(and(isPaidIn(contestId), sql`${participations.userId} = any(${sql.param([...userIds])}::text[])`));
    return new Set(rows.map(({ userId }) => userId));
  },

  /** Inserts in the given order. A unique index rejects a second paid participation of the same user. */
  insertPaid: (payments: readonly PaidParticipationDraft[]): Promise<PaidParticipation[]> =>
    db
      .insert(participations)
      .values([...payments])
      .returning(),

  /** Numbers of the payments or refunds in the ledger, by participation. Free participations have none. */
  async ledgerNumbersOf(
    participationIds: readonly string[],
    kind: "payment" | "refund" = "payment",
  ): Promise<Map<string, number>> {
    const rows = await db
      .select({ id: ledgerEntries.participationId, number: ledgerEntries.number })
      .from(ledgerEntries)
      .where(
        and(
          sql`${ledgerEntries.participationId} = any(${sql.param([...participationIds])}::text[])`,
          eq(ledgerEntries.kind, kind),
        ),
      );
    return new Map(rows.map(({ id, number }) => [id, number]));
  },

  refund: (participationId: string, refundedAt: Date) =>
    db
      .update(participations)
      .set({ state: "refunded", refundedAt })
      .where(and(eq(participations.id, participationId), eq(participations.state, "paid"))),

  refundAll: (contestId: string, refundedAt: Date) =>
    db
      .update(participations)
      .set({ state: "refunded", refundedAt })
      .where(isPaidIn(contestId))
      .returning({ userId: participations.userId, amount: participations.amount }),

  /** Whether anyone ever joined, including refunded participations. */
  async wasJoined(contestId: string): Promise<boolean> {
    const rows = await db
      .select({ id: participations.id })
      .from(participations)
      .where(eq(participations.contestId, contestId))
      .limit(1);
    return rows.length > 0;
  },
  async wasPaidFor(contestId: string): Promise<boolean> {
    const rows = await db
      .select({ id: participations.id })
      .from(participations)
      .where(and(eq(participations.contestId, contestId), gt(participations.amount, 0)))
      .limit(1);
    return rows.length > 0;
  },

  async listUserIds(contestId: string): Promise<string[]> {
    const rows = await db
      .select({ userId: participations.userId })
      .from(participations)
      .where(isPaidIn(contestId))
      .orderBy(asc(participations.paidAt), asc(participations.id));
    return rows.map(({ userId }) => userId);
  },
});
