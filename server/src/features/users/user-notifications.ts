import type { AddressNotification, NotificationTable } from "../../platform/notify";
import { CONTACT_PATH } from "../../platform/email/notification-kinds";
import { formatTaka } from "../../platform/text/format";
import type { UserChange, UserRow } from "./users-repository";

const withReason = (reason: string) => (reason === "" ? "" : ` Reason: ${reason}`);

export const roleRequestKey = (userId: string) => `role-request:${userId}:`;

const ADMIN_SUBJECT = "You're now an admin";

export const userNotifications = {
  /** The text contains the user's name; removing the user finds it by the key. */
  roleRequested: ({ id, name, email, requestedAt }: UserRow, adminIds: readonly string[]) => ({
    to: adminIds,
    kind: "role_requested",
    subject: "New creator request",
    text: `${name || email} asked to become a creator.`,
    href: "/dashboard/manage_users?role=requested",
    onceKey: `${roleRequestKey(id)}${requestedAt?.getTime()}`,
    asks: `role:${id}`,
  }),
  /** `hasDrafts` is true if drafts remain that no page shows in the new role. */
  roleChanged: (user: UserRow, change: UserChange, reason: string, hasDrafts: boolean) => ({
    to: user.id,
    kind: "role_answer",
    ...roleChangeWords(user, change, withReason(reason), hasDrafts),
  }),
  madeAdmin: (userId: string) => ({
    to: userId,
    kind: "role_answer",
    subject: ADMIN_SUBJECT,
    text: "You're now an admin.",
    href: "/dashboard/manage_contests",
  }),
  blocked: (userId: string, reason: string) => ({
    to: userId,
    kind: "account_blocked",
    subject: "Your account was blocked",
    text: `An admin blocked your account.${withReason(reason)}`,
    href: CONTACT_PATH,
  }),
  unblocked: (userId: string, reason: string) => ({
    to: userId,
    kind: "account_unblocked",
    subject: "Your account was unblocked",
    text: `An admin unblocked your account. You can use Conquest again.${withReason(reason)}`,
    href: "/dashboard",
  }),
} satisfies NotificationTable;

export const removedNotification = (userId: string, email: string, reason: string): AddressNotification => ({
  userId,
  kind: "account_removed",
  email,
  subject: "Your account was removed",
  text: `An admin removed your account.${withReason(reason)}`,
  href: CONTACT_PATH,
});

interface DeletionResult {
  refunds: readonly { name: string; amount: number; number: number }[];
  /** Payments that were not returned. */
  stays: readonly { name: string; amount: number; because: "submitted" | "closed" }[];
  ends: { contestCount: number; refundedCount: number; refundedTotal: number };
}

export function deletedNotification(
  { id, email }: { id: string; email: string },
  { refunds, stays, ends }: DeletionResult,
): AddressNotification {
  const total = refunds.reduce((sum, { amount }) => sum + amount, 0);
  return {
    userId: id,
    kind: "account_deleted",
    email,
    subject: "Your account was deleted",
    text: [
      total > 0
        ? `Your account was deleted, and we refunded you ${formatTaka(total)}.`
        : "Your account was deleted, and you were logged out everywhere.",
      ...refunds.map(
        ({ name, amount, number }) =>
          `You left “${name}”: ${formatTaka(amount)} was refunded, refund number ${number}.`,
      ),
      ...stays.map(({ name, amount, because }) =>
        because === "submitted"
          ? `You didn't get back ${formatTaka(amount)} for “${name}” because you submitted an entry.`
          : `You didn't get back ${formatTaka(amount)} for “${name}” because its deadline has passed.`,
      ),
      ...describeEnds(ends),
      "If you didn't delete it, contact us right away.",
    ].join("\n"),
    href: CONTACT_PATH,
    amount: total > 0 ? formatTaka(total) : undefined,
  };
}

function describeEnds({ contestCount, refundedCount, refundedTotal }: DeletionResult["ends"]): string[] {
  if (contestCount === 0) return [];
  const contests = contestCount === 1 ? "1 contest" : `${contestCount} contests`;
  const payments = refundedCount === 1 ? "1 payment" : `${refundedCount} payments`;
  return refundedTotal === 0
    ? [`We cancelled ${contests} you created.`]
    : [`We cancelled ${contests} you created and refunded ${payments}, ${formatTaka(refundedTotal)} in total.`];
}

const NEW_ROLES = {
  admin: { subject: ADMIN_SUBJECT, text: "An admin changed your role: you're now an admin." },
  creator: { subject: "You're now a creator", text: "An admin changed your role: you're now a creator." },
  user: { subject: "You're now a user", text: "An admin changed your role: you're now a user." },
};

function roleChangeWords(user: UserRow, { role = user.role, roleAnswer }: UserChange, why: string, hasDrafts: boolean) {
  if (roleAnswer === "declined")
    return {
      href: "/dashboard/profile",
      subject: "Creator request declined",
      text: `Your request to become a creator was declined.${why}`,
    };
  if (roleAnswer === "approved" && role === "creator") {
    return {
      href: "/dashboard/add_contest",
      subject: "Creator request approved",
      text: `Your request to become a creator was approved. You can add your first contest now.${why}`,
    };
  }
  const { subject, text } = NEW_ROLES[role];
  // `/dashboard` exists in every role; the role may change again before this is read.
  return {
    href: "/dashboard",
    subject,
    text: `${text}${hasDrafts ? " Your drafts are kept in case you become a creator again." : ""}${why}`,
  };
}
