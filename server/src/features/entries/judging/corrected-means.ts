import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { entries } from "../../../database/schema/contests";
import { entryRatings } from "../../../database/schema/judging";

/** Ratings that a judge needs before strictness can be told from the entries they happened to get. */
export const MIN_CORRECTED_RATINGS = 5;

const statistics = (contestId: string): SQL => sql`
  given as (
    select given.entry_id, given.judge_id, given.rating::float8 as rating from ${entries} entry
    join ${entryRatings} given on given.entry_id = entry.id where entry.contest_id = ${contestId} and given.rating is not null),
  judge as (
    select judge_id, avg(rating) as mean, stddev_pop(rating) as spread,
      count(*) >= ${sql.raw(String(MIN_CORRECTED_RATINGS))} and min(rating) < max(rating) as is_corrected
    from given group by judge_id),
  whole as (
    select avg(rating) as mean, stddev_pop(rating) as spread,
      (select count(*) > 1 and bool_or(is_corrected) from judge) as can_correct
    from given)`;

/** A rating as the z-score of its judge, in the scale of all ratings, at least 1 and at most 5. */
const corrected = sql`(case when judge.is_corrected
  then least(5, greatest(1, whole.mean + (given.rating - judge.mean) / judge.spread * whole.spread)) else given.rating end)`;

/** A table with `entry_id` and the corrected average of each rated entry; empty unless two judges can be compared. */
export const correctedMeans = (contestId: string): SQL => sql`(
  with ${statistics(contestId)}
  select given.entry_id, avg(${corrected}) as mean from given join judge using (judge_id) cross join whole
  where whole.can_correct group by given.entry_id)`;

/** `uncorrectedCount`: ratings that count as given, since their judges gave too few, or always the same. */
export type CorrectedMean = { corrected: number; uncorrectedCount: number };

export async function readCorrectedMeans(
  db: Database,
  contestId: string,
  entryIds: readonly string[],
): Promise<Map<string, CorrectedMean>> {
  if (entryIds.length === 0) return new Map();
  const { rows } = await db.execute<CorrectedMean & { entryId: string }>(sql`
    with ${statistics(contestId)}
    select given.entry_id as "entryId", round(avg(${corrected})::numeric, 1)::float8 as corrected,
      (count(*) filter (where not judge.is_corrected))::int as "uncorrectedCount"
    from given join judge using (judge_id) cross join whole
    where whole.can_correct and given.entry_id = any(${sql.param([...entryIds])}::text[]) group by given.entry_id`);
  return new Map(rows.map(({ entryId, ...mean }) => [entryId, mean]));
}

/** Returns whether there are at least two judges and the strictness of one is known. */
export async function canCorrect(db: Database, contestId: string): Promise<boolean> {
  const { rows } = await db.execute<{ canCorrect: boolean | null }>(
    sql`with ${statistics(contestId)} select can_correct as "canCorrect" from whole`,
  );
  return rows[0]?.canCorrect === true;
}
