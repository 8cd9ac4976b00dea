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
  type Registration,
} from "@conquest/shared/singletons/identity";
import { language, t } from "@conquest/shared/singletons/language";
import { waitForAccount, type GoogleAccount } from "./account-chooser";
import type { Reauthentication } from "./firebase-credentials";
import { messageFor } from "./identity-messages";

export function firebaseIdentity(settings: SiteConfig["identity"]) {
  const { apiKey, authDomain, projectId, emulatorUrl } = settings;
  const app = initializeApp({ apiKey, authDomain, projectId });
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  // The provider's emails and pages follow it.
  auth.languageCode = language();
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });

  const current = (): User => {
    if (!auth.currentUser) throw new IdentityError("auth/no-current-user", t("You're not logged in. Log in again."));
    return auth.currentUser;
  };

  /** The address of a registration that timed out here: the provider may have created the account all the same. */
  let unconfirmedEmail = "";
  const createAccount = async ({ email, password }: Registration): Promise<User> => {
    try {
      const { user } = await withTimeout(createUserWithEmailAndPassword(auth, email, password));
      return user;
    } catch (error) {
      if (error instanceof IdentityError) unconfirmedEmail = email;
      const isUnconfirmed = email === unconfirmedEmail && codeOf(error) === "auth/email-already-in-use";
      if (!isUnconfirmed) throw error;
      return await withTimeout(signInWithEmailAndPassword(auth, email, password)).then(
        ({ user }) => user,
        () => Promise.reject(error as Error),
      );
    }
  };

  /** The SDK reads at each start whether the address is verified, but keeps a token that says otherwise for an hour. */
  const currentToken = async (): Promise<string> => {
    const user = current();
    const { token, claims } = await user.getIdTokenResult();
    return user.emailVerified && claims.email_verified !== true ? user.getIdToken(true) : token;
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
    idToken: () => withMessages(() => withTimeout(currentToken())),
    verifiedToken: () =>
      withMessages(async () => {
        const user = current();
        await withTimeout(user.reload());
        return user.emailVerified ? withTimeout(currentToken()) : null;
      }),
    register: (registration) =>
      withMessages(async () => {
        const user = await createAccount(registration);
        const { fullName, photoUrl } = registration;
        // The emulator rejects a null picture, which the SDK would send if it is missing.
        await withTimeout(updateProfile(user, { displayName: fullName, ...(photoUrl && { photoURL: photoUrl }) }));
        return toIdentityUser(user);
      }),
    signIn: (email, password) =>
      withMessages(async () => {
        await waitForNextSecond();
        return toIdentityUser((await withTimeout(signInWithEmailAndPassword(auth, email, password))).user);
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
        await withTimeout(
          updateProfile(user, { ...(name && { displayName: name }), ...(photoUrl && { photoURL: photoUrl }) }),
        );
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
        throw new IdentityError("chunk-missing", t("We couldn't load this. Check your connection and try again."), {
          cause,
        });
      });
      return firebaseCredentials(settings, provider);
    },
  } satisfies IdentityProvider &
    Pick<Credentials, "verifiedToken"> &
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

const codeOf = (error: unknown) => (error instanceof FirebaseError ? error.code : undefined);

/** The longest network timeout of the SDK, which itself waits without end for a blocked IndexedDB. */
const TIMEOUT_MS = 60_000;

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new IdentityError("auth/timeout", messageFor("auth/timeout", ""))), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function withMessages<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof FirebaseError)
      throw new IdentityError(cause.code, messageFor(cause.code, cause.message), { cause });
    throw cause;
  }
}
