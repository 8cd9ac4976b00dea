import { applicationDefault, cert, initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import type { Config } from "../config";

/** What a valid ID token says of a person. */
export interface VerifiedIdentity {
  /** The provider's id: the one thing about an account that never changes hands. */
  uid: string;
  email: string;
  /** False while the provider has only the person's word for the address. */
  emailVerified: boolean;
  name: string;
  picture: string;
}

/** The identity provider, as far as the server needs it. */
export interface Identity {
  /** What the token says, or null when it is not (or no longer) valid. Throws when the provider cannot be asked. */
  verify(idToken: string): Promise<VerifiedIdentity | null>;
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

/** Firebase Authentication; the Auth emulator where one is configured. */
export function firebaseIdentity({ projectId, emulatorHost, serviceAccount }: Config["identity"]): Identity {
  // firebase-admin believes this variable alone; without our configuration's consent no unsigned token may pass.
  if (emulatorHost) process.env["FIREBASE_AUTH_EMULATOR_HOST"] = emulatorHost;
  else delete process.env["FIREBASE_AUTH_EMULATOR_HOST"];
  const credential = serviceAccount ? cert(JSON.parse(serviceAccount) as object) : applicationDefault();
  const app = initializeApp({ projectId, ...(emulatorHost ? {} : { credential }) }, `conquest-${crypto.randomUUID()}`);
  const auth = getAuth(app);
  return {
    async verify(idToken) {
      try {
        const token = await auth.verifyIdToken(idToken, true);
        return {
          uid: token.uid,
          email: token.email ?? "",
          emailVerified: token.email_verified === true,
          name: typeof token["name"] === "string" ? token["name"] : "",
          picture: token.picture ?? "",
        };
      } catch (error) {
        if (TOKEN_REFUSALS.has((error as { code?: string }).code ?? "")) return null;
        throw error;
      }
    },
  };
}
