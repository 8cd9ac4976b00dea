import { sql } from "drizzle-orm";
import { entries } from "../../../database/schema/contests";
import { contestJudges, entryRatings } from "../../../database/schema/judging";

export const ratedCount = sql<number>`(
  select count(*)::int from ${entries} join ${entryRatings} on ${entryRatings.entryId} = ${entries.id}
  where ${entries.contestId} = ${contestJudges.contestId} and ${entryRatings.judgeId} = ${contestJudges.judgeId} and ${entryRatings.rating} is not null)`;
