import { and, asc, eq, inArray, isNotNull, isNull, lte, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { contestJudges, entryJudges, entryRecusals } from "../../../database/schema/judging";
import { users } from "../../../database/schema/people";
import type { Clock } from "../../../platform/clock";
import type { Deps } from "../../../platform/deps";
import { notify } from "../../../platform/notify";
import { isPresent } from "../../../platform/people";
import { contestsRepository, type ContestRow } from "../../contests/domain/contests-repository";
import { isUndecided } from "../../contests/domain/phase";
import { judgeNotifications } from "../../judges/domain/judge-notifications";
import { runDueSteps } from "../../lifecycle/domain/run-due-steps";
import { arrivingEntriesRepository, lastSettled } from "../domain/arriving-entries";
import { balanceAssignments, type Assignment } from "./balance-assignments";

type Planned = Pick<
  ContestRow,
  "id" | "name" | "deadline" | "judgesPerEntry" | "assignedAt" | "winnerAt" | "cancelledAt" | "status"
>;

const isDue = ({ judgesPerEntry, assignedAt, winnerAt, cancelledAt, status, deadline }: Planned, now: Date): boolean =>
  judgesPerEntry !== null &&
  assignedAt === null &&
  winnerAt === null &&
  cancelledAt === null &&
  status === "open" &&
  deadline <= now;

/** Call before reading which entries a judge has: changes of judges only mark the assignments as incomplete. */
export async function ensureAssigned({ db, clock }: Pick<Deps, "db" | "clock">, contest: Planned): Promise<void> {
  if (isDue(contest, clock.now())) await db.transaction((tx) => lockAndAssign(tx, clock, contest.id));
}

async function lockAndAssign(tx: Database, clock: Clock, contestId: string): Promise<void> {
  const contest = await contestsRepository(tx).lockAny(contestId);
  if (contest) await assignIfDue(tx, clock, contest);
}

/** Expects the contest to be locked. Does nothing while an entry is still arriving. */
export async function assignIfDue(tx: Database, clock: Clock, contest: Planned): Promise<void> {
  const now = clock.now();
  if (!isDue(contest, now) || (await arrivingEntriesRepository(tx).isAnyArriving(contest, now))) return;
  const { wasAssigned, ...before } = await readAssignments(tx, contest.id);
  const { added, removed } = balanceAssignments({ perEntry: contest.judgesPerEntry!, ...before });
  await removeAll(tx, removed);
  await addAll(tx, added);
  await contestsRepository(tx).change(contest.id, { assignedAt: now });
  // Judges are notified of their first entries when the contest closes.
  if (wasAssigned) await notifyAssigned(tx, clock, contest, added);
}

/** Leaves out hidden contests, which judges can't read. */
export async function notifyAssigned(
  tx: Database,
  clock: Clock,
  contest: Pick<ContestRow, "id" | "name">,
  added: readonly Pick<Assignment, "judgeId">[],
): Promise<void> {
  if (added.length === 0 || !(await contestsRepository(tx).isPublished(contest.id))) return;
  const counts = new Map<string, number>();
  for (const { judgeId } of added) counts.set(judgeId, (counts.get(judgeId) ?? 0) + 1);
  await notify(
    tx,
    clock,
    [...counts].map(([id, count]) => judgeNotifications.entriesAssigned(contest, { id, added: count }, clock.now())),
  );
}

async function readAssignments(tx: Database, contestId: string) {
  const isOf = eq(entries.contestId, contestId);
  const own = await tx.select({ id: entries.id }).from(entries).where(isOf);
  const judges = await tx
    .select({ id: users.id })
    .from(contestJudges)
    .innerJoin(users, eq(users.id, contestJudges.judgeId))
    .where(
      and(
        eq(contestJudges.contestId, contestId),
        eq(contestJudges.state, "accepted"),
        eq(users.status, "verified"),
        isPresent,
      ),
    );
  const judgeIds = judges.map(({ id }) => id);
  const canJudge = new Set(judgeIds);
  const given = await tx
    .select({ entryId: entryJudges.entryId, judgeId: entryJudges.judgeId, isByHand: entryJudges.isByHand })
    .from(entries)
    .innerJoin(entryJudges, eq(entryJudges.entryId, entries.id))
    .where(isOf);
  const recused = await tx
    .select({ entryId: entryRecusals.entryId, judgeId: entryRecusals.judgeId })
    .from(entries)
    .innerJoin(entryRecusals, eq(entryRecusals.entryId, entries.id))
    .where(isOf);
  const rated = await listRated(tx, contestId);
  const keyOf = ({ entryId, judgeId }: Assignment) => `${entryId} ${judgeId}`;
  const isRated = new Set(rated.map(keyOf));
  const isGiven = new Set(given.map(keyOf));
  // Ratings from before the entries were assigned stay with their judges.
  await addAll(
    tx,
    rated.filter((each) => !isGiven.has(keyOf(each))),
  );
  return {
    entryIds: own.map(({ id }) => id),
    judgeIds,
    recused,
    wasAssigned: given.length > 0,
    assigned: [
      ...given.map(({ isByHand, ...each }) => ({
        ...each,
        isKept: isRated.has(keyOf(each)) || (isByHand && canJudge.has(each.judgeId)),
      })),
      ...rated.flatMap((each) => (isGiven.has(keyOf(each)) ? [] : [{ ...each, isKept: true }])),
    ],
  };
}

async function listRated(tx: Database, contestId: string): Promise<Assignment[]> {
  const ratedIn = (table: string) => sql`
    select given.entry_id, given.judge_id from entries entry join ${sql.identifier(table)} given on given.entry_id = entry.id
    join contest_judges seat on seat.contest_id = entry.contest_id and seat.judge_id = given.judge_id and seat.state = 'accepted'
    where entry.contest_id = ${contestId}`;
  const { rows } = await tx.execute<{ entryId: string; judgeId: string }>(
    sql`select entry_id as "entryId", judge_id as "judgeId" from (${ratedIn("entry_ratings")} union ${ratedIn("criterion_ratings")}) rated`,
  );
  return rows;
}

const asArrays = (assignments: readonly Assignment[]) => sql`
  unnest(${sql.param(assignments.map(({ entryId }) => entryId))}::text[], ${sql.param(assignments.map(({ judgeId }) => judgeId))}::text[]) as pair (entry_id, judge_id)`;

async function addAll(tx: Database, assignments: readonly Assignment[]): Promise<void> {
  if (assignments.length === 0) return;
  await tx.execute(
    sql`insert into ${entryJudges} (entry_id, judge_id) select entry_id, judge_id from ${asArrays(assignments)} on conflict do nothing`,
  );
}

async function removeAll(tx: Database, assignments: readonly Assignment[]): Promise<void> {
  if (assignments.length === 0) return;
  await tx.execute(
    sql`delete from ${entryJudges} given using ${asArrays(assignments)} where given.entry_id = pair.entry_id and given.judge_id = pair.judge_id`,
  );
}

export const removeAllAssignments = (tx: Database, contestId: string) =>
  tx
    .delete(entryJudges)
    .where(
      inArray(entryJudges.entryId, tx.select({ id: entries.id }).from(entries).where(eq(entries.contestId, contestId))),
    );

/** Assigns the entries of contests that closed, or whose judges changed, if no one has read them since. */
export const assignDueEntries = ({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> =>
  runDueSteps(db, "assign_entries", async (tx, excludedIds, onLocked) => {
    const [due] = await tx
      .select()
      .from(contests)
      .where(
        and(
          isNotNull(contests.judgesPerEntry),
          isNull(contests.assignedAt),
          lte(contests.deadline, lastSettled(clock.now())),
          eq(contests.status, "open"),
          isUndecided,
          excludedIds.length > 0 ? notInArray(contests.id, [...excludedIds]) : undefined,
        ),
      )
      .orderBy(asc(contests.deadline), asc(contests.id))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!due) return false;
    onLocked(due.id);
    await assignIfDue(tx, clock, due);
    return true;
  });
