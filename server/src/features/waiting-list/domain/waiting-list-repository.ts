import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, not, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { participations } from "../../../database/schema/taking-part";
import { waitingList, type WaitEnding } from "../../../database/schema/waiting-list";
import { hasPrivateAccess, isCoJudge } from "../../contests/domain/contest-visibility";
import { isPaidBy } from "../../participation/domain/participations-repository";

export const isActive = isNull(waitingList.endedAt);
const isOffered = isNotNull(waitingList.offeredAt);

const isOpenTo = (userId: PgColumn | SQL) =>
  sql<boolean>`(${contests}.visibility <> 'private' or ${hasPrivateAccess(userId)})`;

/** Condition on `contests`: someone who waits could take an offer. */
export const isEligible = (userId: PgColumn | SQL) => sql<boolean>`(exists (
  select from users waiter where waiter.id = ${userId} and waiter.status = 'verified' and waiter.removed_at is null)
  and ${isOpenTo(userId)} and not ${isCoJudge(userId)})`;

/** The user of a row could take the offer. Refers to `contests`, like the next. */
export const canTakeOffer = isEligible(waitingList.userId);

/** The wait must end: the user became a judge, or could not take the offer that they have. */
export const isBarred = or(isCoJudge(waitingList.userId), and(isOffered, not(canTakeOffer)));

/** Condition on `contests`: the user of a row could see it if it was published. */
export const hasAccess = isOpenTo(waitingList.userId);

/** Call it with the contest locked. */
export const waitingListRepository = (db: Database, contestId: string) => {
  const isOfContest = and(eq(waitingList.contestId, contestId), isActive);
  const matching = (where: SQL | undefined) =>
    db
      .select({ number: waitingList.number })
      .from(waitingList)
      .innerJoin(contests, eq(contests.id, waitingList.contestId))
      .where(and(isOfContest, where));

  return {
    isAnyoneWaiting: async (): Promise<boolean> => (await matching(undefined).limit(1)).length > 0,

    /** Those who lost access to a private contest are missing. */
    findWithAccess: () =>
      db
        .select({ userId: waitingList.userId })
        .from(waitingList)
        .innerJoin(contests, eq(contests.id, waitingList.contestId))
        .where(and(isOfContest, hasAccess)),

    /** Returns when the open offers of these users end, by user. */
    async filterOffers(userIds: readonly string[]): Promise<Map<string, string>> {
      const rows = await db
        .select({ userId: waitingList.userId, offerEndsAt: waitingList.offerEndsAt })
        .from(waitingList)
        .where(and(isOfContest, isOffered, inArray(waitingList.userId, [...userIds])));
      return new Map(rows.map((row) => [row.userId, row.offerEndsAt!.toISOString()]));
    },

    async findOf(userId: string) {
      const [row] = await db
        .select()
        .from(waitingList)
        .where(and(isOfContest, eq(waitingList.userId, userId)));
      return row;
    },

    countBefore: (number: number): Promise<number> =>
      db.$count(matching(and(not(isOffered), canTakeOffer, lt(waitingList.number, number))).as("before")),

    async add(userId: string, joinedAt: Date): Promise<number> {
      const [row] = await db
        .insert(waitingList)
        .values({ contestId, userId, joinedAt })
        .returning({ number: waitingList.number });
      return row!.number;
    },

    end: (where: SQL | undefined, ending: WaitEnding, endedAt: Date) =>
      db
        .update(waitingList)
        .set({ endedAt, ending })
        .where(inArray(waitingList.number, matching(where)))
        .returning({ number: waitingList.number, userId: waitingList.userId, offeredAt: waitingList.offeredAt }),

    of: (userIds: readonly string[]) => inArray(waitingList.userId, [...userIds]),
    hasJoined: sql`exists (${db.select({ id: participations.id }).from(participations).where(isPaidBy(contestId, waitingList.userId))})`,
    hasExpired: (now: Date) => and(isOffered, lte(waitingList.offerEndsAt, now)),

    async offer(limit: number, { offeredAt, offerEndsAt }: { offeredAt: Date; offerEndsAt: Date }) {
      const next = matching(and(not(isOffered), canTakeOffer)).orderBy(asc(waitingList.number));
      return db
        .update(waitingList)
        .set({ offeredAt, offerEndsAt })
        .where(inArray(waitingList.number, Number.isFinite(limit) ? next.limit(limit) : next))
        .returning({ number: waitingList.number, userId: waitingList.userId });
    },

    /** The rows keep their places. */
    withdrawOffers: () =>
      db
        .update(waitingList)
        .set({ offeredAt: null, offerEndsAt: null })
        .where(and(isOfContest, isOffered))
        .returning({ number: waitingList.number, userId: waitingList.userId }),
  };
};
