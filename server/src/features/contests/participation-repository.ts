import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { contests, entries, participations } from "../../schema";
import { cutPage, epochMs, isAfter, sortKeysOf, type Place, type SortKeys } from "../../platform/keyset";

export type ParticipationRow = Awaited<ReturnType<typeof listParticipations>>["rows"][number];

export async function findPaid(db: Database, contestId: string, userId: string) {
  const [row] = await db
    .select()
    .from(participations)
    .where(and(eq(participations.contestId, contestId), eq(participations.userId, userId), eq(participations.state, "paid")));
  return row;
}

/** Undefined when this person has a paid place already. */
export async function insertPaid(
  db: Database,
  payment: { contestId: string; userId: string; amount: number; last4: string; paidAt: Date },
) {
  const [row] = await db
    .insert(participations)
    .values(payment)
    .onConflictDoNothing({ target: [participations.contestId, participations.userId], where: eq(participations.state, "paid") })
    .returning();
  return row;
}

export const refund = (db: Database, participationId: string, refundedAt: Date) =>
  db
    .update(participations)
    .set({ state: "refunded", refundedAt })
    .where(and(eq(participations.id, participationId), eq(participations.state, "paid")));

/** Refunds everyone who paid for the contest, and answers whom and how much. */
export const refundAll = (db: Database, contestId: string, refundedAt: Date) =>
  db
    .update(participations)
    .set({ state: "refunded", refundedAt })
    .where(and(eq(participations.contestId, contestId), eq(participations.state, "paid")))
    .returning({ userId: participations.userId, amount: participations.amount });

export async function hasAnyPayment(db: Database, contestId: string): Promise<boolean> {
  const rows = await db.select({ id: participations.id }).from(participations).where(eq(participations.contestId, contestId)).limit(1);
  return rows.length > 0;
}

export const listParticipantIds = (db: Database, contestId: string) =>
  db
    .select({ userId: participations.userId })
    .from(participations)
    .where(and(eq(participations.contestId, contestId), eq(participations.state, "paid")))
    .orderBy(asc(participations.paidAt), asc(participations.id));

/** A person's contests, last joined first; of a contest that was left and joined again, only the payment that counts. */
export async function listParticipations(db: Database, userId: string, limit: number, place: Place) {
  const keys: SortKeys = [sql`-${epochMs(participations.paidAt)}`, sql`${participations.id}`];
  const where = and(
    eq(participations.userId, userId),
    sql`not exists (
      select 1 from participations other
      where other.contest_id = ${participations.contestId} and other.user_id = ${participations.userId}
        and ((other.state = 'paid')::int, other.paid_at, other.id)
          > ((${participations.state} = 'paid')::int, ${participations.paidAt}, ${participations.id}))`,
  );
  const rows = await db
    .select({
      contestId: contests.id,
      name: contests.name,
      image: contests.image,
      description: contests.description,
      deadline: contests.deadline,
      status: contests.status,
      review: contests.review,
      cancelledAt: contests.cancelledAt,
      creatorId: contests.creatorId,
      registrationPrice: contests.registrationPrice,
      prize: contests.prize,
      participantCount: contests.participantCount,
      winnerAt: contests.winnerAt,
      winnerId: contests.winnerId,
      amount: participations.amount,
      state: participations.state,
      paidAt: participations.paidAt,
      entryId: entries.id,
      sortKeys: sortKeysOf(keys),
    })
    .from(participations)
    .innerJoin(contests, eq(contests.id, participations.contestId))
    .leftJoin(entries, and(eq(entries.contestId, contests.id), eq(entries.userId, participations.userId)))
    .where(and(where, isAfter(keys, place)))
    .orderBy(...keys)
    .limit(limit + 1);
  const [total] = await db.select({ total: count() }).from(participations).where(where);
  return { ...cutPage(rows, limit, place), total: total?.total ?? 0 };
}
