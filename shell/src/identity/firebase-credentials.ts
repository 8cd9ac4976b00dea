import type { SiteConfig } from "@conquest/shared/singletons/config";
import {
  IdentityError,
  type Credentials,
  type IdentityProvider,
  type IdentityUser,
} from "@conquest/shared/singletons/identity";
import { openChooserWindow } from "./chooser-window";
import { messageFor } from "./identity-messages";

/** That it is they who sit here, by Google's account that they have: answers a fresh token. */
export interface Confirming {
  confirmByGoogle(): Promise<string>;
  confirmByChooser(chooser: Window | null): Promise<string>;
}

type Provider = Pick<IdentityProvider, "idToken" | "signIn"> & Confirming;

/** What Firebase's own interface calls a refusal, and its SDK. What is not here has no sentence of its own. */
const CODES: Record<string, string> = {
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "auth/requires-recent-login",
  EMAIL_EXISTS: "auth/email-already-in-use",
  EXPIRED_OOB_CODE: "auth/expired-action-code",
  INVALID_EMAIL: "auth/invalid-email",
  INVALID_NEW_EMAIL: "auth/invalid-email",
  INVALID_ID_TOKEN: "auth/user-token-expired",
  INVALID_OOB_CODE: "auth/invalid-action-code",
  MISSING_OOB_CODE: "auth/invalid-action-code",
  OPERATION_NOT_ALLOWED: "auth/operation-not-allowed",
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: "auth/password-does-not-meet-requirements",
  PASSWORD_LOGIN_DISABLED: "auth/operation-not-allowed",
  RESET_PASSWORD_EXCEED_LIMIT: "auth/too-many-requests",
  TOKEN_EXPIRED: "auth/user-token-expired",
  TOO_MANY_ATTEMPTS_TRY_LATER: "auth/too-many-requests",
  USER_DISABLED: "auth/user-disabled",
  USER_NOT_FOUND: "auth/invalid-action-code",
  WEAK_PASSWORD: "auth/weak-password",
};

/** Whom no letter is sent to, which is nobody's business. */
const NOBODY = "EMAIL_NOT_FOUND";

const WRONG_PASSWORD = ["auth/invalid-credential", "auth/wrong-password"];

/** What is waited for the provider, in milliseconds. */
const PATIENCE = 15_000;

interface Answer {
  email?: string;
  newEmail?: string;
  users?: { email?: string; providerUserInfo?: { providerId: string }[] }[];
  error?: { message?: string };
}

/**
 * Letters and passwords through Firebase's interface (https://firebase.google.com/docs/reference/rest/auth): its SDK is one piece,
 * so what only these pages need of it would be loaded by everybody who signs in.
 */
export function firebaseCredentials(
  { kind, apiKey, emulatorUrl }: SiteConfig["identity"],
  provider: Provider,
): Credentials {
  const base = `${emulatorUrl ? `${emulatorUrl}/` : "https://"}identitytoolkit.googleapis.com/v1/accounts:`;

  async function ask(
    act: "sendOobCode" | "resetPassword" | "update" | "lookup",
    body: Record<string, unknown>,
  ): Promise<Answer> {
    // eslint-disable-next-line no-restricted-globals -- the provider is no server of ours: neither session nor cookies go there
    const answer = await fetch(`${base}${act}?key=${encodeURIComponent(apiKey)}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    })
      .then((response) => response.json() as Promise<Answer>)
      .catch((cause: unknown) => {
        throw new IdentityError("auth/network-request-failed", messageFor("auth/network-request-failed", ""), {
          cause,
        });
      });
    if (answer.error) throw refusalOf(answer.error.message ?? "");
    return answer;
  }

  const signedIn = async (signing: Promise<IdentityUser>) => {
    await signing;
    return provider.idToken();
  };
  let email = "";

  /** Looks the person who is signed in up; answers whether they have a password. */
  async function readAccount(): Promise<boolean> {
    const [user] = (await ask("lookup", { idToken: await provider.idToken() })).users ?? [];
    email = user?.email ?? "";
    return user?.providerUserInfo?.some(({ providerId }) => providerId === "password") ?? false;
  }

  return {
    async sendPasswordReset(to) {
      await ask("sendOobCode", { requestType: "PASSWORD_RESET", email: to }).catch((error: unknown) => {
        if (!(error instanceof IdentityError) || error.code !== NOBODY) throw error;
      });
    },
    async readLetter(oobCode) {
      const letter = await ask("resetPassword", { oobCode });
      return { email: letter.email ?? "", newEmail: letter.newEmail ?? null };
    },
    resetPassword: async (oobCode, newPassword) => void (await ask("resetPassword", { oobCode, newPassword })),
    applyLetter: async (oobCode) => void (await ask("update", { oobCode })),
    hasPassword: readAccount,
    async confirmByPassword(password) {
      if (!email) await readAccount();
      return signedIn(provider.signIn(email, password)).catch((error: unknown) => {
        // A project that says which of the two is wrong has another word for it. Here the address is known.
        const isWrong = error instanceof IdentityError && WRONG_PASSWORD.includes(error.code);
        throw isWrong
          ? new IdentityError("auth/invalid-credential", "This is not your password.", { cause: error })
          : error;
      });
    },
    confirmByGoogle: () =>
      kind === "firebase" ? provider.confirmByGoogle() : provider.confirmByChooser(openChooserWindow()),
    async changePassword(password) {
      await ask("update", { idToken: await provider.idToken(), password, returnSecureToken: false });
      // Those that were signed in are no longer good, this one neither.
      return signedIn(provider.signIn(email, password));
    },
    sendEmailChange: async (newEmail) =>
      void (await ask("sendOobCode", {
        requestType: "VERIFY_AND_CHANGE_EMAIL",
        idToken: await provider.idToken(),
        newEmail,
      })),
  };
}

function refusalOf(message: string): IdentityError {
  const word = /^\w+/.exec(message)?.[0] ?? "";
  const code = CODES[word] ?? word;
  return new IdentityError(
    code,
    code.startsWith("auth/") ? messageFor(code, message) : "That did not work. Please try again.",
  );
}
