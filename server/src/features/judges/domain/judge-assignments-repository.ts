import { sql, and, desc, eq, inArray, isNotNull, ne, not, type SQL } from "drizzle-orm";
import { message, type Text } from "@conquest/shared/contracts/text/message";
import { contests, entries } from "../../../database/schema/contests";
import { contestJudges, entryRatings, criterionRatings } from "../../../database/schema/judging";
import type { Database } from "../../../database/database";
import { isUndecided } from "../../contests/domain/phase";
import { forgetAssignments, removeAssignments } from "./entry-assignments";
import { isCoJudge } from "../../contests/domain/contest-visibility";

export const judgeNames = sql<string[]>`coalesce((
  select json_agg(person.name order by seat.changed_at, seat.id) from contest_judges seat join users person on person.id = seat.judge_id
  where seat.contest_id = ${contests}.id and seat.state = 'accepted' and person.status = 'verified' and person.removed_at is null), '[]')`;

export const judgeDisplayNames = (names: readonly string[]): Text[] =>
  names.map((name) => name || message("Unnamed judge"));

export const ratedCount = sql<number>`(
  select count(*)::int from ${entries} join ${entryRatings} on ${entryRatings.entryId} = ${entries.id}
  where ${entries.contestId} = ${contestJudges.contestId} and ${entryRatings.judgeId} = ${contestJudges.judgeId} and ${entryRatings.rating} is not null)`;

export type JudgeAssignment = typeof contestJudges.$inferSelect;

/** Invitations expire when the winner is declared or the contest is cancelled. */
export const isAwaitingAnswer = and(eq(contestJudges.state, "invited"), isUndecided);

/** Co-judge assignments. Lock the contest before changing one. */
export const judgeAssignmentsRepository = (db: Database) => {
  const isAccepted = eq(contestJudges.state, "accepted");
  async function deleteRatings(judgeId: string, whereContests: SQL | undefined): Promise<void> {
    const ofContests = db
      .select({ id: entries.id })
      .from(entries)
      .innerJoin(contests, eq(contests.id, entries.contestId))
      .where(whereContests);
    for (const table of [entryRatings, criterionRatings])
      await db.delete(table).where(and(eq(table.judgeId, judgeId), inArray(table.entryId, ofContests)));
  }
  return {
    isJudge: async (contestId: string, userId: string): Promise<boolean> =>
      (await db.$count(
        contestJudges,
        and(eq(contestJudges.contestId, contestId), eq(contestJudges.judgeId, userId), isAccepted),
      )) > 0,

    /** Returns the user's current or latest assignment in a contest, and when the contest was cancelled. */
    async findLast(contestId: string, userId: string) {
      const [row] = await db
        .select({ state: contestJudges.state, cancelledAt: contests.cancelledAt })
        .from(contestJudges)
        .innerJoin(contests, eq(contests.id, contestJudges.contestId))
        .where(and(eq(contestJudges.contestId, contestId), eq(contestJudges.judgeId, userId)))
        .orderBy(desc(isAccepted), desc(contestJudges.changedAt))
        .limit(1);
      return row;
    },

    async filterJudges(contestId: string, userIds: readonly string[]): Promise<Set<string>> {
      const rows = await db
        .select({ judgeId: contestJudges.judgeId })
        .from(contestJudges)
        .where(
          and(
            eq(contestJudges.contestId, contestId),
            isAccepted,
            sql`${contestJudges.judgeId} = any(${sql.param([...userIds])}::text[])`,
          ),
        );
      return new Set(rows.flatMap(({ judgeId }) => judgeId ?? []));
    },

    async listJudgeIds(contestId: string): Promise<string[]> {
      const rows = await db
        .select({ judgeId: contestJudges.judgeId })
        .from(contestJudges)
        .where(and(eq(contestJudges.contestId, contestId), isAccepted));
      return rows.flatMap(({ judgeId }) => judgeId ?? []);
    },

    /** Deletes its ratings too: authors only read those of the judges at the time the winner is declared. */
    async end(
      assignment: Pick<JudgeAssignment, "id" | "contestId" | "judgeId">,
      change: Pick<JudgeAssignment, "state" | "changedAt"> & Partial<Pick<JudgeAssignment, "email">>,
    ): Promise<void> {
      await db.update(contestJudges).set(change).where(eq(contestJudges.id, assignment.id));
      if (assignment.judgeId === null) return;
      await deleteRatings(assignment.judgeId, eq(contests.id, assignment.contestId));
      await removeAssignments(db, assignment.contestId, assignment.judgeId);
    },

    deleteAdminRatings: (userId: string): Promise<void> =>
      deleteRatings(userId, and(isUndecided, ne(contests.creatorId, userId), not(isCoJudge(userId)))),

    /** Keeps ratings of decided contests, and invitations to an unverified address, which may be someone else's. */
    async forget({ userId, provenEmail, at }: { userId: string; provenEmail: string | null; at: Date }) {
      const undecided = await db
        .select({ id: contestJudges.id, contestId: contestJudges.contestId, judgeId: contestJudges.judgeId })
        .from(contestJudges)
        .innerJoin(contests, eq(contests.id, contestJudges.contestId))
        .where(and(eq(contestJudges.judgeId, userId), isAccepted, isUndecided));
      // Write each row once: for a row updated before, PostgreSQL re-checks the contest and waits for its lock.
      for (const assignment of undecided)
        await this.end(assignment, { state: "stepped_down", changedAt: at, email: null });
      await db
        .update(contestJudges)
        .set({ email: null })
        .where(and(eq(contestJudges.judgeId, userId), isNotNull(contestJudges.email)));
      await forgetAssignments(db, userId);
      const ended = undecided.map(({ contestId }) => contestId);
      if (provenEmail === null) return ended;
      const isTheirs = eq(contestJudges.email, provenEmail);
      await db.delete(contestJudges).where(and(isTheirs, eq(contestJudges.state, "invited")));
      await db.update(contestJudges).set({ email: null }).where(isTheirs);
      return ended;
    },
  };
};
