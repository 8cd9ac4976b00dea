import { sql, type SQL } from "drizzle-orm";
import { epochMs } from "./sort-keys";

/** Values of `contests.stage`: the contest's phase when the row was last updated. */
export const STAGE = {
  open: 0,
  judging: 1,
  overdue: 2,
  completed: 3,
  in_review: 4,
  changes_requested: 5,
  rejected: 6,
  cancelled: 7,
} as const;

export const TIMED_STAGES = [STAGE.open, STAGE.judging, STAGE.overdue] as const;
export type TimedStage = (typeof TIMED_STAGES)[number];

/** Added if reported, not public, or if the creator is blocked or removed. Won contests stay public after a removal. */
export const HIDDEN_OFFSET = 10;

interface StageColumns {
  stage: { getSQL(): SQL };
  deadline: { getSQL(): SQL };
}

/** An index has this expression: for separate conditions the planner assumes independence and expects many rows. */
export const deadlineInStage = ({ stage, deadline }: StageColumns, timed: TimedStage): SQL =>
  sql`case when ${stage} in (${sql.raw(String(timed))}, ${sql.raw(String(timed + HIDDEN_OFFSET))}) then ${deadline} end`;

export const nextFirst = ({ stage, deadline }: StageColumns): SQL =>
  sql`(case when ${stage} in (${sql.raw(String(STAGE.open))}, ${sql.raw(String(STAGE.open + HIDDEN_OFFSET))}) then 1 else -1 end * ${epochMs(deadline)})`;
