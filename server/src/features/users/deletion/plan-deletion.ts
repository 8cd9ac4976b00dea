import { and, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { participations } from "../../../database/schema/taking-part";
import { countUnsentAwards, hasOpenAwardOf } from "../../awards/domain/award-columns";
import { canLeave, withdrawsEntryOf } from "../../participation/domain/participation-policy";
import { hasEntry, isEntryOf, isWonBy } from "../../contests/domain/entry-authors";
import { isInRunningTeam, teamOf } from "../../teams/domain/team-columns";
import { wasInvitedToJudge, wasRatedByAdmin } from "../../contests/domain/contest-visibility";
import { isPlacedOf } from "../../contests/domain/placements";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { isLastAuthorOf } from "../../lifecycle/domain/lifecycle-schedule";
import { isUndecided } from "../../contests/domain/phase";
import { hasEntryOf } from "../../entries/domain/entry-columns";
import { hasJoinedBefore } from "../../extensions/domain/extension-policy";
import { isWaitedForBy } from "../../waiting-list/domain/waiting-columns";
import { participationsRepository } from "../../participation/domain/participations-repository";
import { throwUnavailable } from "../../../platform/errors";

export interface DeletionPlan {
  /** Own contests that were ever joined. */
  cancels: ContestRow[];
  /** Own contests that were never joined. */
  deletes: ContestRow[];
  /** Participations in other contests that can still be refunded. */
  leaves: { contest: ContestRow; paymentId: string; amount: number; withdrawsEntry: boolean }[];
  /** Paid participations in other contests that can't be left. */
  stays: { contest: ContestRow; amount: number; because: "submitted" | "closed" }[];
  entryCount: number;
  wonCount: number;
  /** Number of other contests that end because they lose their only eligible author. */
  lastEntryCount: number;
  /** Own prizes that the winners will not get. */
  unsentPrizeCount: number;
}

/** Returns the undecided contests that concern the user, in locking order. */
export const undecidedContestsOf = (db: Database, userId: string) =>
  contestsWhere(db, and(isUndecided, concerns(userId)));

/** Also returns decided contests that change: their own, those of open prizes and teams, and those where they still wait. */
export const contestsToDeleteWith = (db: Database, userId: string) =>
  contestsWhere(
    db,
    or(
      eq(contests.creatorId, userId),
      hasOpenAwardOf(userId),
      isInRunningTeam(userId),
      isWaitedForBy(userId),
      and(isUndecided, concerns(userId)),
    ),
  );

/** Returns, in locking order, also the contests that lose their only eligible author, an open question or a waiting user. */
export const contestsToRemoveWith = (db: Database, userId: string) =>
  contestsWhere(
    db,
    or(
      eq(contests.creatorId, userId),
      wasInvitedToJudge(userId),
      wasRatedByAdmin(userId),
      hasOpenAwardOf(userId),
      isInRunningTeam(userId),
      isWaitedForBy(userId),
      and(isUndecided, or(hasEntryOf(userId), waitsForAnswer(userId))),
    ),
  );

const concerns = (userId: string) =>
  or(
    eq(contests.creatorId, userId),
    sql`${contests.id} in (select contest_id from participations where user_id = ${userId} and state = 'paid')`,
    wasInvitedToJudge(userId),
    wasRatedByAdmin(userId),
    waitsForAnswer(userId),
    isWaitedForBy(userId),
  );

/** Ending such a contest resolves its question requests; deleting the asker withdraws them. */
const waitsForAnswer = (userId: string) =>
  sql`${contests.id} in (select contest_id from contest_questions where asker_id = ${userId} and answered_at is null)`;

const contestsWhere = (db: Database, where: SQL | undefined) =>
  db.select().from(contests).where(where).orderBy(contests.id);

export async function planDeletion(db: Database, userId: string, undecided: readonly ContestRow[], now: Date) {
  const ofOthers = undecided.filter(({ creatorId }) => creatorId !== userId).map(({ id }) => id);
  const plan: DeletionPlan = {
    cancels: [],
    deletes: [],
    leaves: [],
    stays: [],
    entryCount: await db.$count(entries, isEntryOf(userId)),
    wonCount: await db.$count(contests, or(isWonBy(userId), isPlacedOf(userId))),
    lastEntryCount: await db.$count(contests, and(inArray(contests.id, ofOthers), isLastAuthorOf(userId, now))),
    unsentPrizeCount: await countUnsentAwards(db, userId),
  };
  const payments = await db
    .select({
      id: participations.id,
      contestId: participations.contestId,
      amount: participations.amount,
      paidAt: participations.paidAt,
      hasSubmitted: hasEntry(userId),
      team: teamOf(userId),
    })
    .from(participations)
    .innerJoin(contests, eq(contests.id, participations.contestId))
    .where(and(eq(participations.userId, userId), eq(participations.state, "paid")));
  const paymentByContest = new Map(payments.map((payment) => [payment.contestId, payment]));
  for (const contest of undecided) {
    if (contest.creatorId === userId) {
      plan[(await participationsRepository(db).wasJoined(contest.id)) ? "cancels" : "deletes"].push(contest);
      continue;
    }
    const payment = paymentByContest.get(contest.id);
    if (!payment) continue;
    const { id: paymentId, amount, hasSubmitted, team } = payment;
    const denial = canLeave(
      contest,
      { hasJoined: true, hasSubmitted, team, joinedBeforeExtension: hasJoinedBefore(contest, payment.paidAt) },
      now,
    );
    if (denial === null) {
      plan.leaves.push({ contest, paymentId, amount, withdrawsEntry: withdrawsEntryOf({ hasSubmitted, team }) });
      if (hasSubmitted) plan.entryCount -= 1;
    } else if (amount > 0) {
      plan.stays.push({ contest, amount, because: denial.code === "already_submitted" ? "submitted" : "closed" });
    }
  }
  return plan;
}

export const endsOf = ({ cancels, deletes }: DeletionPlan) => ({
  contestCount: cancels.length + deletes.length,
  refundedCount: cancels.reduce((sum, { participantCount }) => sum + participantCount, 0),
  refundedTotal: cancels.reduce((sum, { paidTotal }) => sum + paidTotal, 0),
});

const totalOf = (payments: readonly { amount: number }[]) => ({
  count: payments.length,
  total: payments.reduce((sum, { amount }) => sum + amount, 0),
});

export const leavesOf = ({ leaves }: DeletionPlan) => totalOf(leaves);

export const staysOf = ({ stays }: DeletionPlan) => ({
  ...totalOf(stays),
  submitted: totalOf(stays.filter(({ because }) => because === "submitted")),
});

/** Thrown if the user joined or created a contest after their contests were listed and before they were locked. */
class ContestsMovedError extends Error {
  override name = "ContestsMovedError";
}
const MAX_ATTEMPTS = 5;

/** Throws if `now`, read with the user locked, has a contest that is not in `locked`. */
export function assertAllLocked(locked: readonly { id: string }[], now: readonly { id: string }[]): void {
  const lockedIds = new Set(locked.map(({ id }) => id));
  if (now.some(({ id }) => !lockedIds.has(id))) throw new ContestsMovedError("This account's contests have changed.");
}

/** Retries from the start if {@link assertAllLocked} throws, and throws a 503 after the last attempt. */
export async function withLockedContests<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ContestsMovedError)) throw error;
      if (tries === MAX_ATTEMPTS)
        throwUnavailable("busy", message("This account's contests are being updated. Try again in a moment."));
    }
  }
}
