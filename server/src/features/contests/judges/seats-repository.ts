import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { contestJudges, criterionRatings, entryRatings } from "../../../database/schema/judging";

export type Seat = typeof contestJudges.$inferSelect;

/** Who judges contests beside their creators. What changes a seat holds its contest. */
export const seatsOf = (db: Database) => {
  const isSeat = eq(contestJudges.state, "accepted");
  return {
    isJudge: async (contestId: string, userId: string): Promise<boolean> => (await db.$count(contestJudges, and(eq(contestJudges.contestId, contestId), eq(contestJudges.judgeId, userId), isSeat))) > 0,

    /** Who of these people judges the contest. */
    async whoJudges(contestId: string, userIds: readonly string[]): Promise<Set<string>> {
      const rows = await db
        .select({ judgeId: contestJudges.judgeId })
        .from(contestJudges)
        .where(and(eq(contestJudges.contestId, contestId), isSeat, sql`${contestJudges.judgeId} = any(${sql.param([...userIds])}::text[])`));
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
    async end(seat: Pick<Seat, "id" | "contestId" | "judgeId">, change: Pick<Seat, "state" | "changedAt"> & Partial<Pick<Seat, "email">>): Promise<void> {
      await db.update(contestJudges).set(change).where(eq(contestJudges.id, seat.id));
      if (seat.judgeId === null) return;
      const ofContest = db.select({ id: entries.id }).from(entries).where(eq(entries.contestId, seat.contestId));
      await db.delete(entryRatings).where(and(eq(entryRatings.judgeId, seat.judgeId), inArray(entryRatings.entryId, ofContest)));
      await db.delete(criterionRatings).where(and(eq(criterionRatings.judgeId, seat.judgeId), inArray(criterionRatings.entryId, ofContest)));
    },

    /**
     * For a person who is removed: ends what is not decided, as stepping down does, and takes their address out of all of it. What
     * they said of entries of contests that have a winner stays. An address that nobody vouched for may be somebody else's: what was
     * sent to it stays. Answers the ids of the contests that they judge no more.
     */
    async forget({ userId, provenEmail, at }: { userId: string; provenEmail: string | null; at: Date }): Promise<string[]> {
      const undecided = await db
        .select({ id: contestJudges.id, contestId: contestJudges.contestId, judgeId: contestJudges.judgeId })
        .from(contestJudges)
        .innerJoin(contests, eq(contests.id, contestJudges.contestId))
        .where(and(eq(contestJudges.judgeId, userId), isSeat, isNull(contests.winnerAt), isNull(contests.cancelledAt)));
      // Each row is written once: for one that it wrote before, PostgreSQL looks the contest up again, and waits for whoever holds it.
      for (const seat of undecided) await this.end(seat, { state: "stepped_down", changedAt: at, email: null });
      await db
        .update(contestJudges)
        .set({ email: null })
        .where(and(eq(contestJudges.judgeId, userId), isNotNull(contestJudges.email)));
      const ended = undecided.map(({ contestId }) => contestId);
      if (provenEmail === null) return ended;
      const isTheirs = eq(contestJudges.email, provenEmail);
      await db
        .update(contestJudges)
        .set({ state: "declined", changedAt: at, email: null })
        .where(and(isTheirs, eq(contestJudges.state, "invited")));
      await db.update(contestJudges).set({ email: null }).where(isTheirs);
      return ended;
    },
  };
};
