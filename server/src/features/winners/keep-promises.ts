import { and, asc, eq, lte } from "drizzle-orm";
import type { Database } from "../../database/open-database";
import { contestPromises, contests, entries } from "../../database/schema";
import type { Clock } from "../../platform/clock";
import type { Deps } from "../../platform/deps";
import { notify, type NoticeDraft } from "../../platform/notify";
import { listAdminIds } from "../../platform/people";
import { cancelContest } from "../contests/cancel-contest";
import type { ContestRow } from "../contests/contests-repository";
import { JUDGING_DAYS } from "../contests/phase";
import { REFUND_DAYS, nextStepAt, stepDue, type PromiseStep } from "../contests/promise-steps";

/** So many at a time: what is left is done at the next. */
const MOST = 1_000;

const NO_ENTRY = "Nobody handed in an entry before the deadline";
const NO_WINNER = `No winner was chosen within ${REFUND_DAYS} days after the deadline`;
const NOBODY = "Nobody took part";

/**
 * Does what the clock has brought about for contests that have closed and have no winner: reminds, tells who may choose now,
 * refunds everybody. Each step once, also with several servers: a contest is held while its step is done. Answers how many.
 */
export async function keepPromises({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> {
  let kept = 0;
  while (kept < MOST && (await db.transaction((tx) => keepOne(tx, clock)))) kept += 1;
  return kept;
}

/** Whether there was one to keep that nobody else holds. */
async function keepOne(tx: Database, clock: Clock): Promise<boolean> {
  const now = clock.now();
  const [due] = await tx
    .select({ contest: contests })
    .from(contestPromises)
    .innerJoin(contests, eq(contests.id, contestPromises.contestId))
    .where(lte(contestPromises.nextAt, now))
    .orderBy(asc(contestPromises.nextAt), asc(contestPromises.contestId))
    .limit(1)
    .for("update", { of: contests, skipLocked: true });
  if (!due) return false;
  const { contest } = due;
  // Read again now that the contest is held: another server may have kept it a moment ago.
  const [promise] = await tx.select().from(contestPromises).where(and(eq(contestPromises.contestId, contest.id), lte(contestPromises.nextAt, now)));
  if (!promise) return true;
  const step = stepDue(contest.deadline, promise.nextAt, now);
  const isOver = step !== undefined && (await take(tx, clock, contest, step));
  // A contest that was cancelled has nothing to promise any more: the database has taken the row away.
  if (isOver) return true;
  const next = nextStepAt(contest.deadline, now);
  const ofContest = eq(contestPromises.contestId, contest.id);
  await (next ? tx.update(contestPromises).set({ nextAt: next }).where(ofContest) : tx.delete(contestPromises).where(ofContest));
  return true;
}

/** Answers whether the contest is over with it. */
async function take(tx: Database, clock: Clock, contest: ContestRow, step: PromiseStep): Promise<boolean> {
  const entryCount = await tx.$count(entries, eq(entries.contestId, contest.id));
  const reason = reasonToCancel(contest, step, entryCount);
  if (reason) {
    await cancelContest(tx, clock, contest, { reason: `${reason}.`, by: null });
    const text = `“${contest.name}” was cancelled: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}.${contest.participantCount > 0 ? " Everybody was refunded." : ""}`;
    await notify(tx, clock, [{ userId: contest.creatorId, kind: "cancelled", text, href: "/dashboard/my_created_contests" }]);
    return true;
  }
  if (contest.participantCount > 0) await notify(tx, clock, [...toCreator(contest, step, entryCount), ...(step.kind === "overdue" ? await toAdmins(tx, contest) : [])]);
  return false;
}

function reasonToCancel({ participantCount }: ContestRow, { kind }: PromiseStep, entryCount: number): string | null {
  if (participantCount > 0 && entryCount === 0) return NO_ENTRY;
  if (kind !== "refund") return null;
  return participantCount > 0 ? NO_WINNER : NOBODY;
}

const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

function toCreator({ id, name, creatorId }: ContestRow, step: PromiseStep, entryCount: number): NoticeDraft[] {
  const text = {
    "closed": () => `“${name}” has closed with ${entryCount === 1 ? "1 entry" : `${entryCount} entries`}. Please choose the winner within ${JUDGING_DAYS} days.`,
    "winner due soon": (left: number) => `“${name}” waits for its winner: ${days(left)} left to choose.`,
    "overdue": () => `“${name}” is overdue: ${JUDGING_DAYS} days have passed without a winner. Admins may choose now too, and in ${days(REFUND_DAYS - JUDGING_DAYS)} everybody is refunded.`,
    "refund soon": (left: number) => `“${name}” still has no winner: in ${days(left)} it is cancelled and everybody is refunded.`,
    "refund": () => "",
  }[step.kind]("days" in step ? step.days : 0);
  return [{ userId: creatorId, kind: "winner_due", text, href: `/dashboard/contest_submitted/${id}` }];
}

async function toAdmins(tx: Database, { id, name, creatorId }: ContestRow): Promise<NoticeDraft[]> {
  const adminIds = await listAdminIds(tx);
  const text = `“${name}” is overdue: its creator has chosen no winner in ${JUDGING_DAYS} days. You may choose one.`;
  return adminIds.filter((userId) => userId !== creatorId).map((userId) => ({ userId, kind: "winner_due", text, href: `/dashboard/contest_submitted/${id}` }));
}
