import { and, asc, eq, sql } from "drizzle-orm";
import type { EntryRating, MyEntry } from "@conquest/shared/contracts/entries";
import type { Database } from "../../../database/open-database";
import { contests, entries, entryRatings } from "../../../database/schema";

export const ratingsOf = (db: Database) => {
  const isOf = (entryId: string, judgeId: string) => and(eq(entryRatings.entryId, entryId), eq(entryRatings.judgeId, judgeId));
  return {
    async find(entryId: string, judgeId: string): Promise<EntryRating | undefined> {
      const [row] = await db
        .select({ rating: entryRatings.rating, word: entryRatings.word })
        .from(entryRatings)
        .where(isOf(entryId, judgeId));
      return row;
    },

    /** In place of what this judge said of the entry before; saying neither is saying nothing. */
    async save(entryId: string, judgeId: string, said: EntryRating, updatedAt: Date): Promise<void> {
      if (said.rating === null && said.word === "") {
        await db.delete(entryRatings).where(isOf(entryId, judgeId));
        return;
      }
      await db
        .insert(entryRatings)
        .values({ entryId, judgeId, ...said, updatedAt })
        .onConflictDoUpdate({ target: [entryRatings.entryId, entryRatings.judgeId], set: { ...said, updatedAt } });
    },

    /** What the judges said of an entry as its author may know it, the contest's creator first: null until the winner is named. */
    async listFor(entryId: string): Promise<MyEntry["ratings"]> {
      const isCreators = sql<boolean>`${entryRatings.judgeId} is not distinct from ${contests.creatorId}`;
      const rows = await db
        .select({ winnerAt: contests.winnerAt, rating: entryRatings.rating, word: entryRatings.word, isCreators })
        .from(entries)
        .innerJoin(contests, eq(contests.id, entries.contestId))
        .leftJoin(entryRatings, eq(entryRatings.entryId, entries.id))
        .where(eq(entries.id, entryId))
        .orderBy(sql`(case when ${isCreators} then 0 else 1 end)`, asc(entryRatings.judgeId));
      if (!rows[0]?.winnerAt) return null;
      // Where nobody said anything there is a row without a rating.
      return rows.flatMap(({ rating, word, isCreators }) => (word === null ? [] : [{ rating, word, by: isCreators ? ("creator" as const) : ("admin" as const) }]));
    },
  };
};
