import { and, eq, inArray, isNotNull, sql, type SQL } from "drizzle-orm";
import { contests, entries } from "../../../database/schema/contests";
import { contestJudges, entryJudges, entryRecusals } from "../../../database/schema/judging";
import type { Database } from "../../../database/database";
import { isUndecided } from "../../contests/domain/phase";

interface Plan {
  judgesPerEntry: number | null;
}

/** Condition on `entries`: an invited judge reads and rates the entry. */
export function isForJudge({ judgesPerEntry }: Plan, judgeId: string): SQL<boolean> {
  const isRecused = sql`exists (select from ${entryRecusals} recusal where recusal.entry_id = ${entries}.id and recusal.judge_id = ${judgeId})`;
  return judgesPerEntry === null
    ? sql<boolean>`not ${isRecused}`
    : sql<boolean>`exists (select from ${entryJudges} given where given.entry_id = ${entries}.id and given.judge_id = ${judgeId})`;
}

const countOf = (table: typeof entryJudges | typeof entryRecusals) => sql`(
  select count(*) from ${table} given join entries entry on entry.id = given.entry_id
  where given.judge_id = ${contestJudges}.judge_id and entry.contest_id = ${contests}.id)`;

/** Number of entries that a judge is asked to rate. Expects `contest_judges` joined with `contests`. */
export const assignedCount = sql<number>`(case when ${contests}.judges_per_entry is null
  then ${contests}.entry_count - ${countOf(entryRecusals)} else ${countOf(entryJudges)} end)::int`;

/** Entries are assigned again when they are read next, or by the job. Lock the contests first. */
export const requestAssignment = (tx: Database, whichContests: SQL | undefined) =>
  tx
    .update(contests)
    .set({ assignedAt: null })
    .where(and(whichContests, isNotNull(contests.assignedAt)));

/** The judge's entries go to others. Lock the contest first. */
export async function removeAssignments(tx: Database, contestId: string, judgeId: string): Promise<void> {
  const ofContest = tx.select({ id: entries.id }).from(entries).where(eq(entries.contestId, contestId));
  await tx.delete(entryJudges).where(and(eq(entryJudges.judgeId, judgeId), inArray(entryJudges.entryId, ofContest)));
  await requestAssignment(tx, eq(contests.id, contestId));
}

const isJudgedBy = (db: Database, userId: string) =>
  inArray(
    contests.id,
    db
      .select({ id: contestJudges.contestId })
      .from(contestJudges)
      .where(and(eq(contestJudges.judgeId, userId), eq(contestJudges.state, "accepted"))),
  );

export const assignsEntriesTo = (db: Database, userId: string): SQL =>
  and(isUndecided, isNotNull(contests.judgesPerEntry), isJudgedBy(db, userId))!;

/** Deletes the user's assignments and recusals, also those of decided contests. */
export async function forgetAssignments(tx: Database, userId: string): Promise<void> {
  await tx.delete(entryRecusals).where(eq(entryRecusals.judgeId, userId));
  await tx.delete(entryJudges).where(eq(entryJudges.judgeId, userId));
}
