import { sql } from "drizzle-orm";
import { contests } from "../../../database/schema/contests";

export const judgeNames = sql<string[]>`coalesce((
  select json_agg(person.name order by seat.changed_at, seat.id) from contest_judges seat join users person on person.id = seat.judge_id
  where seat.contest_id = ${contests}.id and seat.state = 'accepted' and person.status = 'verified' and person.removed_at is null), '[]')`;

export const judgeDisplayNames = (names: readonly string[]): string[] =>
  names.map((name) => name || "A judge without a name");
