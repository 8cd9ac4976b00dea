import { sql, type SQL } from "drizzle-orm";
import type { Phase } from "@conquest/shared/contracts/contests";
import { contests } from "../../../database/schema/contests";

/** How long an owner has to choose a winner before admins may do it. */
export const JUDGING_DAYS = 14;
export const DAY_MS = 24 * 60 * 60 * 1000;
const JUDGING_MS = JUDGING_DAYS * DAY_MS;

type Contest = typeof contests.$inferSelect;
export type PhaseFacts = Pick<Contest, "status" | "review" | "cancelledAt" | "winnerAt" | "deadline">;

/** Where a contest stands at an instant. A contest is open until the instant of its deadline, not at it. */
export function phaseOf(contest: PhaseFacts, now: Date): Phase {
  if (contest.cancelledAt) return "cancelled";
  if (contest.review !== "approved") return contest.review;
  if (contest.winnerAt) return "completed";
  if (now < contest.deadline) return "open";
  return now.getTime() < contest.deadline.getTime() + JUDGING_MS ? "judging" : "overdue";
}

/** Where a contest stands that was published, and not cancelled since. */
export const PUBLISHED_PHASES: readonly Phase[] = ["open", "judging", "overdue", "completed"];

/** Deadlines later than `after`, and not later than `until`. */
export interface DeadlineRange {
  after: Date | null;
  until: Date | null;
}

/** When the deadlines are of contests that are in such a phase at an instant. Nothing else decides between these three. */
export function deadlineRangeOf(phase: Phase, now: Date): DeadlineRange | undefined {
  const overdueSince = new Date(now.getTime() - JUDGING_MS);
  if (phase === "open") return { after: now, until: null };
  if (phase === "judging") return { after: overdueSince, until: now };
  return phase === "overdue" ? { after: null, until: overdueSince } : undefined;
}

/** {@link phaseOf} for the database, to filter and sort by. A test holds the two together. */
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
