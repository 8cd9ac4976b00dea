import { and, asc, eq, inArray } from "drizzle-orm";
import type { MyEntry } from "@conquest/shared/contracts/entries";
import type { EntryRating } from "@conquest/shared/contracts/judging/ratings";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { criterionRatings, entryRatings } from "../../../database/schema/judging";
import { users } from "../../../database/schema/people";
import { creatorFirst, toRatingAuthor, ratingAuthorJoin } from "./rating-author";

export const ratingsRepository = (db: Database) => {
  const isOf = (entryId: string, judgeId: string) =>
    and(eq(entryRatings.entryId, entryId), eq(entryRatings.judgeId, judgeId));
  return {
    async find(entryId: string, judgeId: string): Promise<EntryRating | undefined> {
      const [row] = await db
        .select({ rating: entryRatings.rating, word: entryRatings.word })
        .from(entryRatings)
        .where(isOf(entryId, judgeId));
      return row;
    },

    /** Replaces this judge's rating and comment of the entry; deletes the row if both are empty. */
    async save(entryId: string, judgeId: string, feedback: EntryRating, updatedAt: Date): Promise<void> {
      if (feedback.rating === null && feedback.word === "") {
        await db.delete(entryRatings).where(isOf(entryId, judgeId));
        return;
      }
      await db
        .insert(entryRatings)
        .values({ entryId, judgeId, ...feedback, updatedAt })
        .onConflictDoUpdate({ target: [entryRatings.entryId, entryRatings.judgeId], set: { ...feedback, updatedAt } });
    },

    /** Returns a judge's ratings by criterion for each entry; null if not rated. `count` is the number of criteria. */
    async listCriteria(
      entryIds: readonly string[],
      judgeId: string,
      count: number,
    ): Promise<Map<string, (number | null)[]>> {
      const ratingsByEntry = new Map(
        entryIds.map((entryId) => [entryId, Array.from({ length: count }, (): number | null => null)]),
      );
      if (count === 0 || entryIds.length === 0) return ratingsByEntry;
      const rows = await db
        .select()
        .from(criterionRatings)
        .where(and(inArray(criterionRatings.entryId, [...entryIds]), eq(criterionRatings.judgeId, judgeId)));
      for (const { entryId, position, rating } of rows) ratingsByEntry.get(entryId)![position] = rating;
      return ratingsByEntry;
    },

    async saveCriterion(entryId: string, judgeId: string, position: number, rating: number | null): Promise<void> {
      if (rating === null) {
        await db
          .delete(criterionRatings)
          .where(
            and(
              eq(criterionRatings.entryId, entryId),
              eq(criterionRatings.judgeId, judgeId),
              eq(criterionRatings.position, position),
            ),
          );
        return;
      }
      const { entryId: entry, judgeId: judge, position: place } = criterionRatings;
      await db
        .insert(criterionRatings)
        .values({ entryId, judgeId, position, rating })
        .onConflictDoUpdate({ target: [entry, judge, place], set: { rating } });
    },

    async removeCriteria(entryId: string, judgeId: string): Promise<void> {
      await db
        .delete(criterionRatings)
        .where(and(eq(criterionRatings.entryId, entryId), eq(criterionRatings.judgeId, judgeId)));
    },

    /** Returns the ratings of an entry for its author, the creator's first; null until the winner is declared. */
    async listFor(entryId: string): Promise<MyEntry["ratings"]> {
      const rows = await db
        .select({
          winnerAt: contests.winnerAt,
          criteria: contests.criteria,
          judgeId: entryRatings.judgeId,
          rating: entryRatings.rating,
          word: entryRatings.word,
          ...ratingAuthorJoin(entryRatings.judgeId),
        })
        .from(entries)
        .innerJoin(contests, eq(contests.id, entries.contestId))
        .leftJoin(entryRatings, eq(entryRatings.entryId, entries.id))
        .leftJoin(users, eq(users.id, entryRatings.judgeId))
        .where(eq(entries.id, entryId))
        .orderBy(...creatorFirst(entryRatings.judgeId));
      if (!rows[0]?.winnerAt) return null;
      // Without ratings, the left join yields one empty row.
      const rated = rows.filter((row) => row.word !== null);
      const criterionRows = await db
        .select()
        .from(criterionRatings)
        .where(eq(criterionRatings.entryId, entryId))
        .orderBy(asc(criterionRatings.position));
      return rated.map(({ rating, word, judgeId, criteria, ...who }) => ({
        rating,
        word: word!,
        ...toRatingAuthor(who),
        criteria: criterionRows.flatMap((each) =>
          each.judgeId === judgeId ? [{ criterion: criteria[each.position] ?? "", rating: each.rating }] : [],
        ),
      }));
    },
  };
};
