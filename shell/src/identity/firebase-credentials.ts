import type { SiteConfig } from "@conquest/shared/singletons/config";
import {
  IdentityError,
  type Credentials,
  type IdentityProvider,
  type IdentityUser,
} from "@conquest/shared/singletons/identity";
import { t } from "@conquest/shared/singletons/language";
import { openChooserWindow } from "./chooser-window";
import { messageFor } from "./identity-messages";

export interface Reauthentication {
  confirmByGoogle(): Promise<string>;
  confirmByChooser(chooser: Window | null): Promise<string>;
}

type Provider = Pick<IdentityProvider, "idToken" | "signIn"> & Pick<Credentials, "verifiedToken"> & Reauthentication;

/** Maps error codes of Firebase's REST API to those of its SDK. Others have no message of their own. */
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

/** Ignored, so that it does not reveal whether an account exists. */
const UNKNOWN_EMAIL = "EMAIL_NOT_FOUND";

const WRONG_PASSWORD = ["auth/invalid-credential", "auth/wrong-password"];

const TIMEOUT_MS = 15_000;

interface ApiResponse {
  email?: string;
  newEmail?: string;
  users?: { email?: string; providerUserInfo?: { providerId: string }[] }[];
  error?: { message?: string };
}

/**
 * Handles account emails and passwords through Firebase's REST API (https://firebase.google.com/docs/reference/rest/auth). The
 * SDK is a single chunk, so its equivalents would be loaded at every login.
 */
export function firebaseCredentials(
  { kind, apiKey, emulatorUrl }: SiteConfig["identity"],
  provider: Provider,
): Credentials {
  const base = `${emulatorUrl ? `${emulatorUrl}/` : "https://"}identitytoolkit.googleapis.com/v1/accounts:`;

  async function request(
    action: "sendOobCode" | "resetPassword" | "update" | "lookup",
    body: Record<string, unknown>,
  ): Promise<ApiResponse> {
    // eslint-disable-next-line no-restricted-globals -- the provider must not receive our session or cookies
    const response = await fetch(`${base}${action}?key=${encodeURIComponent(apiKey)}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
      .then((result) => result.json() as Promise<ApiResponse>)
      .catch((cause: unknown) => {
        throw new IdentityError("auth/network-request-failed", messageFor("auth/network-request-failed", ""), {
          cause,
        });
      });
    if (response.error) throw errorFrom(response.error.message ?? "");
    return response;
  }

  const tokenAfter = async (signIn: Promise<IdentityUser>) => {
    await signIn;
    return provider.idToken();
  };
  let email = "";

  async function readAccount(): Promise<boolean> {
    const [user] = (await request("lookup", { idToken: await provider.idToken() })).users ?? [];
    email = user?.email ?? "";
    return user?.providerUserInfo?.some(({ providerId }) => providerId === "password") ?? false;
  }

  return {
    async sendPasswordReset(to) {
      await request("sendOobCode", { requestType: "PASSWORD_RESET", email: to }).catch((error: unknown) => {
        if (!(error instanceof IdentityError) || error.code !== UNKNOWN_EMAIL) throw error;
      });
    },
    async readLetter(oobCode) {
      const actionCode = await request("resetPassword", { oobCode });
      return { email: actionCode.email ?? "", newEmail: actionCode.newEmail ?? null };
    },
    resetPassword: async (oobCode, newPassword) => void (await request("resetPassword", { oobCode, newPassword })),
    applyLetter: async (oobCode) => void (await request("update", { oobCode })),
    hasPassword: readAccount,
    async confirmByPassword(password) {
      if (!email) await readAccount();
      return tokenAfter(provider.signIn(email, password)).catch((error: unknown) => {
        // Projects without email enumeration protection return auth/wrong-password instead. The email is known to be right.
        const isWrong = error instanceof IdentityError && WRONG_PASSWORD.includes(error.code);
        throw isWrong
          ? new IdentityError("auth/invalid-credential", t("That's not your password."), { cause: error })
          : error;
      });
    },
    confirmByGoogle: () =>
      kind === "firebase" ? provider.confirmByGoogle() : provider.confirmByChooser(openChooserWindow()),
    async changePassword(password) {
      await request("update", { idToken: await provider.idToken(), password, returnSecureToken: false });
      // A password change revokes all sessions, including this one.
      return tokenAfter(provider.signIn(email, password));
    },
    sendVerification: async () =>
      void (await request("sendOobCode", { requestType: "VERIFY_EMAIL", idToken: await provider.idToken() })),
    verifiedToken: () => provider.verifiedToken(),
    sendEmailChange: async (newEmail) =>
      void (await request("sendOobCode", {
        requestType: "VERIFY_AND_CHANGE_EMAIL",
        idToken: await provider.idToken(),
        newEmail,
      })),
  };
}

function errorFrom(message: string): IdentityError {
  const errorCode = /^\w+/.exec(message)?.[0] ?? "";
  const code = CODES[errorCode] ?? errorCode;
  return new IdentityError(
    code,
    code.startsWith("auth/") ? messageFor(code, message) : t("That didn't work. Try again."),
  );
}
