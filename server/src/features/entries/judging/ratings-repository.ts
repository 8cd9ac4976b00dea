import { and, asc, eq, inArray } from "drizzle-orm";
import type { MyEntry } from "@conquest/shared/contracts/entries";
import type { EntryRating } from "@conquest/shared/contracts/judging/ratings";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { criterionRatings, entryRatings } from "../../../database/schema/judging";
import { users } from "../../../database/schema/people";
import { creatorFirst, toWhose, ratingAuthorJoin } from "./rating-author";

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

    /** What a judge gave an entry for each of the contest's criteria, of which there are so many; null where nothing. */
    async listCriteria(
      entryIds: readonly string[],
      judgeId: string,
      count: number,
    ): Promise<Map<string, (number | null)[]>> {
      const given = new Map(
        entryIds.map((entryId) => [entryId, Array.from({ length: count }, (): number | null => null)]),
      );
      if (count === 0 || entryIds.length === 0) return given;
      const rows = await db
        .select()
        .from(criterionRatings)
        .where(and(inArray(criterionRatings.entryId, [...entryIds]), eq(criterionRatings.judgeId, judgeId)));
      for (const { entryId, position, rating } of rows) given.get(entryId)![position] = rating;
      return given;
    },

    /** In place of what this judge gave the entry for this criterion before; null takes it back. */
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

    /** What the judges said of an entry as its author may know it, the contest's creator first: null until the winner is named. */
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
      // Where nobody said anything there is a row without a rating.
      const said = rows.filter((row) => row.word !== null);
      const given = await db
        .select()
        .from(criterionRatings)
        .where(eq(criterionRatings.entryId, entryId))
        .orderBy(asc(criterionRatings.position));
      return said.map(({ rating, word, judgeId, criteria, ...who }) => ({
        rating,
        word: word!,
        ...toWhose(who),
        criteria: given.flatMap((each) =>
          each.judgeId === judgeId ? [{ criterion: criteria[each.position] ?? "", rating: each.rating }] : [],
        ),
      }));
    },
  };
};
