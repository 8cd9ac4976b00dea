import { message, type Message, type Text } from "@conquest/shared/contracts/text/message";
import type { NotificationTable } from "../../platform/notify";
import { dateOf, sentences, withReason } from "../../platform/text/message-values";
import { refundAt, winnerDueAt, type LifecycleStep } from "./domain/lifecycle-schedule";
import { JUDGING_DAYS } from "../contests/domain/phase";
import type { ContestRow } from "../contests/domain/contests-repository";
import { CANCELLED } from "../cancellation/domain/cancellation-notifications";
import { noUnblockingNote, noWinnerNote, type WinnerDueWords } from "../lifecycle/domain/winner-due-notifications";
import { refundTotalSentence } from "../participation/domain/refund-text";

export const lifecycleNotifications = {
  nobodyJoined: ({ id, name, creatorId, deadline }: ContestRow) => ({
    to: creatorId,
    kind: "nobody_joined",
    subject: message("No participants: “{name}”", { name }),
    text: message(
      "“{name}” closed with no participants. Set a later deadline before {end} to reopen it, or it will be cancelled.",
      { name, end: dateOf(refundAt(deadline)) },
    ),
    href: `/dashboard/my_created_contests?contest=${id}`,
    asks: `winner:${id}`,
  }),
  cancelledToCreator: ({ id, name, creatorId }: ContestRow, reason: Text, refundedTotal: number) => ({
    to: creatorId,
    kind: "cancelled",
    subject: message("Contest cancelled: “{name}”", { name }),
    text: sentences(withReason(reason, CANCELLED, { name }), refundTotalSentence(refundedTotal)),
    href: `/dashboard/my_created_contests?contest=${id}`,
  }),
} satisfies NotificationTable;

export interface EntryCounts {
  all: number;
  /** Entries of users who are not deleted. */
  present: number;
  able: number;
}

const ineligibleSentence = ({ all, able }: EntryCounts): Message | false =>
  all > 1 &&
  all > able &&
  message(
    "{n, plural, one {# of them can't win because its author was blocked or removed.} other {# of them can't win because their authors were blocked or removed.}}",
    { n: all - able },
  );

interface LifecycleFacts {
  entryCounts: EntryCounts;
  costsSomething: boolean;
  isNewlyOverdue: boolean;
  isCreatorBlocked: boolean;
}

const closedText = (name: string, counts: EntryCounts): Message =>
  sentences(
    message("“{name}” closed with {n, plural, one {# entry} other {# entries}}.", { name, n: counts.all }),
    ineligibleSentence(counts),
  );

const pickByDate = (deadline: Date) => message("Pick a winner by {due}.", { due: dateOf(winnerDueAt(deadline)) });

const pickForByDate = ({ name, deadline }: ContestRow) =>
  message("Pick a winner for “{name}” by {due}.", { name, due: dateOf(winnerDueAt(deadline)) });

/** Without an eligible entry deciders are not asked to pick a winner, only informed at the first and last steps. */
function wordsWithoutEligible(
  { name, deadline }: ContestRow,
  { kind }: LifecycleStep,
  { entryCounts: { all }, costsSomething }: LifecycleFacts,
): WinnerDueWords | null {
  const subject = message("No eligible entries: “{name}”", { name });
  const note = noUnblockingNote(deadline, costsSomething);
  if (kind === "closed") {
    const closed = message(
      "{n, plural, one {“{name}” closed with # entry, which can't win: its author was blocked or removed.} other {“{name}” closed with # entries that cannot win: everyone who submitted was blocked or removed.}}",
      { name, n: all },
    );
    return { subject, text: sentences(closed, note) };
  }
  return kind === "refund soon"
    ? { subject, text: sentences(message("“{name}” still has no eligible entries.", { name }), note) }
    : null;
}

export function creatorWords(contest: ContestRow, step: LifecycleStep, facts: LifecycleFacts): WinnerDueWords | null {
  const { name, deadline } = contest;
  const { entryCounts, costsSomething } = facts;
  if (entryCounts.able === 0) return wordsWithoutEligible(contest, step, facts);
  const note = noWinnerNote(deadline, costsSomething);
  return {
    closed: () => ({
      subject: message("Pick a winner: “{name}”", { name }),
      text: sentences(closedText(name, entryCounts), pickByDate(deadline)),
    }),
    "winner due soon": () => ({
      subject: message("Winner due soon: “{name}”", { name }),
      text: pickForByDate(contest),
    }),
    overdue: () => ({
      subject: message("Winner overdue: “{name}”", { name }),
      text: sentences(
        message("“{name}” is overdue: {days} days have passed without a winner. Admins can now pick one too.", {
          name,
          days: JUDGING_DAYS,
        }),
        note,
      ),
    }),
    "refund soon": () => ({
      subject: message("Cancellation soon: “{name}”", { name }),
      text: sentences(message("“{name}” still has no winner.", { name }), note),
    }),
    refund: () => null,
  }[step.kind]();
}

const CREATOR_BLOCKED = message("Its creator is blocked.");

/** Words for admins: at every step while the creator is blocked, else only once admins may pick the winner. */
export function adminWords(contest: ContestRow, step: LifecycleStep, facts: LifecycleFacts): WinnerDueWords | null {
  const { name, deadline } = contest;
  const { kind } = step;
  const { entryCounts, costsSomething, isNewlyOverdue, isCreatorBlocked } = facts;
  if (entryCounts.able === 0) return isCreatorBlocked ? wordsWithoutEligible(contest, step, facts) : null;
  if (isNewlyOverdue)
    return {
      subject: message("Winner overdue: “{name}”", { name }),
      text: message("“{name}” is overdue: its creator hasn't picked a winner in {days} days. You can pick one.", {
        name,
        days: JUDGING_DAYS,
      }),
    };
  if (!isCreatorBlocked) return null;
  if (kind === "closed")
    return {
      subject: message("Pick a winner: “{name}”", { name }),
      text: sentences(closedText(name, entryCounts), CREATOR_BLOCKED, pickByDate(deadline)),
    };
  if (kind === "winner due soon")
    return {
      subject: message("Winner due soon: “{name}”", { name }),
      text: sentences(pickForByDate(contest), CREATOR_BLOCKED),
    };
  return {
    subject: message("Cancellation soon: “{name}”", { name }),
    text: sentences(
      message("“{name}” still has no winner, and its creator is blocked.", { name }),
      noWinnerNote(deadline, costsSomething),
    ),
  };
}
