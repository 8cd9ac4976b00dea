const MESSAGES: Record<string, string> = {
  "auth/popup-blocked": "Your browser blocked the sign-in window. Please allow pop-ups for this site and try again.",
  "auth/popup-closed-by-user": "The sign-in window was closed before you were signed in. Please try again.",
  "auth/cancelled-popup-request": "Another sign-in window was opened, so this one was cancelled.",
  "auth/network-request-failed": "We could not reach the sign-in service. Please check your connection and try again.",
  "auth/timeout": "The sign-in service did not answer in time. Please try again.",
  "auth/too-many-requests": "There were too many attempts. Please wait a few minutes and try again.",
  "auth/user-disabled": "This account has been disabled. Please contact us.",
  "auth/unauthorized-domain": "Signing in with Google is not allowed from this address. Please contact us.",
  "auth/email-already-in-use": "An account with this email already exists. Please log in instead.",
  "auth/account-exists-with-different-credential":
    "You registered this email with a password. Please log in with your email and password.",
  "auth/user-mismatch": "That is another of Google’s accounts. Please choose the one that you sign in here with.",
  "auth/weak-password": "The password must have at least 6 characters.",
  "auth/password-does-not-meet-requirements": "The password does not meet the requirements.",
  "auth/invalid-email": "This is not a valid email address.",
  "auth/missing-password": "Please enter your password.",
  "auth/operation-not-allowed": "This way of signing in is switched off on this site.",
  "auth/expired-action-code": "This link has expired.",
  "auth/invalid-action-code": "This link was used already, or is not whole.",
  "auth/requires-recent-login": "Please sign in again before you change this.",
  "auth/user-token-expired": "Your session has expired. Please log in again.",
};

// The same message for all three, so that it does not reveal whether an account exists.
const WRONG_CREDENTIALS = "The email or the password is not right.";
for (const code of ["auth/invalid-credential", "auth/wrong-password", "auth/user-not-found"])
  MESSAGES[code] = WRONG_CREDENTIALS;

export function messageFor(code: string, providerMessage: string): string {
  const rules =
    code === "auth/password-does-not-meet-requirements" ? /\[(.+?)\]/.exec(providerMessage)?.[1] : undefined;
  if (rules) return `${MESSAGES[code]} ${rules}.`;
  return MESSAGES[code] ?? "Signing in did not work. Please try again.";
}
