import { and, isNull, sql, type SQL } from "drizzle-orm";
import type { Phase } from "@conquest/shared/contracts/contests";
import { contests } from "../../../database/schema/contests";

/** Days the owner has to choose a winner before admins may. */
export const JUDGING_DAYS = 14;
export const DAY_MS = 24 * 60 * 60 * 1000;
const JUDGING_MS = JUDGING_DAYS * DAY_MS;

type Contest = typeof contests.$inferSelect;
export type PhaseFacts = Pick<Contest, "status" | "review" | "cancelledAt" | "winnerAt" | "deadline">;

/** Returns the phase at `now`. A contest is no longer open at the instant of its deadline. */
export function phaseOf(contest: PhaseFacts, now: Date): Phase {
  if (contest.cancelledAt) return "cancelled";
  if (contest.review !== "approved") return contest.review;
  if (contest.winnerAt) return "completed";
  if (now < contest.deadline) return "open";
  return now.getTime() < contest.deadline.getTime() + JUDGING_MS ? "judging" : "overdue";
}

export const PUBLISHED_PHASES: readonly Phase[] = ["open", "judging", "overdue", "completed"];

/** Deadlines after `after` (exclusive) and up to `until` (inclusive). */
export interface DeadlineRange {
  after: Date | null;
  until: Date | null;
}

export function deadlineRangeOf(phase: Phase, now: Date): DeadlineRange | undefined {
  const overdueSince = new Date(now.getTime() - JUDGING_MS);
  if (phase === "open") return { after: now, until: null };
  if (phase === "judging") return { after: overdueSince, until: now };
  return phase === "overdue" ? { after: null, until: overdueSince } : undefined;
}

/** SQL version of {@link phaseOf}, for filtering and sorting. A test compares the two. */
export function phaseSql(now: Date): SQL<Phase> {
  const overdueSince = new Date(now.getTime() - JUDGING_MS);
  return sql<Phase>`case
    when ${contests.cancelledAt} is not null then 'cancelled'
    when ${contests.review} <> 'approved' then ${contests.review}
    when ${contests.winnerAt} is not null then 'completed'
    when ${contests.deadline} > ${sql.param(now, contests.deadline)} then 'open'
    when ${contests.deadline} > ${sql.param(overdueSince, contests.deadline)} then 'judging'
    else 'overdue' end`;
}

export const isUndecided = and(isNull(contests.winnerAt), isNull(contests.cancelledAt));
