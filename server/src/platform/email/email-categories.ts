import type { EmailCategory } from "@conquest/shared/contracts/email-preferences";
import type { Notice } from "@conquest/shared/contracts/messages";

interface CategoryOptions {
  title: string;
  text: string;
  isOnByDefault: boolean;
  isAlways: boolean;
}

export const CATEGORY_OPTIONS: Readonly<Record<EmailCategory, CategoryOptions>> = {
  account: {
    title: "Your account",
    text: "Your role here, what you may do, whether you may be here, a new password or e-mail address, and what somebody reported of yours. For the safety of your account these are always sent.",
    isOnByDefault: true,
    isAlways: true,
  },
  money: {
    title: "Money",
    text: "What you paid for a contest, and what was refunded when you left it or it was cancelled. Confirmations of payments and refunds are always sent.",
    isOnByDefault: true,
    isAlways: true,
  },
  results: {
    title: "Results",
    text: "Who won, feedback on your entry, when one of your own contests needs a winner or closed without participants, when a contest you joined is hidden or a later deadline lets you leave it, when you are invited to judge one, and when its entries can be read.",
    isOnByDefault: true,
    isAlways: false,
  },
  deadlines: {
    title: "Deadlines",
    text: "A contest that you joined or follow closes within a day; one that you follow closes later than you were told, or was cancelled.",
    isOnByDefault: false,
    isAlways: false,
  },
  talk: {
    title: "Questions and news",
    text: "What is asked about your contests, what was answered to you, and what creators write to those who joined.",
    isOnByDefault: false,
    isAlways: false,
  },
  review: {
    title: "Review",
    text: "Contests, requests and reports that wait for an answer, and what was answered.",
    isOnByDefault: false,
    isAlways: false,
  },
};

/** Category of each notification kind; a new kind does not compile without an entry. */
export const CATEGORY_OF: Readonly<Record<Notice["kind"], EmailCategory>> = {
  role_answer: "account",
  account_blocked: "account",
  account_unblocked: "account",
  account_removed: "account",
  password_changed: "account",
  email_changed: "account",
  email_left: "account",
  joined: "money",
  refunded: "money",
  cancelled: "money",
  deadline_extended: "results",
  winner: "results",
  result: "results",
  winner_due: "results",
  nobody_joined: "results",
  judge_invited: "results",
  judging_open: "results",
  judge_ended: "results",
  deadline_near: "deadlines",
  deadline_moved: "deadlines",
  follow_ended: "deadlines",
  contest_submitted: "review",
  contest_confirmed: "review",
  back_in_review: "review",
  changes_requested: "review",
  rejected: "review",
  comment: "review",
  judge_answered: "review",
  role_requested: "review",
  question: "talk",
  answer: "talk",
  question_removed: "talk",
  news: "talk",
  reported: "account",
  report_opened: "review",
  report_ended: "review",
  contest_hidden: "results",
};

/** Pending emails of these kinds to one user are sent as one email as soon as one of them is due. */
const PAYMENTS: readonly Notice["kind"][] = ["joined", "refunded", "cancelled"];
export const isPayment = (kind: Notice["kind"]): boolean => PAYMENTS.includes(kind);

/** Debounce of emails about joining and leaving: repeated changes cause at most one email a minute. */
export const DEBOUNCE_MS = 60_000;
export const isCombinable = (kind: Notice["kind"]): number =>
  kind === "joined" || kind === "refunded" ? DEBOUNCE_MS : 0;

/** Notifications that are only emailed and shown on no page. They are deleted once the email is sent. */
export type FarewellKind = Extract<Notice["kind"], "account_removed" | "email_left">;
export const FAREWELL_KINDS: FarewellKind[] = ["account_removed", "email_left"];
export const isFarewell = (kind: Notice["kind"]): kind is FarewellKind => FAREWELL_KINDS.some((each) => each === kind);

export const AMOUNT_OF: Readonly<Partial<Record<Notice["kind"], string>>> = {
  joined: "Paid",
  refunded: "Refunded",
  cancelled: "Refunded",
  winner: "Prize",
};

export const LINK_OF: Readonly<Partial<Record<Notice["kind"], string>>> = {
  joined: "See the contest",
  refunded: "See the contest",
  winner: "See your win",
  result: "See the result",
  winner_due: "Read the entries",
  nobody_joined: "Change the deadline",
  judge_invited: "Accept or decline",
  judging_open: "Read the entries",
  judge_ended: "Open Judging",
  judge_answered: "See who judges",
  deadline_near: "See the contest",
  deadline_moved: "See the contest",
  deadline_extended: "See the contest",
  follow_ended: "Find another contest",
  report_ended: "Open your dashboard",
  role_answer: "Open your dashboard",
  account_blocked: "Contact us",
  account_unblocked: "Open your dashboard",
  account_removed: "Contact us",
  password_changed: "Look at your account",
  email_changed: "Contact us",
  email_left: "Contact us",
  question: "Answer it",
  answer: "Read the answer",
  news: "Read all of it",
  reported: "See what was reported",
  report_opened: "See the reports",
  contest_hidden: "See the contest",
};
