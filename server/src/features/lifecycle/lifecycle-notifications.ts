import type { NotificationTable } from "../../platform/notify";
import { reasonSuffix, formatUtc } from "../../platform/text/format";
import { refundAt, winnerDueAt, type LifecycleStep } from "./domain/lifecycle-schedule";
import { JUDGING_DAYS } from "../contests/domain/phase";
import type { ContestRow } from "../contests/domain/contests-repository";
import { endDescription, unlessUnblockedNote } from "../lifecycle/domain/winner-due-notifications";
import { formatEntryCount } from "../judges/domain/judge-notifications";
import { refundTotalSuffix } from "../participation/domain/refund-text";

export const lifecycleNotifications = {
  nobodyJoined: ({ id, name, creatorId, deadline }: ContestRow) => ({
    to: creatorId,
    kind: "nobody_joined",
    text: `“${name}” has closed, and nobody joined. Until ${formatUtc(refundAt(deadline))} you can give it a later deadline, and it opens again; otherwise it is cancelled then.`,
    href: `/dashboard/my_created_contests?contest=${id}`,
    asks: `winner:${id}`,
  }),
  cancelledToCreator: ({ id, name, creatorId }: ContestRow, reason: string, refundedTotal: number) => ({
    to: creatorId,
    kind: "cancelled",
    text: `“${name}” was cancelled${reasonSuffix(reason)}${refundTotalSuffix(refundedTotal)}`,
    href: `/dashboard/my_created_contests?contest=${id}`,
  }),
} satisfies NotificationTable;

export interface EntryCounts {
  all: number;
  /** Entries of users who are not deleted. */
  present: number;
  /** Entries that can win now. */
  able: number;
}

function ineligibleSuffix({ all, able }: EntryCounts): string {
  const count = all - able;
  if (count === 0) return "";
  return count === 1
    ? " One of them cannot win: its author was blocked or removed."
    : ` ${count} of them cannot win: their authors were blocked or removed.`;
}

interface LifecycleFacts {
  entryCounts: EntryCounts;
  costsSomething: boolean;
  isNewlyOverdue: boolean;
  isCreatorBlocked: boolean;
}

const dueWords = (deadline: Date) => formatUtc(winnerDueAt(deadline));

/** Without an eligible entry deciders are not asked to choose, only informed at the first and last steps. */
function textWithoutEligible(
  { name, deadline }: ContestRow,
  { kind }: LifecycleStep,
  { entryCounts: { all }, costsSomething }: LifecycleFacts,
): string | null {
  if (kind === "closed")
    return `“${name}” has closed with ${formatEntryCount(all)}, and ${all === 1 ? "it cannot" : "none can"} win. Everybody who handed in was blocked or removed. ${unlessUnblockedNote(deadline, costsSomething)}`;
  return kind === "refund soon"
    ? `“${name}” still has no entry that can win: ${endDescription(deadline, costsSomething)}.`
    : null;
}

export function creatorText(contest: ContestRow, step: LifecycleStep, facts: LifecycleFacts): string | null {
  const { name, deadline } = contest;
  const { entryCounts, costsSomething } = facts;
  if (entryCounts.able === 0) return textWithoutEligible(contest, step, facts);
  const end = endDescription(deadline, costsSomething);
  return {
    closed: () =>
      `“${name}” has closed with ${formatEntryCount(entryCounts.all)}.${ineligibleSuffix(entryCounts)} Please choose the winner by ${dueWords(deadline)}.`,
    "winner due soon": () => `“${name}” waits for its winner, due on ${dueWords(deadline)}.`,
    overdue: () =>
      `“${name}” is overdue: ${JUDGING_DAYS} days have passed without a winner. Admins may choose now too, and ${end}.`,
    "refund soon": () => `“${name}” still has no winner: ${end}.`,
    refund: () => null,
  }[step.kind]();
}

/** Text for admins: at every step while the creator is blocked, else only once admins may choose. */
export function adminText(contest: ContestRow, step: LifecycleStep, facts: LifecycleFacts): string | null {
  const { name, deadline } = contest;
  const { kind } = step;
  const { entryCounts, costsSomething, isNewlyOverdue, isCreatorBlocked } = facts;
  if (entryCounts.able === 0) return isCreatorBlocked ? textWithoutEligible(contest, step, facts) : null;
  if (isNewlyOverdue)
    return `“${name}” is overdue: its creator has chosen no winner in ${JUDGING_DAYS} days. You may choose one.`;
  if (!isCreatorBlocked) return null;
  if (kind === "closed")
    return `“${name}” has closed with ${formatEntryCount(entryCounts.all)}.${ineligibleSuffix(entryCounts)} Its creator is blocked: please choose the winner by ${dueWords(deadline)}.`;
  if (kind === "winner due soon")
    return `“${name}” waits for its winner, due on ${dueWords(deadline)}. Its creator is blocked.`;
  return `“${name}” still has no winner, and its creator is blocked: ${endDescription(deadline, costsSomething)}.`;
}
