import { sql } from "drizzle-orm";
import { contests, entries } from "../../../database/schema/contests";
import { contestJudges, entryRatings } from "../../../database/schema/judging";

export const judgeNames = sql<string[]>`coalesce((
  select json_agg(person.name order by seat.changed_at, seat.id) from contest_judges seat join users person on person.id = seat.judge_id
  where seat.contest_id = ${contests}.id and seat.state = 'accepted' and person.status = 'verified' and person.removed_at is null), '[]')`;

export const judgeDisplayNames = (names: readonly string[]): string[] =>
  names.map((name) => name || "A judge without a name");

export const ratedCount = sql<number>`(
  select count(*)::int from ${entries} join ${entryRatings} on ${entryRatings.entryId} = ${entries.id}
  where ${entries.contestId} = ${contestJudges.contestId} and ${entryRatings.judgeId} = ${contestJudges.judgeId} and ${entryRatings.rating} is not null)`;
