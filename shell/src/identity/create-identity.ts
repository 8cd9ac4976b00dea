import type { SiteConfig } from "@conquest/shared/singletons/config";
import { IdentityError, type IdentityProvider } from "@conquest/shared/singletons/identity";
import { openAccountChooser } from "./account-chooser";
import type { firebaseIdentity } from "./firebase-identity";

/**
 * The site's identity provider. Its SDK is a chunk of its own that starts to load with the page: nothing that a visitor
 * sees first waits for it.
 */
export function createIdentity(settings: SiteConfig["identity"]): IdentityProvider {
  const load = () =>
    import(/* webpackChunkName: "identity" */ "./firebase-identity").catch((cause: unknown) => {
      throw new IdentityError("chunk-missing", "The sign-in service could not be loaded. Please check your connection and try again.", { cause });
    });
  let loading: Promise<ReturnType<typeof firebaseIdentity>> | undefined;
  const firebase = () => {
    loading ??= load().then((sdk) => sdk.firebaseIdentity(settings));
    loading.catch(() => (loading = undefined));
    return loading;
  };

  return {
    onChange(listener) {
      let stop: (() => void) | undefined;
      let isStopped = false;
      firebase().then(
        (provider) => {
          if (!isStopped) stop = provider.onChange(listener);
        },
        () => {
          if (!isStopped) listener(null);
        },
      );
      return () => {
        isStopped = true;
        stop?.();
      };
    },
    idToken: async () => (await firebase()).idToken(),
    register: async (registration) => (await firebase()).register(registration),
    signIn: async (email, password) => (await firebase()).signIn(email, password),
    async signInWithGoogle() {
      if (settings.kind === "firebase") return (await firebase()).signInWithGoogle();
      // Opened before anything is awaited: only then does the browser see the click that asked for the window.
      const chosen = openAccountChooser();
      return (await firebase()).signInAsGoogleAccount(await chosen);
    },
    updateProfile: async (profile) => (await firebase()).updateProfile(profile),
    signOut: async () => (await firebase()).signOut(),
  };
}
