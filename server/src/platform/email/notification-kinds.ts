import type { EmailCategory } from "@conquest/shared/contracts/email-preferences";
import type { Notice } from "@conquest/shared/contracts/messages";

export const CATEGORY_OPTIONS: Readonly<
  Record<EmailCategory, { title: string; text: string; isOnByDefault: boolean; isAlways: boolean }>
> = {
  account: {
    title: "Your account",
    text: "Role changes, account status, password or email changes, and reports about your content. Always on to keep your account safe.",
    isOnByDefault: true,
    isAlways: true,
  },
  money: {
    title: "Payments and refunds",
    text: "Confirmations of your payments and refunds, and cancellations of contests you joined or created. Always on.",
    isOnByDefault: true,
    isAlways: true,
  },
  results: {
    title: "Results",
    text: "Winners, feedback on your entries, judging invitations, your contests that need a winner or had no participants, and contests you joined being hidden or getting a later deadline.",
    isOnByDefault: true,
    isAlways: false,
  },
  deadlines: {
    title: "Deadlines",
    text: "Reminders a day before a contest you joined or follow closes, and extensions or cancellations of contests you follow.",
    isOnByDefault: false,
    isAlways: false,
  },
  talk: {
    title: "Questions and announcements",
    text: "Questions about your contests, answers to yours, and announcements.",
    isOnByDefault: false,
    isAlways: false,
  },
  review: {
    title: "Review",
    text: "Contests, requests and reports that need review, and their outcomes.",
    isOnByDefault: false,
    isAlways: false,
  },
};

interface KindOptions {
  category: EmailCategory;
  /** Label of the email's button. */
  link: string;
  /** Label of the amount of money. */
  amount?: string;
}

/** How each kind is emailed; a new kind does not compile without an entry. */
export const NOTIFICATION_KINDS: Readonly<Record<Notice["kind"], KindOptions>> = {
  role_answer: { category: "account", link: "Open your dashboard" },
  account_blocked: { category: "account", link: "Contact us" },
  account_unblocked: { category: "account", link: "Open your dashboard" },
  account_removed: { category: "account", link: "Contact us" },
  account_deleted: { category: "account", link: "Contact us", amount: "Refunded" },
  password_changed: { category: "account", link: "Review your account" },
  email_changed: { category: "account", link: "Contact us" },
  email_left: { category: "account", link: "Contact us" },
  joined: { category: "money", link: "View contest", amount: "Paid" },
  refunded: { category: "money", link: "View contest", amount: "Refunded" },
  cancelled: { category: "money", link: "View details", amount: "Refunded" },
  deadline_extended: { category: "results", link: "View contest" },
  winner: { category: "results", link: "View your win", amount: "Prize" },
  result: { category: "results", link: "View result" },
  winner_due: { category: "results", link: "View entries" },
  nobody_joined: { category: "results", link: "Change deadline" },
  judge_invited: { category: "results", link: "Accept or decline" },
  judging_open: { category: "results", link: "View entries" },
  judge_ended: { category: "results", link: "Open Judging" },
  deadline_near: { category: "deadlines", link: "View contest" },
  deadline_moved: { category: "deadlines", link: "View contest" },
  follow_ended: { category: "deadlines", link: "Find another contest" },
  contest_submitted: { category: "review", link: "Review contest" },
  contest_confirmed: { category: "review", link: "View contest" },
  back_in_review: { category: "review", link: "View your contest" },
  changes_requested: { category: "review", link: "View your contest" },
  rejected: { category: "review", link: "View your contest" },
  comment: { category: "review", link: "View your contest" },
  judge_answered: { category: "review", link: "View judges" },
  role_requested: { category: "review", link: "Review request" },
  question: { category: "talk", link: "Answer question" },
  answer: { category: "talk", link: "Read answer" },
  question_removed: { category: "talk", link: "View questions" },
  news: { category: "talk", link: "Read announcement" },
  reported: { category: "account", link: "View report" },
  report_opened: { category: "review", link: "Review reports" },
  report_ended: { category: "review", link: "View on Conquest" },
  contest_hidden: { category: "results", link: "View contest" },
};

const RECEIPTS = "/dashboard/payments/";
export const receiptPath = (number: number) => `${RECEIPTS}${number}`;
export const CONTACT_PATH = "/contact_us";

/** Label of the link in an email. The notification of a payment leads to its receipt, that of a free contest does not. */
export function linkLabelOf(kind: Notice["kind"], href: string): string {
  if (href === CONTACT_PATH) return "Contact us";
  return href.startsWith(RECEIPTS) ? "View receipt" : NOTIFICATION_KINDS[kind].link;
}

export const PAYMENT_KINDS = (Object.keys(NOTIFICATION_KINDS) as Notice["kind"][]).filter(
  (kind) => NOTIFICATION_KINDS[kind].category === "money",
);

/** Pending emails about money to one user are sent as one email as soon as one of them is due. */
export const isPayment = (kind: Notice["kind"]): boolean => PAYMENT_KINDS.includes(kind);

/** Debounce of emails about joining and leaving: repeated changes cause at most one email a minute. */
export const DEBOUNCE_MS = 60_000;
export const debounceOf = (kind: Notice["kind"]): number =>
  kind === "joined" || kind === "refunded" ? DEBOUNCE_MS : 0;

/** Notifications that are only emailed and shown on no page. They are deleted once the email is sent. */
export type FarewellKind = Extract<Notice["kind"], "account_removed" | "account_deleted" | "email_left">;
export const FAREWELL_KINDS: FarewellKind[] = ["account_removed", "account_deleted", "email_left"];
