import { eq } from "drizzle-orm";
import type { Database } from "../../database/database";
import { users } from "../../database/schema/people";
import { maskedEmail } from "../text/format";
import type { Clock } from "../clock";
import type { VerifiedIdentity } from "../identity/identity";
import { notify, notifyAddress } from "../notify";
import type { LockedUser } from "./sign-ins";

const HELP = "/contact_us";

/**
 * Notifies the user if the time moved, which means a new password. An account without a password lost it when Google
 * verified the email, which the sign-in reports instead.
 */
export async function applyTokensValidSince(
  tx: Database,
  clock: Clock,
  { id, signInsValidSince }: LockedUser,
  { validSince, hasPassword }: Pick<VerifiedIdentity, "validSince" | "hasPassword">,
): Promise<void> {
  if (signInsValidSince && signInsValidSince >= validSince) return;
  await tx.update(users).set({ signInsValidSince: validSince }).where(eq(users.id, id));
  if (!signInsValidSince || !hasPassword) return;
  await notify(tx, clock, {
    to: id,
    kind: "password_changed",
    text: `Your password was changed, and you were signed out everywhere else. ${"If that was not you, choose a new password at once (“Forgot your password?” on the login page) and contact us."}`,
    href: "/dashboard/profile",
  });
}

/** Google's first verification removes the password: anyone may have chosen it (firebase/FirebaseUI-Android#1180). */
export const notifyVerifiedByGoogle = (tx: Database, clock: Clock, userId: string): Promise<unknown> =>
  notify(tx, clock, {
    to: userId,
    kind: "password_changed",
    text: "You signed in with Google, and its word proves your address. The password from before no longer works: sign in with Google, or get a new one by “Forgot your password?” on the login page. If that was not you, contact us.",
    href: "/dashboard/profile",
  });

/** Masks the other address, maybe another person's, but not the new one: two masked ones may look the same. */
export async function notifyAddressMoved(
  tx: Database,
  clock: Clock,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<void> {
  await notify(tx, clock, {
    to: userId,
    kind: "email_changed",
    text: `The e-mail address of your account was changed from ${maskedEmail(from)} to ${to}. If that was not you, contact us.`,
    href: HELP,
  });
  await notifyAddress(tx, clock, {
    userId,
    kind: "email_left",
    email: from,
    text: `The e-mail address of your account was changed to ${maskedEmail(to)}: from now on our letters go there. If that was not you, contact us at once.`,
    href: HELP,
  });
}
