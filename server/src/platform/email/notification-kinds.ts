import type { EmailCategory } from "@conquest/shared/contracts/email-preferences";
import type { Notice } from "@conquest/shared/contracts/messages";

export const CATEGORY_OPTIONS: Readonly<
  Record<EmailCategory, { title: string; text: string; isOnByDefault: boolean; isAlways: boolean }>
> = {
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

interface KindOptions {
  category: EmailCategory;
  /** The email's button shows it. */
  link?: string;
  /** It names the amount of money. */
  amount?: string;
}

/** How each kind is emailed; a new kind does not compile without an entry. */
export const NOTIFICATION_KINDS: Readonly<Record<Notice["kind"], KindOptions>> = {
  role_answer: { category: "account", link: "Open your dashboard" },
  account_blocked: { category: "account", link: "Contact us" },
  account_unblocked: { category: "account", link: "Open your dashboard" },
  account_removed: { category: "account", link: "Contact us" },
  password_changed: { category: "account", link: "Look at your account" },
  email_changed: { category: "account", link: "Contact us" },
  email_left: { category: "account", link: "Contact us" },
  joined: { category: "money", link: "See the contest", amount: "Paid" },
  refunded: { category: "money", link: "See the contest", amount: "Refunded" },
  cancelled: { category: "money", amount: "Refunded" },
  deadline_extended: { category: "results", link: "See the contest" },
  winner: { category: "results", link: "See your win", amount: "Prize" },
  result: { category: "results", link: "See the result" },
  winner_due: { category: "results", link: "Read the entries" },
  nobody_joined: { category: "results", link: "Change the deadline" },
  judge_invited: { category: "results", link: "Accept or decline" },
  judging_open: { category: "results", link: "Read the entries" },
  judge_ended: { category: "results", link: "Open Judging" },
  deadline_near: { category: "deadlines", link: "See the contest" },
  deadline_moved: { category: "deadlines", link: "See the contest" },
  follow_ended: { category: "deadlines", link: "Find another contest" },
  contest_submitted: { category: "review" },
  contest_confirmed: { category: "review" },
  back_in_review: { category: "review" },
  changes_requested: { category: "review" },
  rejected: { category: "review" },
  comment: { category: "review" },
  judge_answered: { category: "review", link: "See who judges" },
  role_requested: { category: "review" },
  question: { category: "talk", link: "Answer it" },
  answer: { category: "talk", link: "Read the answer" },
  question_removed: { category: "talk" },
  news: { category: "talk", link: "Read all of it" },
  reported: { category: "account", link: "See what was reported" },
  report_opened: { category: "review", link: "See the reports" },
  report_ended: { category: "review", link: "Open your dashboard" },
  contest_hidden: { category: "results", link: "See the contest" },
};

/** Pending emails about money to one user are sent as one email as soon as one of them is due. */
export const isPayment = (kind: Notice["kind"]): boolean => NOTIFICATION_KINDS[kind].category === "money";

/** Debounce of emails about joining and leaving: repeated changes cause at most one email a minute. */
export const DEBOUNCE_MS = 60_000;
export const debounceOf = (kind: Notice["kind"]): number =>
  kind === "joined" || kind === "refunded" ? DEBOUNCE_MS : 0;

/** Notifications that are only emailed and shown on no page. They are deleted once the email is sent. */
export type FarewellKind = Extract<Notice["kind"], "account_removed" | "email_left">;
export const FAREWELL_KINDS: FarewellKind[] = ["account_removed", "email_left"];
export const isFarewell = (kind: Notice["kind"]): kind is FarewellKind => FAREWELL_KINDS.some((each) => each === kind);
