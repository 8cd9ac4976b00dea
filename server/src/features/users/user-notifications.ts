import { message, type Message } from "@conquest/shared/contracts/text/message";
import type { AddressNotification, Notification, NotificationTable } from "../../platform/notify";
import { CONTACT_PATH } from "../../platform/email/notification-kinds";
import { formatTaka } from "../../platform/text/format";
import { lines, sentences, takaOf } from "../../platform/text/message-values";
import type { UserChange, UserRow } from "./users-repository";

const reasonSentence = (reason: string) => reason !== "" && message("Reason: {reason}", { reason });

export const roleRequestKey = (userId: string) => `role-request:${userId}:`;

const ADMIN_SUBJECT = message("You're now an admin");

export const userNotifications = {
  /** The text contains the user's name; removing the user finds it by the key. */
  roleRequested: ({ id, name, email, requestedAt }: UserRow, adminIds: readonly string[]) => ({
    to: adminIds,
    kind: "role_requested",
    subject: message("New creator request"),
    text: message("{name} asked to become a creator.", { name: name || (email ?? "") }),
    href: "/dashboard/manage_users?role=requested",
    onceKey: `${roleRequestKey(id)}${requestedAt?.getTime()}`,
    asks: `role:${id}`,
  }),
  /** `hasDrafts` is true if drafts remain that no page shows in the new role. */
  roleChanged: (user: UserRow, change: UserChange, reason: string, hasDrafts: boolean) => ({
    to: user.id,
    kind: "role_answer",
    ...roleChangeWords(user, change, reasonSentence(reason), hasDrafts),
  }),
  madeAdmin: (userId: string) => ({
    to: userId,
    kind: "role_answer",
    subject: ADMIN_SUBJECT,
    text: message("You're now an admin."),
    href: "/dashboard/manage_contests",
  }),
  blocked: (userId: string, reason: string) => ({
    to: userId,
    kind: "account_blocked",
    subject: message("Your account was blocked"),
    text: sentences(message("An admin blocked your account."), reasonSentence(reason)),
    href: CONTACT_PATH,
  }),
  unblocked: (userId: string, reason: string) => ({
    to: userId,
    kind: "account_unblocked",
    subject: message("Your account was unblocked"),
    text: sentences(message("An admin unblocked your account. You can use Conquest again."), reasonSentence(reason)),
    href: "/dashboard",
  }),
} satisfies NotificationTable;

export const removedNotification = ({ id, email, language }: FormerUser, reason: string): AddressNotification => ({
  userId: id,
  kind: "account_removed",
  email,
  language,
  subject: message("Your account was removed"),
  text: sentences(message("An admin removed your account."), reasonSentence(reason)),
  href: CONTACT_PATH,
});

type FormerUser = Pick<UserRow, "id" | "language"> & { email: string };

interface DeletionResult {
  refunds: readonly { name: string; amount: number; number: number }[];
  /** Payments that were not returned. */
  stays: readonly { name: string; amount: number; because: "submitted" | "closed" }[];
  ends: { contestCount: number; refundedCount: number; refundedTotal: number };
}

export function deletedNotification(
  { id, email, language }: FormerUser,
  { refunds, stays, ends }: DeletionResult,
): AddressNotification {
  const total = refunds.reduce((sum, { amount }) => sum + amount, 0);
  return {
    userId: id,
    kind: "account_deleted",
    email,
    language,
    subject: message("Your account was deleted"),
    text: lines(
      total > 0
        ? message("Your account was deleted, and we refunded you {total}.", { total: takaOf(total) })
        : message("Your account was deleted, and you were logged out everywhere."),
      ...refunds.map(({ name, amount, number }) =>
        message("You left “{name}”: {amount} was refunded, refund number {number}.", {
          name,
          amount: takaOf(amount),
          number: String(number),
        }),
      ),
      ...stays.map(({ name, amount, because }) =>
        because === "submitted"
          ? message("You didn't get back {amount} for “{name}” because you submitted an entry.", {
              name,
              amount: takaOf(amount),
            })
          : message("You didn't get back {amount} for “{name}” because its deadline has passed.", {
              name,
              amount: takaOf(amount),
            }),
      ),
      describeEnds(ends),
      message("If you didn't delete it, contact us right away."),
    ),
    href: CONTACT_PATH,
    amount: total > 0 ? formatTaka(total) : undefined,
  };
}

function describeEnds({ contestCount, refundedCount, refundedTotal }: DeletionResult["ends"]): Message | null {
  if (contestCount === 0) return null;
  return refundedTotal === 0
    ? message("We cancelled {n, plural, one {# contest} other {# contests}} you created.", { n: contestCount })
    : message(
        "We cancelled {n, plural, one {# contest} other {# contests}} you created and refunded {payments, plural, one {# payment} other {# payments}}, {total} in total.",
        { n: contestCount, payments: refundedCount, total: takaOf(refundedTotal) },
      );
}

const NEW_ROLES = {
  admin: { subject: ADMIN_SUBJECT, text: message("An admin changed your role: you're now an admin.") },
  creator: {
    subject: message("You're now a creator"),
    text: message("An admin changed your role: you're now a creator."),
  },
  user: { subject: message("You're now a user"), text: message("An admin changed your role: you're now a user.") },
};

function roleChangeWords(
  user: UserRow,
  { role = user.role, roleAnswer }: UserChange,
  why: Message | false,
  hasDrafts: boolean,
): Pick<Notification, "href" | "subject" | "text"> {
  if (roleAnswer === "declined")
    return {
      href: "/dashboard/profile",
      subject: message("Creator request declined"),
      text: sentences(message("Your request to become a creator was declined."), why),
    };
  if (roleAnswer === "approved" && role === "creator") {
    return {
      href: "/dashboard/add_contest",
      subject: message("Creator request approved"),
      text: sentences(
        message("Your request to become a creator was approved. You can add your first contest now."),
        why,
      ),
    };
  }
  const { subject, text } = NEW_ROLES[role];
  // `/dashboard` exists in every role; the role may change again before this is read.
  return {
    href: "/dashboard",
    subject,
    text: sentences(text, hasDrafts && message("Your drafts are kept in case you become a creator again."), why),
  };
}
