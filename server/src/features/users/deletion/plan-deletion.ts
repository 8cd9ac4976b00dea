import { and, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { participations } from "../../../database/schema/taking-part";
import { canLeave } from "../../contests/policies/contest-policy";
import { wasAskedToJudge, wasRatedByAdmin } from "../../contests/contest-visibility";
import type { ContestRow } from "../../contests/contests-repository";
import { isLastAuthorOf } from "../../contests/ending/reschedule-lifecycle";
import { isUndecided } from "../../contests/clock/undecided";
import { hasEntryOf } from "../../contests/entries/entry-eligibility";
import { wasThereBefore } from "../../contests/deadline/extension-policy";
import { participationsRepository } from "../../contests/participations-repository";

/** What goes with an account. */
export interface DeletionPlan {
  /** Own contests that anybody ever paid for. */
  cancels: ContestRow[];
  /** Own contests that nobody ever paid for. */
  deletes: ContestRow[];
  /** Places in contests of others that can be given back. */
  leaves: { contest: ContestRow; paymentId: string; amount: number; hasSubmitted: boolean }[];
  /** Entries that stay. */
  entryCount: number;
  /** Contests of others that end with them, as nobody else could win. */
  lastEntryCount: number;
}

/** Contests that are not decided and that this person runs, was asked to judge, has rated as an admin, takes part in or waits for an answer in, in the order in which contests are held. */
export const undecidedContestsOf = (db: Database, userId: string) =>
  contestsWhere(db, and(isUndecided, concerns(userId)));

/** The same, and those that this person ran: whoever deletes their account changes all of them. */
export const contestsOfLeaving = (db: Database, userId: string) =>
  contestsWhere(db, or(eq(contests.creatorId, userId), and(isUndecided, concerns(userId))));

/** Contests that change with a person whom an admin removes, in the same order. Their places in contests of others stay; with an entry somebody may go who alone could win, and with a question what its creator was asked. */
export const contestsOfRemoved = (db: Database, userId: string) =>
  contestsWhere(
    db,
    or(
      eq(contests.creatorId, userId),
      wasAskedToJudge(userId),
      wasRatedByAdmin(userId),
      and(isUndecided, or(hasEntryOf(userId), waitsForAnswer(userId))),
    ),
  );

const concerns = (userId: string) =>
  or(
    eq(contests.creatorId, userId),
    sql`${contests.id} in (select contest_id from participations where user_id = ${userId} and state = 'paid')`,
    wasAskedToJudge(userId),
    wasRatedByAdmin(userId),
    waitsForAnswer(userId),
  );

/** Whoever ends such a contest settles what its creator was asked, and tells people; whoever leaves takes that back. */
const waitsForAnswer = (userId: string) =>
  sql`${contests.id} in (select contest_id from contest_questions where asker_id = ${userId} and answered_at is null)`;

const contestsWhere = (db: Database, where: SQL | undefined) =>
  db.select().from(contests).where(where).orderBy(contests.id);

/** What deleting this account brings about, given those contests. */
export async function planDeletion(
  db: Database,
  userId: string,
  undecided: readonly ContestRow[],
  now: Date,
): Promise<DeletionPlan> {
  const ofOthers = undecided.filter(({ creatorId }) => creatorId !== userId).map(({ id }) => id);
  const plan: DeletionPlan = {
    cancels: [],
    deletes: [],
    leaves: [],
    entryCount: await db.$count(entries, eq(entries.userId, userId)),
    lastEntryCount: await db.$count(contests, and(inArray(contests.id, ofOthers), isLastAuthorOf(userId, now))),
  };
  const places = await db
    .select({
      id: participations.id,
      contestId: participations.contestId,
      amount: participations.amount,
      paidAt: participations.paidAt,
      hasSubmitted: sql<boolean>`${entries.id} is not null`,
    })
    .from(participations)
    .leftJoin(entries, and(eq(entries.contestId, participations.contestId), eq(entries.userId, participations.userId)))
    .where(and(eq(participations.userId, userId), eq(participations.state, "paid")));
  const placeIn = new Map(places.map((place) => [place.contestId, place]));
  for (const contest of undecided) {
    if (contest.creatorId === userId) {
      plan[(await participationsRepository(db).wasJoined(contest.id)) ? "cancels" : "deletes"].push(contest);
      continue;
    }
    const place = placeIn.get(contest.id);
    if (!place) continue;
    const { id: paymentId, amount, hasSubmitted } = place;
    if (
      canLeave(
        contest,
        { hasJoined: true, hasSubmitted, joinedBeforeExtension: wasThereBefore(contest, place.paidAt) },
        now,
      ) === null
    ) {
      plan.leaves.push({ contest, paymentId, amount, hasSubmitted });
      if (hasSubmitted) plan.entryCount -= 1;
    }
  }
  return plan;
}

/** What ends with them, as the person is told of it beforehand. */
export const endsOf = ({ cancels, deletes }: DeletionPlan) => ({
  contestCount: cancels.length + deletes.length,
  refundedCount: cancels.reduce((sum, { participantCount }) => sum + participantCount, 0),
  refundedTotal: cancels.reduce((sum, { paidTotal }) => sum + paidTotal, 0),
});

/** And what they give up and get back. */
export const leavesOf = ({ leaves }: DeletionPlan) => ({
  count: leaves.length,
  total: leaves.reduce((sum, { amount }) => sum + amount, 0),
});
