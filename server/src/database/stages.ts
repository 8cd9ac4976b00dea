import { sql, type SQL } from "drizzle-orm";
import { epochMs } from "./epoch-ms";

/** What `contests.stage` says: a phase, as it was when the row was last written or looked at. */
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

/** The stages that the clock alone ends. */
export const TIMED_STAGES = [STAGE.open, STAGE.judging, STAGE.overdue] as const;
export type TimedStage = (typeof TIMED_STAGES)[number];

/** Added to the stage of what would be public if its creator were in good standing, and it were not hidden after a report. What somebody won is also when its creator is gone. */
export const HIDDEN = 10;

interface StageColumns {
  stage: { getSQL(): SQL };
  deadline: { getSQL(): SQL };
}

/**
 * The deadline of rows of this stage. Indexed as it is, it finds the few rows whose stage the clock has overtaken; the
 * database would expect many from a stage and a deadline, which it takes to be independent.
 */
export const deadlineInStage = ({ stage, deadline }: StageColumns, timed: TimedStage): SQL =>
  sql`case when ${stage} in (${sql.raw(String(timed))}, ${sql.raw(String(timed + HIDDEN))}) then ${deadline} end`;

/** Sorts rows of one stage: open ones by the next deadline, others by the last. */
export const nextFirst = ({ stage, deadline }: StageColumns): SQL =>
  sql`(case when ${stage} in (${sql.raw(String(STAGE.open))}, ${sql.raw(String(STAGE.open + HIDDEN))}) then 1 else -1 end * ${epochMs(deadline)})`;
