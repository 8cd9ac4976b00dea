import { and, desc, eq, inArray, isNotNull, ne, not, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { contestJudges, criterionRatings, entryRatings } from "../../../database/schema/judging";
import { isUndecided } from "../clock/undecided";
import { isCoJudge } from "../contest-visibility";

export type JudgeAssignment = typeof contestJudges.$inferSelect;

/** Whom an invitation asks for an answer: what nobody answered before the winner was chosen, or all of it cancelled, asks for nothing any more. */
export const isWaiting = and(eq(contestJudges.state, "invited"), isUndecided);

/** Who judges contests beside their creators. What changes a seat holds its contest. */
export const judgeAssignmentsRepository = (db: Database) => {
  const isSeat = eq(contestJudges.state, "accepted");
  async function takeBack(judgeId: string, whereContests: SQL | undefined): Promise<void> {
    const ofContests = db
      .select({ id: entries.id })
      .from(entries)
      .innerJoin(contests, eq(contests.id, entries.contestId))
      .where(whereContests);
    for (const said of [entryRatings, criterionRatings])
      await db.delete(said).where(and(eq(said.judgeId, judgeId), inArray(said.entryId, ofContests)));
  }
  return {
    isJudge: async (contestId: string, userId: string): Promise<boolean> =>
      (await db.$count(
        contestJudges,
        and(eq(contestJudges.contestId, contestId), eq(contestJudges.judgeId, userId), isSeat),
      )) > 0,

    /** The seat that somebody has in a contest, or had last, and whether that was cancelled. */
    async findLast(
      contestId: string,
      userId: string,
    ): Promise<(Pick<JudgeAssignment, "state"> & { cancelledAt: Date | null }) | undefined> {
      const [row] = await db
        .select({ state: contestJudges.state, cancelledAt: contests.cancelledAt })
        .from(contestJudges)
        .innerJoin(contests, eq(contests.id, contestJudges.contestId))
        .where(and(eq(contestJudges.contestId, contestId), eq(contestJudges.judgeId, userId)))
        .orderBy(desc(isSeat), desc(contestJudges.changedAt))
        .limit(1);
      return row;
    },

    /** Who of these people judges the contest. */
    async whoJudges(contestId: string, userIds: readonly string[]): Promise<Set<string>> {
      const rows = await db
        .select({ judgeId: contestJudges.judgeId })
        .from(contestJudges)
        .where(
          and(
            eq(contestJudges.contestId, contestId),
            isSeat,
            sql`${contestJudges.judgeId} = any(${sql.param([...userIds])}::text[])`,
          ),
        );
      return new Set(rows.flatMap(({ judgeId }) => judgeId ?? []));
    },

    async listJudgeIds(contestId: string): Promise<string[]> {
      const rows = await db
        .select({ judgeId: contestJudges.judgeId })
        .from(contestJudges)
        .where(and(eq(contestJudges.contestId, contestId), isSeat));
      return rows.flatMap(({ judgeId }) => judgeId ?? []);
    },

    /** Takes a seat away, with what was said from it: authors read those who judge when the winner is chosen. */
    async end(
      seat: Pick<JudgeAssignment, "id" | "contestId" | "judgeId">,
      change: Pick<JudgeAssignment, "state" | "changedAt"> & Partial<Pick<JudgeAssignment, "email">>,
    ): Promise<void> {
      await db.update(contestJudges).set(change).where(eq(contestJudges.id, seat.id));
      if (seat.judgeId === null) return;
      await takeBack(seat.judgeId, eq(contests.id, seat.contestId));
    },

    /** Takes back what somebody who is an admin no more has said of entries as one, where nothing is decided: what they run, or judge beside others, they go on judging. */
    takeBackOfAdmin: (userId: string): Promise<void> =>
      takeBack(userId, and(isUndecided, ne(contests.creatorId, userId), not(isCoJudge(userId)))),

    /**
     * For a person who is removed: ends what is not decided, as stepping down does, and takes their address out of all of it. What
     * they said of entries of contests that have a winner stays. An address that nobody vouched for may be somebody else's: what was
     * sent to it stays. Answers the ids of the contests that they judge no more.
     */
    async forget({
      userId,
      provenEmail,
      at,
    }: {
      userId: string;
      provenEmail: string | null;
      at: Date;
    }): Promise<string[]> {
      const undecided = await db
        .select({ id: contestJudges.id, contestId: contestJudges.contestId, judgeId: contestJudges.judgeId })
        .from(contestJudges)
        .innerJoin(contests, eq(contests.id, contestJudges.contestId))
        .where(and(eq(contestJudges.judgeId, userId), isSeat, isUndecided));
      // Each row is written once: for one that it wrote before, PostgreSQL looks the contest up again, and waits for whoever holds it.
      for (const seat of undecided) await this.end(seat, { state: "stepped_down", changedAt: at, email: null });
      await db
        .update(contestJudges)
        .set({ email: null })
        .where(and(eq(contestJudges.judgeId, userId), isNotNull(contestJudges.email)));
      const ended = undecided.map(({ contestId }) => contestId);
      if (provenEmail === null) return ended;
      const isTheirs = eq(contestJudges.email, provenEmail);
      // What they have not answered asks nobody any more.
      await db.delete(contestJudges).where(and(isTheirs, eq(contestJudges.state, "invited")));
      await db.update(contestJudges).set({ email: null }).where(isTheirs);
      return ended;
    },
  };
};
