import type { SiteConfig } from "@conquest/shared/singletons/config";
import { IdentityError, type IdentityProvider } from "@conquest/shared/singletons/identity";
import { t } from "@conquest/shared/singletons/language";
import { withMessages } from "../language/page-messages";
import { openChooserWindow } from "./chooser-window";
import type { firebaseIdentity } from "./firebase-identity";

const CHANNEL = "conquest.identity";

/** Loads the SDK's chunk only if a sign-in may be stored or is about to happen; visitors do not need it. */
export function createIdentity(settings: SiteConfig["identity"]): IdentityProvider {
  const load = () =>
    withMessages(import(/* webpackChunkName: "identity" */ "./firebase-identity")).catch((cause: unknown) => {
      throw new IdentityError(
        "chunk-missing",
        t("We couldn't load the login service. Check your connection and try again."),
        { cause },
      );
    });
  let loading: Promise<ReturnType<typeof firebaseIdentity>> | undefined;
  let onLoaded: (provider: IdentityProvider) => void = () => undefined;
  const firebase = () => {
    if (!loading) {
      const attempt = load().then((sdk) => {
        const provider = sdk.firebaseIdentity(settings);
        onLoaded(provider);
        return provider;
      });
      attempt.catch(() => (loading = undefined));
      loading = attempt;
    }
    return loading;
  };

  return {
    onChange(listener) {
      const channel = new BroadcastChannel(CHANNEL);
      let stop: (() => void) | undefined;
      onLoaded = (provider) => {
        stop = provider.onChange((user) => {
          if (user) channel.postMessage("signed-in");
          listener(user);
        });
      };
      const checkStoredSignIn = async () => {
        if (loading) return;
        if (await hasStoredSignIn()) await firebase().catch(() => listener(null));
        else if (!loading) listener(null);
      };
      const handleChange = () => void checkStoredSignIn();
      channel.onmessage = handleChange;
      document.addEventListener("visibilitychange", handleChange);
      void checkStoredSignIn();
      return () => {
        onLoaded = () => undefined;
        stop?.();
        channel.close();
        document.removeEventListener("visibilitychange", handleChange);
      };
    },
    prepare: () => void firebase().catch(() => undefined),
    idToken: async () => (await firebase()).idToken(),
    register: async (registration) => (await firebase()).register(registration),
    signIn: async (email, password) => (await firebase()).signIn(email, password),
    async signInWithGoogle() {
      if (settings.kind === "firebase") return (await firebase()).signInWithGoogle();
      // Opened before any await: browsers block popups that are not opened directly by a click.
      const chooser = openChooserWindow();
      return (await firebase()).signInWithChooser(chooser);
    },
    updateProfile: async (profile) => (await firebase()).updateProfile(profile),
    signOut: async () => (await firebase()).signOut(),
    credentials: async () => (await firebase()).credentials(),
  };
}

// Firebase stores the signed-in user in IndexedDB, or in localStorage as a fallback. These internals require an exact SDK version.
const DATABASE = "firebaseLocalStorageDb";
const STORE = "firebaseLocalStorage";
const USER_KEY = /^firebase:authUser:/;

/** A slower database counts as one that may contain a sign-in. */
const TIMEOUT_MS = 1000;

/** Whether Firebase has stored a sign-in in this browser; also true if storage cannot be read. */
const hasStoredSignIn = async (): Promise<boolean> => isInLocalStorage() || isInDatabase();

function isInLocalStorage(): boolean {
  try {
    return Object.keys(localStorage).some((key) => USER_KEY.test(key));
  } catch {
    return true;
  }
}

function isInDatabase(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(true), TIMEOUT_MS);
    try {
      readDatabase(resolve);
    } catch {
      resolve(true);
    }
  });
}

function readDatabase(callback: (isThere: boolean) => void): void {
  let isNew = false;
  const opening = indexedDB.open(DATABASE);
  opening.onupgradeneeded = () => {
    // The database does not exist; the abort prevents its creation.
    isNew = true;
    opening.transaction?.abort();
  };
  opening.onerror = (event) => {
    event.preventDefault();
    callback(!isNew);
  };
  opening.onsuccess = () => {
    const database = opening.result;
    try {
      const keys = database.transaction(STORE).objectStore(STORE).getAllKeys();
      keys.onsuccess = () => callback(keys.result.some((key) => USER_KEY.test(String(key))));
      keys.onerror = () => callback(true);
    } catch {
      callback(true);
    }
    // Takes effect after the pending request.
    database.close();
  };
}
