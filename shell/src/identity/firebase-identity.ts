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
import { waitForAccount, type GoogleAccount } from "./account-chooser";
import type { Reauthentication } from "./firebase-credentials";
import { messageFor } from "./identity-messages";

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
  /** The server identifies sign-ins by second, so a sign-in in the second of a sign-out would count as the ended one. */
  const waitForNextSecond = () => {
    const remainingMs = signedOutAt + 1000 - Date.now();
    return remainingMs > 0 ? new Promise((resolve) => setTimeout(resolve, remainingMs)) : undefined;
  };

  const provider = {
    onChange: (listener: (user: IdentityUser | null) => void) =>
      onAuthStateChanged(auth, (user) => listener(user && toIdentityUser(user))),
    idToken: () => withMessages(() => current().getIdToken()),
    register: ({ fullName, email, password, photoUrl }) =>
      withMessages(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        // The emulator rejects a null picture, which the SDK would send if it is missing.
        await updateProfile(user, { displayName: fullName, ...(photoUrl && { photoURL: photoUrl }) });
        return toIdentityUser(user);
      }),
    signIn: (email, password) =>
      withMessages(async () => {
        await waitForNextSecond();
        return toIdentityUser((await signInWithEmailAndPassword(auth, email, password)).user);
      }),
    signInWithGoogle: () =>
      withMessages(async () =>
        toIdentityUser((await signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver)).user),
      ),
    signInWithChooser: (chooser: Window | null) =>
      withMessages(async () =>
        toIdentityUser((await signInWithCredential(auth, unsignedCredential(await waitForAccount(chooser)))).user),
      ),
    /** Returns a fresh token. Rejects another Google account without signing it in. */
    confirmByGoogle: () =>
      withMessages(async () => {
        const { user } = await reauthenticateWithPopup(
          current(),
          new GoogleAuthProvider(),
          browserPopupRedirectResolver,
        );
        return user.getIdToken();
      }),
    confirmByChooser: (chooser: Window | null) =>
      withMessages(async () => {
        const account = await waitForAccount(chooser);
        // A project rejects this itself; the emulator would create an account first.
        if (
          !current().providerData.some(
            ({ providerId, email }) => providerId === GoogleAuthProvider.PROVIDER_ID && email === account.email,
          )
        )
          throw new IdentityError("auth/user-mismatch", messageFor("auth/user-mismatch", ""));
        const { user } = await reauthenticateWithCredential(current(), unsignedCredential(account));
        return user.getIdToken();
      }),
    updateProfile: ({ name, photoUrl }) =>
      withMessages(async () => {
        const user = current();
        await updateProfile(user, { ...(name && { displayName: name }), ...(photoUrl && { photoURL: photoUrl }) });
        return toIdentityUser(user);
      }),
    signOut: () =>
      withMessages(async () => {
        signedOutAt = Date.now();
        await signOut(auth);
      }),
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
  } satisfies IdentityProvider &
    Reauthentication & { signInWithChooser: (chooser: Window | null) => Promise<IdentityUser> };
  return provider;
}

/** The emulator accepts unsigned claims in place of Google's token. A real project rejects them. */
const unsignedCredential = ({ email, name }: GoogleAccount) =>
  GoogleAuthProvider.credential(JSON.stringify({ sub: `google-${email}`, email, email_verified: true, name }));

/** Returns a copy, since the SDK mutates its object and comparisons would miss changes. */
const toIdentityUser = ({ uid, displayName, email, photoURL, metadata: { creationTime } }: User): IdentityUser => ({
  uid,
  displayName,
  email,
  photoURL,
  metadata: { creationTime },
});

async function withMessages<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof FirebaseError)
      throw new IdentityError(cause.code, messageFor(cause.code, cause.message), { cause });
    throw cause;
  }
}
