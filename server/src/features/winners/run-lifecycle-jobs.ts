import { and, asc, eq, lte, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { contestPromises } from "../../database/schema/taking-part";
import type { Clock } from "../../platform/clock";
import type { Deps } from "../../platform/deps";
import { notify } from "../../platform/notify";
import { reasonSuffix } from "../../platform/text/sentences";
import { cancelContest } from "../contests/ending/cancel-contest";
import { allRefunded } from "../contests/money/taka";
import { isEligible } from "../contests/entries/entry-eligibility";
import { costsSomething, endWords, unlessUnblocked } from "../contests/ending/notify-no-eligible-entries";
import { isBlocked } from "../contests/judges/judge-access";
import { requestWinnerChoice, winnerChoosingAdmins } from "../contests/judges/notify-winner-due";
import { countedEntries, notifyJudgesOfEntries } from "../contests/judges/notify-judges";
import type { ContestRow } from "../contests/contests-repository";
import { formatUtc } from "../contests/clock/format-utc";
import { lastSettled } from "../contests/clock/submission-grace";
import { JUDGING_DAYS } from "../contests/clock/phase";
import {
  REFUND_DAYS,
  nextStepAt,
  stepDue,
  winnerDueAt,
  type LifecycleStep,
} from "../contests/clock/lifecycle-schedule";
import { notifyNoParticipants } from "./notify-no-participants";

/** So many at a time: what is left is done at the next. */
const MOST = 1_000;

/** For everybody's refund in one statement, however many they are. */
const PATIENCE = "2min";

const NO_ENTRY = "Nobody handed in an entry before the deadline";
const NO_ENTRY_LEFT = "No entry is left that could win";
const NO_WINNER = `No winner was chosen within ${REFUND_DAYS} days after the deadline`;
const NONE_COULD_WIN = "No entry could win, as everybody who handed in was blocked or removed";
const NOBODY = "Nobody took part";

/**
 * Does what the clock has brought about for contests that have closed and have no winner: reminds, tells who may choose now,
 * refunds everybody. Each step once, also with several servers: a contest is held while its step is done. One that cannot be kept
 * keeps no other waiting; it fails at the end, and is tried again the next time. Answers how many were kept.
 */
export async function runLifecycleJobs({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> {
  const broken = new Map<string, unknown>();
  let kept = 0;
  for (let isMore = true; isMore && kept + broken.size < MOST;) {
    let contestId: string | undefined;
    try {
      isMore = await db.transaction((tx) => keepOne(tx, clock, [...broken.keys()], (id) => (contestId = id)));
      if (isMore) kept += 1;
    } catch (error) {
      if (contestId === undefined) throw error;
      broken.set(contestId, error);
    }
  }
  for (const [id, error] of broken)
    throw new Error(
      `The promise of ${broken.size === 1 ? "one contest" : `${broken.size} contests`} could not be kept, of ${id} for one.`,
      { cause: error },
    );
  return kept;
}

/** Whether there was one to keep that nobody else holds. */
async function keepOne(
  tx: Database,
  clock: Clock,
  without: readonly string[],
  hold: (id: string) => void,
): Promise<boolean> {
  const now = clock.now();
  await tx.execute(sql.raw(`set local statement_timeout = '${PATIENCE}'`));
  const [due] = await tx
    .select({ contest: contests })
    .from(contestPromises)
    .innerJoin(contests, eq(contests.id, contestPromises.contestId))
    // Entries sent before the deadline may arrive until then, also through a proxy that buffers them: refunding earlier would miss them.
    .where(
      and(
        lte(contestPromises.nextAt, now),
        lte(contests.deadline, lastSettled(now)),
        without.length > 0 ? notInArray(contests.id, [...without]) : undefined,
      ),
    )
    .orderBy(asc(contestPromises.nextAt), asc(contestPromises.contestId))
    .limit(1)
    .for("update", { of: contests, skipLocked: true });
  if (!due) return false;
  const { contest } = due;
  hold(contest.id);
  // Read again now that the contest is held: another server may have kept it a moment ago.
  const [promise] = await tx
    .select()
    .from(contestPromises)
    .where(and(eq(contestPromises.contestId, contest.id), lte(contestPromises.nextAt, now)));
  if (!promise) return true;
  const step = stepDue(contest.deadline, promise.nextAt, now);
  const isOver = await take(tx, clock, contest, step, promise.nextAt);
  // A contest that was cancelled has nothing to promise any more: the database has taken the row away.
  if (isOver) return true;
  const next = nextStepAt(contest.deadline, now);
  const ofContest = eq(contestPromises.contestId, contest.id);
  await (next
    ? tx.update(contestPromises).set({ nextAt: next }).where(ofContest)
    : tx.delete(contestPromises).where(ofContest));
  return true;
}

/** Answers whether the contest is over with it. Between two steps there is none: its last author has gone. `since` is when it would have been due, which may be some steps ago. */
async function take(
  tx: Database,
  clock: Clock,
  contest: ContestRow,
  step: LifecycleStep | undefined,
  since: Date,
): Promise<boolean> {
  const entryCounts = await countEntries(tx, contest.id);
  const reason = reasonToCancel(contest, step, entryCounts);
  if (reason) {
    const { refundedTotal } = await cancelContest(tx, clock, contest, { reason: `${reason}.`, by: null });
    const text = `“${contest.name}” was cancelled${reasonSuffix(reason)}${allRefunded(refundedTotal)}`;
    await notify(tx, clock, [
      {
        userId: contest.creatorId,
        kind: "cancelled",
        text,
        href: `/dashboard/my_created_contests?contest=${contest.id}`,
      },
    ]);
    return true;
  }
  if (!step) return false;
  const now = clock.now();
  const isNewly = (at: Date) => since <= at && at <= now;
  if (contest.participantCount === 0) {
    if (isNewly(contest.deadline)) await notifyNoParticipants(tx, clock, contest);
    return false;
  }
  // What is hidden they cannot read: showing it again tells them.
  if (isNewly(contest.deadline) && !contest.hiddenAt) await notifyJudgesOfEntries(tx, clock, contest, entryCounts.all);
  const standing = {
    entryCounts,
    costsSomething: await costsSomething(tx, contest.id),
    isNewlyOverdue: isNewly(winnerDueAt(contest.deadline)),
    isCreatorBlocked: await isBlocked(tx, contest.creatorId),
  };
  const forAdmins = toAdmins(contest, step, standing);
  const forCreator = toCreator(contest, step, standing);
  await notify(tx, clock, [
    ...(forCreator ? [requestWinnerChoice(contest, contest.creatorId, forCreator)] : []),
    ...(forAdmins ? await winnerChoosingAdmins(tx, contest, forAdmins) : []),
  ]);
  return false;
}

interface EntryCounts {
  all: number;
  /** Of people who were not removed. */
  present: number;
  /** That can win now. */
  able: number;
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
): string | null {
  if (participantCount > 0 && present === 0) return all === 0 ? NO_ENTRY : NO_ENTRY_LEFT;
  if (step?.kind !== "refund") return null;
  if (participantCount === 0) return NOBODY;
  return able === 0 ? NONE_COULD_WIN : NO_WINNER;
}

/** What judges read and rate, and cannot choose. */
function awayWords({ all, able }: EntryCounts): string {
  const count = all - able;
  if (count === 0) return "";
  return count === 1
    ? " One of them cannot win: its author was blocked or removed."
    : ` ${count} of them cannot win: their authors were blocked or removed.`;
}

interface Standing {
  entryCounts: EntryCounts;
  costsSomething: boolean;
  isNewlyOverdue: boolean;
  isCreatorBlocked: boolean;
}

const dueWords = (deadline: Date) => formatUtc(winnerDueAt(deadline));

/** Where nobody can win nobody is asked to choose, and between the first and the last steps there is nothing new to say. */
function withoutWinnable(
  { name, deadline }: ContestRow,
  { kind }: LifecycleStep,
  { entryCounts: { all }, costsSomething }: Standing,
): string | null {
  if (kind === "closed")
    return `“${name}” has closed with ${countedEntries(all)}, and ${all === 1 ? "it cannot" : "none can"} win. Everybody who handed in was blocked or removed. ${unlessUnblocked(deadline, costsSomething)}`;
  return kind === "refund soon"
    ? `“${name}” still has no entry that can win: ${endWords(deadline, costsSomething)}.`
    : null;
}

function toCreator(contest: ContestRow, step: LifecycleStep, standing: Standing): string | null {
  const { name, deadline } = contest;
  const { entryCounts, costsSomething } = standing;
  if (entryCounts.able === 0) return withoutWinnable(contest, step, standing);
  const end = endWords(deadline, costsSomething);
  return {
    closed: () =>
      `“${name}” has closed with ${countedEntries(entryCounts.all)}.${awayWords(entryCounts)} Please choose the winner by ${dueWords(deadline)}.`,
    "winner due soon": () => `“${name}” waits for its winner, due on ${dueWords(deadline)}.`,
    overdue: () =>
      `“${name}” is overdue: ${JUDGING_DAYS} days have passed without a winner. Admins may choose now too, and ${end}.`,
    "refund soon": () => `“${name}” still has no winner: ${end}.`,
    refund: () => null,
  }[step.kind]();
}

/** Each step while the creator is blocked and cannot come, and else the day from which on admins may choose too. */
function toAdmins(contest: ContestRow, step: LifecycleStep, standing: Standing): string | null {
  const { name, deadline } = contest;
  const { kind } = step;
  const { entryCounts, costsSomething, isNewlyOverdue, isCreatorBlocked } = standing;
  if (entryCounts.able === 0) return isCreatorBlocked ? withoutWinnable(contest, step, standing) : null;
  if (isNewlyOverdue)
    return `“${name}” is overdue: its creator has chosen no winner in ${JUDGING_DAYS} days. You may choose one.`;
  if (!isCreatorBlocked) return null;
  if (kind === "closed")
    return `“${name}” has closed with ${countedEntries(entryCounts.all)}.${awayWords(entryCounts)} Its creator is blocked: please choose the winner by ${dueWords(deadline)}.`;
  if (kind === "winner due soon")
    return `“${name}” waits for its winner, due on ${dueWords(deadline)}. Its creator is blocked.`;
  return `“${name}” still has no winner, and its creator is blocked: ${endWords(deadline, costsSomething)}.`;
}
