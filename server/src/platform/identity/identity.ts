import { applicationDefault, cert, initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import type { Config } from "../../config/config";

export interface VerifiedIdentity {
  /** The provider's id: the only account property that never passes to another person. */
  uid: string;
  email: string;
  emailVerified: boolean;
  hasPassword: boolean;
  name: string;
  picture: string;
  /** Time of the sign-in by the provider's clock; identical in all tokens of one sign-in. */
  signedInAt: Date;
  /** Earlier sign-ins are invalid, because of a password change or a global sign-out. By the provider's clock. */
  validSince: Date;
}

/** The identity provider's operations. All of them throw if the provider is unavailable. */
export interface Identity {
  verify(idToken: string): Promise<VerifiedIdentity | null>;
  account(uid: string): Promise<Pick<VerifiedIdentity, "email" | "hasPassword" | "validSince"> | null>;
  /** Deletes the account; succeeds if it does not exist. */
  deleteAccount(uid: string): Promise<void>;
}

/** Firebase error codes for a rejected token; any other error means that the provider is unavailable. */
const TOKEN_ERROR_CODES = new Set([
  "auth/argument-error",
  "auth/id-token-expired",
  "auth/id-token-revoked",
  "auth/invalid-id-token",
  "auth/user-disabled",
  "auth/user-not-found",
]);

/**
 * firebase-admin reports a failed key download with the code of a malformed token. Only messages about the token start
 * with its argument or link to the documentation.
 */
const isRejectedToken = ({ code = "", message = "" }: { code?: string; message?: string }) =>
  TOKEN_ERROR_CODES.has(code) &&
  (code !== "auth/argument-error" || /^First argument to |firebase\.google\.com\/docs\//.test(message));

const dateFromSeconds = (seconds: number) => new Date(seconds * 1000);

/** Explains why sign-in may fail, or returns null; only Google knows the actual permissions. */
export function credentialWarning({
  projectId,
  serviceAccount,
}: Pick<Config["identity"], "projectId" | "serviceAccount">): string | null {
  if (!serviceAccount)
    return "FIREBASE_SERVICE_ACCOUNT is not set: the platform's own credentials are used; without them, no one can log in";
  if (serviceAccount.projectId === projectId) return null;
  return `FIREBASE_SERVICE_ACCOUNT belongs to the project ${serviceAccount.projectId}, but FIREBASE_PROJECT_ID is ${projectId}: unless that account has rights there, no one can log in`;
}

export function firebaseIdentity({ projectId, emulatorHost, serviceAccount }: Config["identity"]): Identity {
  // firebase-admin reads only this; it must not be set without our configuration: emulators accept unsigned tokens.
  if (emulatorHost) process.env["FIREBASE_AUTH_EMULATOR_HOST"] = emulatorHost;
  else delete process.env["FIREBASE_AUTH_EMULATOR_HOST"];
  const credential = serviceAccount ? cert(serviceAccount) : applicationDefault();
  const app = initializeApp({ projectId, ...(emulatorHost ? {} : { credential }) }, `conquest-${crypto.randomUUID()}`);
  const auth = getAuth(app);

  const orNullIfRejected = async <T>(request: Promise<T>): Promise<T | null> => {
    try {
      return await request;
    } catch (error) {
      if (isRejectedToken(error as Error)) return null;
      throw error;
    }
  };
  const account = async (uid: string) => {
    const known = await orNullIfRejected(auth.getUser(uid));
    if (!known || known.disabled) return null;
    return {
      email: known.email ?? "",
      hasPassword: known.providerData.some(({ providerId }) => providerId === "password"),
      validSince: new Date(known.tokensValidAfterTime ?? 0),
    };
  };
  return {
    account,
    async deleteAccount(uid) {
      await auth.deleteUser(uid).catch((error: { code?: string }) => {
        if (error.code !== "auth/user-not-found") throw error;
      });
    },
    async verify(idToken) {
      const token = await orNullIfRejected(auth.verifyIdToken(idToken));
      const known = token && (await account(token.uid));
      if (!known || dateFromSeconds(token.auth_time) < known.validSince) return null;
      return {
        uid: token.uid,
        email: token.email ?? "",
        emailVerified: token.email_verified === true,
        hasPassword: known.hasPassword,
        name: typeof token["name"] === "string" ? token["name"] : "",
        picture: token.picture ?? "",
        signedInAt: dateFromSeconds(token.auth_time),
        validSince: known.validSince,
      };
    },
  };
}
