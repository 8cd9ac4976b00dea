import type { AddressNotification, NotificationTable } from "../../platform/notify";
import type { UserChange, UserRow } from "./users-repository";

const withReason = (reason: string) => (reason === "" ? "" : ` Reason: ${reason}`);

export const roleRequestKey = (userId: string) => `role-request:${userId}:`;

export const userNotifications = {
  /** The text contains the user's name; removing the user finds it by the key. */
  roleRequested: ({ id, name, email, requestedAt }: UserRow, adminIds: readonly string[]) => ({
    to: adminIds,
    kind: "role_requested",
    text: `${name || email} asks to become a creator.`,
    href: "/dashboard/manage_users?role=requested",
    onceKey: `${roleRequestKey(id)}${requestedAt?.getTime()}`,
    asks: `role:${id}`,
  }),
  /** `hasDrafts` is true if drafts remain that no page shows in the new role. */
  roleChanged: (user: UserRow, change: UserChange, reason: string, hasDrafts: boolean) => ({
    to: user.id,
    kind: "role_answer",
    ...roleChangeText(user, change, withReason(reason), hasDrafts),
  }),
  madeAdmin: (userId: string) => ({
    to: userId,
    kind: "role_answer",
    text: "You are an admin now.",
    href: "/dashboard/manage_contests",
  }),
  blocked: (userId: string, reason: string) => ({
    to: userId,
    kind: "account_blocked",
    text: `An admin blocked your account.${withReason(reason)}`,
    href: "/contact_us",
  }),
  unblocked: (userId: string, reason: string) => ({
    to: userId,
    kind: "account_unblocked",
    text: `Your account is open again: an admin took the block away.${withReason(reason)}`,
    href: "/dashboard",
  }),
} satisfies NotificationTable;

export const removedNotification = (userId: string, email: string, reason: string): AddressNotification => ({
  userId,
  kind: "account_removed",
  email,
  text: `An admin removed your account.${withReason(reason)}`,
  href: "/contact_us",
});

function roleChangeText(user: UserRow, { role = user.role, roleAnswer }: UserChange, why: string, hasDrafts: boolean) {
  if (roleAnswer === "declined")
    return { href: "/dashboard/profile", text: `Your request to become a creator was declined.${why}` };
  if (roleAnswer === "approved" && role === "creator") {
    return {
      href: "/dashboard/add_contest",
      text: `Your request to become a creator was approved. You can add your first contest now.${why}`,
    };
  }
  // `/dashboard` exists in every role; the role may change again before this is read.
  return {
    href: "/dashboard",
    text: `An admin changed your role: you are now ${role === "admin" ? "an admin" : `a ${role}`}.${hasDrafts ? " Your drafts are kept for when you are a creator again." : ""}${why}`,
  };
}
