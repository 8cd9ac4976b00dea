const MESSAGES: Record<string, string> = {
  "auth/popup-blocked": "Your browser blocked the login window. Allow pop-ups for this site and try again.",
  "auth/popup-closed-by-user": "The login window was closed before you were logged in. Try again.",
  "auth/cancelled-popup-request": "Another login window was opened, so this one was cancelled.",
  "auth/network-request-failed": "We couldn't reach the login service. Check your connection and try again.",
  "auth/timeout": "The login service took too long to respond. Try again.",
  "auth/too-many-requests": "Too many attempts. Wait a few minutes and try again.",
  "auth/user-disabled": "This account is disabled. You can contact us about it.",
  "auth/unauthorized-domain": "Google login isn't allowed from this web address. You can contact us about it.",
  "auth/email-already-in-use": "An account with this email already exists. Log in instead.",
  "auth/account-exists-with-different-credential":
    "You registered with a password. Log in with your email and password.",
  "auth/user-mismatch": "That's a different Google account. Choose the one you log in with here.",
  "auth/weak-password": "Use at least 6 characters for your password.",
  "auth/password-does-not-meet-requirements": "Your password doesn't meet the requirements.",
  "auth/invalid-email": "This isn't a valid email address.",
  "auth/missing-password": "Enter your password.",
  "auth/operation-not-allowed": "This login method is turned off on this site.",
  "auth/expired-action-code": "This link has expired.",
  "auth/invalid-action-code": "This link was already used or is incomplete.",
  "auth/requires-recent-login": "Log in again before you change this.",
  "auth/user-token-expired": "Your session has expired. Log in again.",
};

// The same message for all three, so that it does not reveal whether an account exists.
const WRONG_CREDENTIALS = "Wrong email or password. Try again or reset your password.";
for (const code of ["auth/invalid-credential", "auth/wrong-password", "auth/user-not-found"])
  MESSAGES[code] = WRONG_CREDENTIALS;

export function messageFor(code: string, providerMessage: string): string {
  const rules =
    code === "auth/password-does-not-meet-requirements" ? /\[(.+?)\]/.exec(providerMessage)?.[1] : undefined;
  if (rules) return `${MESSAGES[code]} ${rules}.`;
  return MESSAGES[code] ?? "We couldn't log you in. Try again.";
}
