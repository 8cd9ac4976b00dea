import { quotedName } from "../../platform/email/email-subject";
import type { NotificationTable } from "../../platform/notify";
import { reasonSuffix, formatUtc } from "../../platform/text/format";
import { refundAt, winnerDueAt, type LifecycleStep } from "./domain/lifecycle-schedule";
import { JUDGING_DAYS } from "../contests/domain/phase";
import type { ContestRow } from "../contests/domain/contests-repository";
import { noUnblockingNote, noWinnerNote, type WinnerDueWords } from "../lifecycle/domain/winner-due-notifications";
import { refundTotalSuffix } from "../participation/domain/refund-text";

export const lifecycleNotifications = {
  nobodyJoined: ({ id, name, creatorId, deadline }: ContestRow) => ({
    to: creatorId,
    kind: "nobody_joined",
    subject: `No participants: ${quotedName(name)}`,
    text: `“${name}” closed with no participants. Set a later deadline before ${formatUtc(refundAt(deadline))} to reopen it, or it will be cancelled.`,
    href: `/dashboard/my_created_contests?contest=${id}`,
    asks: `winner:${id}`,
  }),
  cancelledToCreator: ({ id, name, creatorId }: ContestRow, reason: string, refundedTotal: number) => ({
    to: creatorId,
    kind: "cancelled",
    subject: `Contest cancelled: ${quotedName(name)}`,
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
    ? " 1 of them can't win because its author was blocked or removed."
    : ` ${count} of them can't win because their authors were blocked or removed.`;
}

interface LifecycleFacts {
  entryCounts: EntryCounts;
  costsSomething: boolean;
  isNewlyOverdue: boolean;
  isCreatorBlocked: boolean;
}

const dueText = (deadline: Date) => formatUtc(winnerDueAt(deadline));

const closedText = (name: string, counts: EntryCounts) =>
  counts.all === 1
    ? `“${name}” closed with 1 entry.`
    : `“${name}” closed with ${counts.all} entries.${ineligibleSuffix(counts)}`;

/** Without an eligible entry deciders are not asked to pick a winner, only informed at the first and last steps. */
function wordsWithoutEligible(
  { name, deadline }: ContestRow,
  { kind }: LifecycleStep,
  { entryCounts: { all }, costsSomething }: LifecycleFacts,
): WinnerDueWords | null {
  const subject = `No eligible entries: ${quotedName(name)}`;
  const note = noUnblockingNote(deadline, costsSomething);
  if (kind === "closed" && all === 1)
    return {
      subject,
      text: `“${name}” closed with 1 entry, which can't win: its author was blocked or removed. ${note}`,
    };
  if (kind === "closed")
    return {
      subject,
      text: `“${name}” closed with ${all} entries that cannot win: everyone who submitted was blocked or removed. ${note}`,
    };
  return kind === "refund soon" ? { subject, text: `“${name}” still has no eligible entries. ${note}` } : null;
}

export function creatorWords(contest: ContestRow, step: LifecycleStep, facts: LifecycleFacts): WinnerDueWords | null {
  const { name, deadline } = contest;
  const { entryCounts, costsSomething } = facts;
  if (entryCounts.able === 0) return wordsWithoutEligible(contest, step, facts);
  const note = noWinnerNote(deadline, costsSomething);
  return {
    closed: () => ({
      subject: `Pick a winner: ${quotedName(name)}`,
      text: `${closedText(name, entryCounts)} Pick a winner by ${dueText(deadline)}.`,
    }),
    "winner due soon": () => ({
      subject: `Winner due soon: ${quotedName(name)}`,
      text: `Pick a winner for “${name}” by ${dueText(deadline)}.`,
    }),
    overdue: () => ({
      subject: `Winner overdue: ${quotedName(name)}`,
      text: `“${name}” is overdue: ${JUDGING_DAYS} days have passed without a winner. Admins can now pick one too. ${note}`,
    }),
    "refund soon": () => ({
      subject: `Cancellation soon: ${quotedName(name)}`,
      text: `“${name}” still has no winner. ${note}`,
    }),
    refund: () => null,
  }[step.kind]();
}

/** Words for admins: at every step while the creator is blocked, else only once admins may pick the winner. */
export function adminWords(contest: ContestRow, step: LifecycleStep, facts: LifecycleFacts): WinnerDueWords | null {
  const { name, deadline } = contest;
  const { kind } = step;
  const { entryCounts, costsSomething, isNewlyOverdue, isCreatorBlocked } = facts;
  if (entryCounts.able === 0) return isCreatorBlocked ? wordsWithoutEligible(contest, step, facts) : null;
  if (isNewlyOverdue)
    return {
      subject: `Winner overdue: ${quotedName(name)}`,
      text: `“${name}” is overdue: its creator hasn't picked a winner in ${JUDGING_DAYS} days. You can pick one.`,
    };
  if (!isCreatorBlocked) return null;
  if (kind === "closed")
    return {
      subject: `Pick a winner: ${quotedName(name)}`,
      text: `${closedText(name, entryCounts)} Its creator is blocked. Pick a winner by ${dueText(deadline)}.`,
    };
  if (kind === "winner due soon")
    return {
      subject: `Winner due soon: ${quotedName(name)}`,
      text: `Pick a winner for “${name}” by ${dueText(deadline)}. Its creator is blocked.`,
    };
  return {
    subject: `Cancellation soon: ${quotedName(name)}`,
    text: `“${name}” still has no winner, and its creator is blocked. ${noWinnerNote(deadline, costsSomething)}`,
  };
}
