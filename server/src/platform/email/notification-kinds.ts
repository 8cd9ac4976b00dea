import type { EmailCategory } from "@conquest/shared/contracts/email-preferences";
import type { Notice } from "@conquest/shared/contracts/messages";
import { msg } from "@conquest/shared/contracts/text/message";

export const CATEGORY_OPTIONS: Readonly<
  Record<EmailCategory, { title: string; text: string; isOnByDefault: boolean; isAlways: boolean }>
> = {
  account: {
    title: msg("Your account"),
    text: msg(
      "Role changes, account status, password or email changes, and reports about your content. Always on to keep your account safe.",
    ),
    isOnByDefault: true,
    isAlways: true,
  },
  money: {
    title: msg("Payments and refunds"),
    text: msg(
      "Confirmations of your payments and refunds, and cancellations of contests you joined or created. Always on.",
    ),
    isOnByDefault: true,
    isAlways: true,
  },
  results: {
    title: msg("Results"),
    text: msg(
      "Winners, prizes, feedback on your entries, invitations to judge or to a private contest, your contests that need a winner or had no participants, contests you joined being hidden or getting a later deadline, spots offered to you, and changes in your teams.",
    ),
    isOnByDefault: true,
    isAlways: false,
  },
  deadlines: {
    title: msg("Deadlines"),
    text: msg(
      "Reminders a day before a contest you joined or follow closes, and extensions or cancellations of contests you follow.",
    ),
    isOnByDefault: false,
    isAlways: false,
  },
  talk: {
    title: msg("Questions and announcements"),
    text: msg("Questions about your contests, answers to yours, and announcements."),
    isOnByDefault: false,
    isAlways: false,
  },
  review: {
    title: msg("Review"),
    text: msg("Contests, requests and reports that need review, and their outcomes."),
    isOnByDefault: false,
    isAlways: false,
  },
};

interface KindOptions {
  category: EmailCategory;
  link: string;
  /** Label of the amount of money. */
  amount?: string;
}

/** How each kind is emailed, with texts in English; a new kind does not compile without an entry. */
export const NOTIFICATION_KINDS: Readonly<Record<Notice["kind"], KindOptions>> = {
  role_answer: { category: "account", link: msg("Open your dashboard") },
  account_blocked: { category: "account", link: msg("Contact us") },
  account_unblocked: { category: "account", link: msg("Open your dashboard") },
  account_removed: { category: "account", link: msg("Contact us") },
  account_deleted: { category: "account", link: msg("Contact us"), amount: msg("Refunded") },
  password_changed: { category: "account", link: msg("Review your account") },
  email_changed: { category: "account", link: msg("Contact us") },
  email_left: { category: "account", link: msg("Contact us") },
  joined: { category: "money", link: msg("View contest"), amount: msg("Paid") },
  refunded: { category: "money", link: msg("View contest"), amount: msg("Refunded") },
  cancelled: { category: "money", link: msg("View details"), amount: msg("Refunded") },
  deadline_extended: { category: "results", link: msg("View contest") },
  winner: { category: "results", link: msg("View your win"), amount: msg("Prize") },
  result: { category: "results", link: msg("View result") },
  prize_to_send: { category: "results", link: msg("Mark as sent") },
  prize_sent: { category: "results", link: msg("Confirm or report") },
  prize_news: { category: "results", link: msg("View prize") },
  prize_to_settle: { category: "results", link: msg("Review prizes") },
  winner_due: { category: "results", link: msg("View entries") },
  nobody_joined: { category: "results", link: msg("Change deadline") },
  judge_invited: { category: "results", link: msg("Accept or decline") },
  judging_open: { category: "results", link: msg("View entries") },
  judge_ended: { category: "results", link: msg("Open Judging") },
  team_changed: { category: "results", link: msg("View contest") },
  spot_offered: { category: "results", link: msg("Join the contest") },
  spot_offer_ended: { category: "results", link: msg("View contest") },
  deadline_near: { category: "deadlines", link: msg("View contest") },
  deadline_moved: { category: "deadlines", link: msg("View contest") },
  follow_ended: { category: "deadlines", link: msg("Find another contest") },
  contest_submitted: { category: "review", link: msg("Review contest") },
  contest_confirmed: { category: "review", link: msg("View contest") },
  back_in_review: { category: "review", link: msg("View your contest") },
  changes_requested: { category: "review", link: msg("View your contest") },
  rejected: { category: "review", link: msg("View your contest") },
  comment: { category: "review", link: msg("View your contest") },
  judge_answered: { category: "review", link: msg("View judges") },
  role_requested: { category: "review", link: msg("Review request") },
  question: { category: "talk", link: msg("Answer question") },
  answer: { category: "talk", link: msg("Read answer") },
  question_removed: { category: "talk", link: msg("View questions") },
  news: { category: "talk", link: msg("Read announcement") },
  reported: { category: "account", link: msg("View report") },
  report_opened: { category: "review", link: msg("Review reports") },
  report_ended: { category: "review", link: msg("View on Conquest") },
  contest_hidden: { category: "results", link: msg("View contest") },
  contest_invited: { category: "results", link: msg("View contest") },
};

const RECEIPTS = "/dashboard/payments/";
export const receiptPath = (number: number) => `${RECEIPTS}${number}`;
export const CONTACT_PATH = "/contact_us";
export const CONTACT_US = msg("Contact us");

/** Label of the link in an email, in English. The notification of a payment leads to its receipt, that of a free contest does not. */
export function linkLabelOf(kind: Notice["kind"], href: string): string {
  if (href === CONTACT_PATH) return CONTACT_US;
  return href.startsWith(RECEIPTS) ? msg("View receipt") : NOTIFICATION_KINDS[kind].link;
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
