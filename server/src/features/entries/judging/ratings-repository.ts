import { asc, sql, type SQL, and, eq, inArray, count, ne } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { myEntry } from "@conquest/shared/contracts/entries";
import type { EntryRating } from "@conquest/shared/contracts/judging/ratings";
import type { contestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { meanOf } from "@conquest/shared/contracts/judging/mean-rating";
import { contests, entries } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import { publicDisplayNameOf } from "../../../platform/people";
import { isCoJudge } from "../../contests/domain/contest-visibility";
import type { Database } from "../../../database/database";
import {
  criterionRatings,
  entryJudges,
  entryRatings,
  entryRecusals,
  contestJudges,
} from "../../../database/schema/judging";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { readCorrectedMeans } from "./corrected-means";

type Rating = NonNullable<z.input<typeof myEntry>["ratings"]>[number];

const isCreator = (judgeId: PgColumn) => sql<boolean>`${judgeId} is not distinct from ${contests.creatorId}`;

const ratingAuthorJoin = (judgeId: PgColumn) => ({
  isCreators: isCreator(judgeId),
  isCoJudges: isCoJudge(judgeId),
  judgeName: users.name,
  judgeStatus: users.status,
  judgeRemovedAt: users.removedAt,
});

const creatorFirst = (judgeId: PgColumn): SQL[] => [
  sql`(case when ${isCreator(judgeId)} then 0 else 1 end)`,
  asc(judgeId),
];

const toRatingAuthor = (row: {
  isCreators: boolean;
  isCoJudges: boolean;
  judgeName: string | null;
  judgeStatus: "verified" | "blocked" | null;
  judgeRemovedAt: Date | null;
}): Pick<Rating, "by" | "name"> =>
  row.isCreators
    ? { by: "creator", name: "" }
    : row.isCoJudges
      ? {
          by: "judge",
          name: publicDisplayNameOf({
            name: row.judgeName ?? "",
            status: row.judgeStatus ?? "verified",
            removedAt: row.judgeRemovedAt,
          }),
        }
      : { by: "admin", name: "" };

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
    async listCriteria(entryIds: readonly string[], judgeId: string, count: number) {
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

    async remove(entryId: string, judgeId: string): Promise<void> {
      await this.removeCriteria(entryId, judgeId);
      await db.delete(entryRatings).where(isOf(entryId, judgeId));
    },

    /** Returns the ratings of an entry for its author, the creator's first; null until the winner is declared. */
    async listFor(entryId: string): Promise<Rating[] | null> {
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

type Judges = NonNullable<z.input<typeof contestEntry>["judges"]>;

interface JudgesQuery {
  contest: Pick<ContestRow, "id" | "criteria" | "judgesPerEntry">;
  entryId: string;
  /** Excluded from `others`: readers see their own rating separately. */
  readerId: string;
}

/** Returns all judges' ratings of an entry, for those who choose the winner. Includes judges who have not rated it. */
export async function readJudges(db: Database, { contest, entryId, readerId }: JudgesQuery): Promise<Judges> {
  // Selects judges by id: a condition on `users` would scan all users.
  const isAsked =
    contest.judgesPerEntry === null
      ? undefined
      : sql`and exists (select from ${entryJudges} asked where asked.entry_id = ${entryId} and asked.judge_id = seat.judge_id)`;
  const isRecused = sql<boolean>`exists (select from ${entryRecusals} recusal where recusal.entry_id = ${entryId} and recusal.judge_id = ${users.id})`;
  const judgeIds = sql`
    select seat.judge_id from ${contestJudges} seat where seat.contest_id = ${contest.id} and seat.state = 'accepted' ${isAsked}
    union select seat.judge_id from ${contestJudges} seat join ${entryRecusals} recusal on recusal.judge_id = seat.judge_id
      where seat.contest_id = ${contest.id} and seat.state = 'accepted' and recusal.entry_id = ${entryId}
    union select given.judge_id from ${entryRatings} given where given.entry_id = ${entryId}
    union select given.judge_id from ${criterionRatings} given where given.entry_id = ${entryId}`;
  const rows = await db
    .select({
      judgeId: users.id,
      rating: entryRatings.rating,
      word: entryRatings.word,
      isRecused,
      ...ratingAuthorJoin(users.id),
    })
    .from(entries)
    .innerJoin(contests, eq(contests.id, entries.contestId))
    .innerJoin(users, sql`${users.id} in (${judgeIds})`)
    .leftJoin(entryRatings, and(eq(entryRatings.entryId, entries.id), eq(entryRatings.judgeId, users.id)))
    .where(eq(entries.id, entryId))
    .orderBy(...creatorFirst(users.id));
  const byCriteria = await db.select().from(criterionRatings).where(eq(criterionRatings.entryId, entryId));
  const ratings = rows.flatMap(({ rating }) => rating ?? []);
  return {
    mean: meanOf(ratings),
    ratingCount: ratings.length,
    ...(await readCorrectedMeans(db, contest.id, [entryId])).get(entryId),
    criteriaMeans: contest.criteria.map((_, position) =>
      meanOf(byCriteria.flatMap((each) => (each.position === position ? [each.rating] : []))),
    ),
    others: rows
      .filter(({ judgeId }) => judgeId !== readerId)
      .map(({ judgeId, rating, word, isRecused: hasRecused, ...who }) => ({
        ...toRatingAuthor(who),
        ...(hasRecused && { isRecused: true }),
        rating,
        word: word ?? "",
        criteria: contest.criteria.map(
          (_, position) =>
            byCriteria.find((each) => each.judgeId === judgeId && each.position === position)?.rating ?? null,
        ),
      })),
  };
}

export async function readMeans(db: Database, entryIds: readonly string[], criteriaCount: number) {
  const noMeans = (): { mean: number | null; ratingCount: number; criteriaMeans: (number | null)[] } => ({
    mean: null,
    ratingCount: 0,
    criteriaMeans: Array.from({ length: criteriaCount }, () => null),
  });
  const means = new Map(entryIds.map((entryId) => [entryId, noMeans()]));
  const ofEntry = {
    entryId: entryRatings.entryId,
    mean: sql<number | null>`round(avg(${entryRatings.rating}), 1)::float8`,
    ratingCount: count(entryRatings.rating),
  };
  for (const { entryId, ...given } of await db
    .select(ofEntry)
    .from(entryRatings)
    .where(inArray(entryRatings.entryId, [...entryIds]))
    .groupBy(entryRatings.entryId))
    Object.assign(means.get(entryId)!, given);
  if (criteriaCount === 0) return means;
  const { entryId, position, rating } = criterionRatings;
  const byCriteria = db
    .select({ entryId, position, mean: sql<number>`round(avg(${rating}), 1)::float8` })
    .from(criterionRatings);
  for (const given of await byCriteria.where(inArray(entryId, [...entryIds])).groupBy(entryId, position))
    means.get(given.entryId)!.criteriaMeans[given.position] = given.mean;
  return means;
}

export async function hasOtherJudges(db: Database, contestId: string, readerId: string): Promise<boolean> {
  const otherJudgeCount = db.$count(
    contestJudges,
    and(
      eq(contestJudges.contestId, contestId),
      eq(contestJudges.state, "accepted"),
      ne(contestJudges.judgeId, readerId),
    ),
  );
  if ((await otherJudgeCount) > 0) return true;
  const ratedByOthers = ({ entryId, judgeId }: typeof entryRatings | typeof criterionRatings) =>
    db
      .select({ entryId })
      .from(entries)
      .innerJoin(entryId.table, eq(entries.id, entryId))
      .where(and(eq(entries.contestId, contestId), ne(judgeId, readerId)))
      .limit(1);
  return (await ratedByOthers(entryRatings)).length > 0 || (await ratedByOthers(criterionRatings)).length > 0;
}
