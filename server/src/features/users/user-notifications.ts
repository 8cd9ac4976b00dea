import type { AddressNotification, NotificationTable } from "../../platform/notify";
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
    href: "/contact_us",
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
  href: "/contact_us",
});

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
