import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { contests } from "../../../database/schema/contests";

/** This person judges the contest beside its creator, as a condition beside `contests`. */
export const isCoJudge = (judgeId: PgColumn) =>
  sql<boolean>`exists (select 1 from contest_judges seat where seat.contest_id = ${contests}.id and seat.judge_id = ${judgeId} and seat.state = 'accepted')`;
