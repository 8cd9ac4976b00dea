import { FirebaseError, initializeApp } from "firebase/app";
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updateProfile,
  type User,
} from "firebase/auth";
import type { SiteConfig } from "@conquest/shared/singletons/config";
import {
  IdentityError,
  type Credentials,
  type IdentityProvider,
  type IdentityUser,
} from "@conquest/shared/singletons/identity";
import { chosenAccount, type GoogleAccount } from "./account-chooser";
import type { Confirming } from "./firebase-credentials";
import { messageFor } from "./identity-messages";

/** The real SDK, with the emulator or a project behind it; nothing but `settings` differs. */
export function firebaseIdentity(settings: SiteConfig["identity"]) {
  const { apiKey, authDomain, projectId, emulatorUrl } = settings;
  const app = initializeApp({ apiKey, authDomain, projectId });
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });

  const current = (): User => {
    if (!auth.currentUser)
      throw new IdentityError("auth/no-current-user", "You are not signed in. Please log in again.");
    return auth.currentUser;
  };

  let signedOutAt = -Infinity;
  /** The server knows sign-ins by their second: one in the second of a sign-out would be taken for the one that was ended. */
  const inAnotherSecond = () => {
    const left = signedOutAt + 1000 - Date.now();
    return left > 0 ? new Promise((resolve) => setTimeout(resolve, left)) : undefined;
  };

  const provider = {
    onChange: (listener: (user: IdentityUser | null) => void) =>
      onAuthStateChanged(auth, (user) => listener(user && personOf(user))),
    idToken: () => refusalsAsSentences(() => current().getIdToken()),
    register: ({ fullName, email, password, photoUrl }) =>
      refusalsAsSentences(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        // The emulator refuses a null picture, which the SDK would send for none.
        await updateProfile(user, { displayName: fullName, ...(photoUrl && { photoURL: photoUrl }) });
        return personOf(user);
      }),
    signIn: (email, password) =>
      refusalsAsSentences(async () => {
        await inAnotherSecond();
        return personOf((await signInWithEmailAndPassword(auth, email, password)).user);
      }),
    signInWithGoogle: () =>
      refusalsAsSentences(async () =>
        personOf((await signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver)).user),
      ),
    signInWithChooser: (chooser: Window | null) =>
      refusalsAsSentences(async () =>
        personOf((await signInWithCredential(auth, claimedBy(await chosenAccount(chooser)))).user),
      ),
    /** A fresh token. With another of Google's accounts it is refused, and nobody else is signed in. */
    confirmByGoogle: () =>
      refusalsAsSentences(async () => {
        const { user } = await reauthenticateWithPopup(
          current(),
          new GoogleAuthProvider(),
          browserPopupRedirectResolver,
        );
        return user.getIdToken();
      }),
    confirmByChooser: (chooser: Window | null) =>
      refusalsAsSentences(async () => {
        const account = await chosenAccount(chooser);
        // A project refuses this by itself; the emulator would make an account of it first.
        if (
          !current().providerData.some(
            ({ providerId, email }) => providerId === GoogleAuthProvider.PROVIDER_ID && email === account.email,
          )
        ) {
          throw new IdentityError("auth/user-mismatch", messageFor("auth/user-mismatch", ""));
        }
        const { user } = await reauthenticateWithCredential(current(), claimedBy(account));
        return user.getIdToken();
      }),
    updateProfile: ({ name, photoUrl }) =>
      refusalsAsSentences(async () => {
        const user = current();
        await updateProfile(user, { ...(name && { displayName: name }), ...(photoUrl && { photoURL: photoUrl }) });
        return personOf(user);
      }),
    signOut: () =>
      refusalsAsSentences(async () => {
        signedOutAt = Date.now();
        await signOut(auth);
      }),
    /** What is rarely needed is a chunk of its own. */
    async credentials(): Promise<Credentials> {
      const { firebaseCredentials } = await import(
        /* webpackChunkName: "credentials" */ "./firebase-credentials"
      ).catch((cause: unknown) => {
        throw new IdentityError(
          "chunk-missing",
          "This could not be loaded. Please check your connection and try again.",
          { cause },
        );
      });
      return firebaseCredentials(settings, provider);
    },
  } satisfies IdentityProvider & Confirming & { signInWithChooser: (chooser: Window | null) => Promise<IdentityUser> };
  return provider;
}

/** The emulator takes the claims themselves for Google's signed token. A real project refuses them. */
const claimedBy = ({ email, name }: GoogleAccount) =>
  GoogleAuthProvider.credential(JSON.stringify({ sub: `google-${email}`, email, email_verified: true, name }));

/** A copy: the SDK changes its own object in place, which nothing that compares would notice. */
const personOf = ({ uid, displayName, email, photoURL, metadata: { creationTime } }: User): IdentityUser => ({
  uid,
  displayName,
  email,
  photoURL,
  metadata: { creationTime },
});

async function refusalsAsSentences<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof FirebaseError)
      throw new IdentityError(cause.code, messageFor(cause.code, cause.message), { cause });
    throw cause;
  }
}
