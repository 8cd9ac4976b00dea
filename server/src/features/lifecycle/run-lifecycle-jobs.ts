import type { FastifyInstance } from "fastify";
import type { Message } from "@conquest/shared/contracts/text/message";
import { and, asc, eq, lte, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { contestPromises } from "../../database/schema/taking-part";
import type { Clock } from "../../platform/clock";
import type { Deps } from "../../platform/deps";
import { notify } from "../../platform/notify";
import { cancelContest } from "../cancellation/domain/end-contest";
import { isEligible } from "../entries/domain/entry-columns";
import {
  winnerDueNotifications,
  listWinnerChoosingAdmins,
  hasPaidParticipations,
} from "./domain/winner-due-notifications";
import { isBlocked } from "../judges/domain/judge-access";
import { judgeNotifications } from "../judges/domain/judge-notifications";
import type { ContestRow } from "../contests/domain/contests-repository";
import { lastSettled } from "../entries/domain/arriving-entries";
import { nextStepAt, stepDue, winnerDueAt, type LifecycleStep } from "./domain/lifecycle-schedule";
import { runDueSteps } from "./domain/run-due-steps";
import { SITE_REASONS } from "./domain/site-reasons";
import { adminWords, creatorWords, lifecycleNotifications, type EntryCounts } from "./lifecycle-notifications";

/** Long enough to refund all participants of a contest in one statement. */
const STATEMENT_TIMEOUT = "2min";

export function registerLifecycleJobs(app: FastifyInstance, deps: Deps): void {
  app.jobs.set("keep_promises", () => runLifecycleJobs(deps));
}

export const runLifecycleJobs = ({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> =>
  runDueSteps(db, "keep_promises", (tx, excludedIds, onLocked) => processNext(tx, clock, excludedIds, onLocked));

async function processNext(tx: Database, clock: Clock, excludedIds: readonly string[], onLocked: (id: string) => void) {
  const now = clock.now();
  await tx.execute(sql.raw(`set local statement_timeout = '${STATEMENT_TIMEOUT}'`));
  const [due] = await tx
    .select({ contest: contests })
    .from(contestPromises)
    .innerJoin(contests, eq(contests.id, contestPromises.contestId))
    // Entries sent before the deadline may arrive until then, also through a proxy that buffers them: refunding earlier would miss them.
    .where(
      and(
        lte(contestPromises.nextAt, now),
        lte(contests.deadline, lastSettled(now)),
        excludedIds.length > 0 ? notInArray(contests.id, [...excludedIds]) : undefined,
      ),
    )
    .orderBy(asc(contestPromises.nextAt), asc(contestPromises.contestId))
    .limit(1)
    .for("update", { of: contests, skipLocked: true });
  if (!due) return false;
  const { contest } = due;
  onLocked(contest.id);
  // Read again under the lock: another server may have just processed it.
  const [promise] = await tx
    .select()
    .from(contestPromises)
    .where(and(eq(contestPromises.contestId, contest.id), lte(contestPromises.nextAt, now)));
  if (!promise) return true;
  const step = stepDue(contest.deadline, promise.nextAt, now);
  const isOver = await runStep(tx, clock, contest, step, promise.nextAt);
  // The database deletes the row when a contest is cancelled.
  if (isOver) return true;
  const next = nextStepAt(contest.deadline, now);
  const ofContest = eq(contestPromises.contestId, contest.id);
  await (next
    ? tx.update(contestPromises).set({ nextAt: next }).where(ofContest)
    : tx.delete(contestPromises).where(ofContest));
  return true;
}

/** Returns whether it ended the contest. `step` is undefined if the last author was deleted between two steps. */
async function runStep(tx: Database, clock: Clock, contest: ContestRow, step: LifecycleStep | undefined, since: Date) {
  const entryCounts = await countEntries(tx, contest.id);
  const reason = reasonToCancel(contest, step, entryCounts);
  if (reason) {
    const { refundedTotal } = await cancelContest(tx, clock, contest, { reason, by: null });
    await notify(tx, clock, lifecycleNotifications.cancelledToCreator(contest, reason, refundedTotal));
    return true;
  }
  if (!step) return false;
  const now = clock.now();
  const isNewly = (at: Date) => since <= at && at <= now;
  if (contest.participantCount === 0) {
    if (isNewly(contest.deadline)) await notify(tx, clock, lifecycleNotifications.nobodyJoined(contest));
    return false;
  }
  // Judges cannot read hidden contests; they are notified once it is visible again.
  if (isNewly(contest.deadline) && !contest.hiddenAt)
    await notify(tx, clock, judgeNotifications.judgingOpen(contest, entryCounts.all));
  const facts = {
    entryCounts,
    costsSomething: await hasPaidParticipations(tx, contest.id),
    isNewlyOverdue: isNewly(winnerDueAt(contest.deadline)),
    isCreatorBlocked: await isBlocked(tx, contest.creatorId),
  };
  const forAdmins = adminWords(contest, step, facts);
  const forCreator = creatorWords(contest, step, facts);
  await notify(tx, clock, [
    ...(forCreator ? [winnerDueNotifications.winnerDue(contest, contest.creatorId, forCreator)] : []),
    ...(forAdmins
      ? [winnerDueNotifications.winnerDue(contest, await listWinnerChoosingAdmins(tx, contest), forAdmins)]
      : []),
  ]);
  return false;
}

async function countEntries(tx: Database, contestId: string): Promise<EntryCounts> {
  const { rows } = await tx.execute<{ all: number; present: number; able: number }>(sql`
    select count(*)::int as all, (count(*) filter (where author.removed_at is null))::int as present, (count(*) filter (where ${isEligible}))::int as able
    from entries entry join users author on author.id = entry.user_id where entry.contest_id = ${contestId}`);
  return rows[0]!;
}

function reasonToCancel(
  { participantCount }: ContestRow,
  step: LifecycleStep | undefined,
  { all, present, able }: EntryCounts,
): Message | null {
  if (participantCount > 0 && present === 0) return all === 0 ? SITE_REASONS.noEntry : SITE_REASONS.noEntryLeft;
  if (step?.kind !== "refund") return null;
  if (participantCount === 0) return SITE_REASONS.noParticipants;
  return able === 0 ? SITE_REASONS.noneCouldWin : SITE_REASONS.noWinner;
}
