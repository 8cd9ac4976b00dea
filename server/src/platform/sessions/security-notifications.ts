import { message } from "@conquest/shared/contracts/text/message";
import { eq } from "drizzle-orm";
import type { Database } from "../../database/database";
import { users } from "../../database/schema/people";
import { CONTACT_PATH } from "../email/notification-kinds";
import { maskedEmail } from "../text/format";
import type { Clock } from "../clock";
import type { VerifiedIdentity } from "../identity/identity";
import { notify, notifyAddress, type AddressNotification, type NotificationTable } from "../notify";
import type { LockedUser } from "./sign-ins";

const SECURITY = "/dashboard/profile?tab=security";
const ADDRESS_CHANGED = message("Your email address was changed");

export const securityNotifications = {
  passwordChanged: (userId: string) => ({
    to: userId,
    kind: "password_changed",
    subject: message("Your password was changed"),
    text: message(
      "Your password was changed, and you were logged out on all other devices. If this wasn't you, reset your password right away (“Forgot your password?” on the login page) and contact us.",
    ),
    href: SECURITY,
  }),
  /** Google's first verification removes the password: anyone may have chosen it (firebase/FirebaseUI-Android#1180). */
  verifiedByGoogle: (userId: string) => ({
    to: userId,
    kind: "password_changed",
    subject: message("Your old password no longer works"),
    text: message(
      "You logged in with Google, which verified your email address, so your old password no longer works. Log in with Google or reset your password (“Forgot your password?” on the login page). If this wasn't you, contact us.",
    ),
    href: SECURITY,
  }),
  /** Masks the old address, maybe another person's, but not the new one: two masked ones may look the same. */
  addressChanged: ({ userId, from, to }: AddressMove) => ({
    to: userId,
    kind: "email_changed",
    subject: ADDRESS_CHANGED,
    text: message(
      "Your account's email address was changed from {from} to {to}. If this wasn't you, contact us right away.",
      { from: maskedEmail(from), to },
    ),
    href: CONTACT_PATH,
  }),
} satisfies NotificationTable;

interface AddressMove {
  userId: string;
  from: string;
  to: string;
}

export const addressLeftNotification = ({ userId, from, to }: AddressMove): AddressNotification => ({
  userId,
  kind: "email_left",
  email: from,
  subject: ADDRESS_CHANGED,
  text: message(
    "Your account's email address was changed to {to}. We'll email you there from now on. If this wasn't you, contact us right away.",
    { to: maskedEmail(to) },
  ),
  href: CONTACT_PATH,
});

/** Reports a new password if the time moved, unless Google's verification removed it: the sign-in reports that. */
export async function applyTokensValidSince(
  tx: Database,
  clock: Clock,
  { id, signInsValidSince }: LockedUser,
  { validSince, hasPassword }: Pick<VerifiedIdentity, "validSince" | "hasPassword">,
): Promise<void> {
  if (signInsValidSince && signInsValidSince >= validSince) return;
  await tx.update(users).set({ signInsValidSince: validSince }).where(eq(users.id, id));
  if (signInsValidSince && hasPassword) await notify(tx, clock, securityNotifications.passwordChanged(id));
}

export const notifyVerifiedByGoogle = (tx: Database, clock: Clock, userId: string): Promise<unknown> =>
  notify(tx, clock, securityNotifications.verifiedByGoogle(userId));

export async function notifyAddressMoved(tx: Database, clock: Clock, move: AddressMove): Promise<void> {
  await notify(tx, clock, securityNotifications.addressChanged(move));
  await notifyAddress(tx, clock, addressLeftNotification(move));
}
