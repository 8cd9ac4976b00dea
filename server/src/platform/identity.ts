import { applicationDefault, cert, initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import type { Config } from "../config/config";

/** What a valid ID token says of a person. */
export interface VerifiedIdentity {
  /** The provider's id: the one thing about an account that never changes hands. */
  uid: string;
  email: string;
  /** False while the provider has only the person's word for the address. */
  emailVerified: boolean;
  /** Whether the account can be signed in to by a password, now. */
  hasPassword: boolean;
  name: string;
  picture: string;
  /** When the person signed in at the provider, by its clock: the same in all tokens that come of one sign-in. */
  signedInAt: Date;
  /** Sign-ins before this are no longer good: the password was changed since, or somebody ended them all. By the same clock. */
  validSince: Date;
}

/** The identity provider, as far as the server needs it. All of it throws when it cannot be asked. */
export interface Identity {
  /** What the token says, or null when it is not (or no longer) valid. */
  verify(idToken: string): Promise<VerifiedIdentity | null>;
  /** What it knows of this account now; null where there is no such account, or it may not be used. */
  account(uid: string): Promise<Pick<VerifiedIdentity, "email" | "hasPassword" | "validSince"> | null>;
  /** Deletes the account there; one that is not there (any more) is deleted. */
  deleteAccount(uid: string): Promise<void>;
}

/** Why Firebase turns a token down; anything else means that it could not be asked. */
const TOKEN_REFUSALS = new Set([
  "auth/argument-error",
  "auth/id-token-expired",
  "auth/id-token-revoked",
  "auth/invalid-id-token",
  "auth/user-disabled",
  "auth/user-not-found",
]);

/**
 * The library calls keys that it could not get what it calls a token that is not one, in whatever words the failure had. What it
 * says of a token itself is its own sentence: about its argument, or with the address of its documentation.
 */
const isRefused = ({ code = "", message = "" }: { code?: string; message?: string }) =>
  TOKEN_REFUSALS.has(code) &&
  (code !== "auth/argument-error" || /^First argument to |firebase\.google\.com\/docs\//.test(message));

const secondsSince1970 = (seconds: number) => new Date(seconds * 1000);

/** As a sentence, why it may be that nobody can sign in; only Google knows which rights there are. */
export function credentialDoubt({
  projectId,
  serviceAccount,
}: Pick<Config["identity"], "projectId" | "serviceAccount">): string | null {
  if (!serviceAccount)
    return "FIREBASE_SERVICE_ACCOUNT is not set: the platform's own credentials are used, and where it has none nobody can sign in";
  if (serviceAccount.projectId === projectId) return null;
  return `FIREBASE_SERVICE_ACCOUNT is of the project ${serviceAccount.projectId}, and FIREBASE_PROJECT_ID is ${projectId}: where that account was given no rights there nobody can sign in`;
}

/** Firebase Authentication; the Auth emulator where one is configured. */
export function firebaseIdentity({ projectId, emulatorHost, serviceAccount }: Config["identity"]): Identity {
  // firebase-admin believes this variable alone; without our configuration's consent no unsigned token may pass.
  if (emulatorHost) process.env["FIREBASE_AUTH_EMULATOR_HOST"] = emulatorHost;
  else delete process.env["FIREBASE_AUTH_EMULATOR_HOST"];
  const credential = serviceAccount ? cert(serviceAccount) : applicationDefault();
  const app = initializeApp({ projectId, ...(emulatorHost ? {} : { credential }) }, `conquest-${crypto.randomUUID()}`);
  const auth = getAuth(app);

  /** What comes of asking, or null when the provider refuses. */
  const unlessRefused = async <T>(asking: Promise<T>): Promise<T | null> => {
    try {
      return await asking;
    } catch (error) {
      if (isRefused(error as Error)) return null;
      throw error;
    }
  };
  const account = async (uid: string) => {
    const known = await unlessRefused(auth.getUser(uid));
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
      const token = await unlessRefused(auth.verifyIdToken(idToken));
      const known = token && (await account(token.uid));
      if (!known || secondsSince1970(token.auth_time) < known.validSince) return null;
      return {
        uid: token.uid,
        email: token.email ?? "",
        emailVerified: token.email_verified === true,
        hasPassword: known.hasPassword,
        name: typeof token["name"] === "string" ? token["name"] : "",
        picture: token.picture ?? "",
        signedInAt: secondsSince1970(token.auth_time),
        validSince: known.validSince,
      };
    },
  };
}
