import { msg } from "@conquest/shared/contracts/text/message";
import { t } from "@conquest/shared/singletons/language";

const MESSAGES: Record<string, string> = {
  "auth/popup-blocked": msg("Your browser blocked the login window. Allow pop-ups for this site and try again."),
  "auth/popup-closed-by-user": msg("The login window was closed before you were logged in. Try again."),
  "auth/cancelled-popup-request": msg("Another login window was opened, so this one was cancelled."),
  "auth/network-request-failed": msg("We couldn't reach the login service. Check your connection and try again."),
  "auth/timeout": msg("The login service took too long to respond. Try again."),
  "auth/too-many-requests": msg("Too many attempts. Wait a few minutes and try again."),
  "auth/user-disabled": msg("This account is disabled. You can contact us about it."),
  "auth/unauthorized-domain": msg("Google login isn't allowed from this web address. You can contact us about it."),
  "auth/email-already-in-use": msg("An account with this email already exists. Log in instead."),
  "auth/account-exists-with-different-credential": msg(
    "You registered with a password. Log in with your email and password.",
  ),
  "auth/user-mismatch": msg("That's a different Google account. Choose the one you log in with here."),
  "auth/weak-password": msg("Use at least 6 characters for your password."),
  "auth/password-does-not-meet-requirements": msg("Your password doesn't meet the requirements."),
  "auth/invalid-email": msg("This isn't a valid email address."),
  "auth/missing-password": msg("Enter your password."),
  "auth/operation-not-allowed": msg("This login method is turned off on this site."),
  "auth/expired-action-code": msg("This link has expired."),
  "auth/invalid-action-code": msg("This link was already used or is incomplete."),
  "auth/requires-recent-login": msg("Log in again before you change this."),
  "auth/user-token-expired": msg("Your session has expired. Log in again."),
};

// The same message for all three, so that it does not reveal whether an account exists.
const WRONG_CREDENTIALS = msg("Wrong email or password. Try again or reset your password.");
for (const code of ["auth/invalid-credential", "auth/wrong-password", "auth/user-not-found"])
  MESSAGES[code] = WRONG_CREDENTIALS;

export function messageFor(code: string, providerMessage: string): string {
  const rules =
    code === "auth/password-does-not-meet-requirements" ? /\[(.+?)\]/.exec(providerMessage)?.[1] : undefined;
  const message = MESSAGES[code] ?? msg("We couldn't log you in. Try again.");
  return rules ? `${t(message)} ${rules}.` : t(message);
}
