import { and, count, eq, inArray, ne, sql } from "drizzle-orm";
import type { ContestEntry } from "@conquest/shared/contracts/judging/judged-entries";
import { meanOf } from "@conquest/shared/contracts/judging/mean-rating";
import type { Database } from "../../../database/database";
import { contests, entries } from "../../../database/schema/contests";
import { contestJudges, criterionRatings, entryRatings } from "../../../database/schema/judging";
import { users } from "../../../database/schema/people";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { creatorFirst, toRatingAuthor, ratingAuthorJoin } from "./rating-author";

type Judges = NonNullable<ContestEntry["judges"]>;

interface JudgesQuery {
  contest: Pick<ContestRow, "id" | "criteria">;
  entryId: string;
  /** Excluded from `others`: readers see their own rating separately. */
  readerId: string;
}

/** Returns all judges' ratings of an entry, for those who choose the winner. Includes judges who have not rated it. */
export async function readJudges(db: Database, { contest, entryId, readerId }: JudgesQuery): Promise<Judges> {
  // Selects judges by id: a condition on `users` would scan all users.
  const judgeIds = sql`
    select seat.judge_id from ${contestJudges} seat where seat.contest_id = ${contest.id} and seat.state = 'accepted'
    union select given.judge_id from ${entryRatings} given where given.entry_id = ${entryId}
    union select given.judge_id from ${criterionRatings} given where given.entry_id = ${entryId}`;
  const rows = await db
    .select({ judgeId: users.id, rating: entryRatings.rating, word: entryRatings.word, ...ratingAuthorJoin(users.id) })
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
    criteriaMeans: contest.criteria.map((_, position) =>
      meanOf(byCriteria.flatMap((each) => (each.position === position ? [each.rating] : []))),
    ),
    others: rows
      .filter(({ judgeId }) => judgeId !== readerId)
      .map(({ judgeId, rating, word, ...who }) => ({
        ...toRatingAuthor(who),
        rating,
        word: word ?? "",
        criteria: contest.criteria.map(
          (_, position) =>
            byCriteria.find((each) => each.judgeId === judgeId && each.position === position)?.rating ?? null,
        ),
      })),
  };
}

interface Means {
  mean: number | null;
  ratingCount: number;
  criteriaMeans: (number | null)[];
}

export async function readMeans(
  db: Database,
  entryIds: readonly string[],
  criteriaCount: number,
): Promise<Map<string, Means>> {
  const means = new Map(
    entryIds.map((entryId) => [
      entryId,
      { mean: null, ratingCount: 0, criteriaMeans: Array.from({ length: criteriaCount }, () => null) } as Means,
    ]),
  );
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
