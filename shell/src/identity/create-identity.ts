import type { SiteConfig } from "@conquest/shared/singletons/config";
import { IdentityError, type IdentityProvider } from "@conquest/shared/singletons/identity";
import { openChooserWindow } from "./chooser-window";
import type { firebaseIdentity } from "./firebase-identity";
import { mightBeSignedIn } from "./stored-sign-in";

/** Tells the other tabs of this browser, which may not have the library yet, that somebody has signed in. */
const CHANNEL = "conquest.identity";

/**
 * The site's identity provider. Its SDK is a chunk of its own, loaded where somebody may be signed in or is about to be:
 * a visitor does without it.
 */
export function createIdentity(settings: SiteConfig["identity"]): IdentityProvider {
  const load = () =>
    import(/* webpackChunkName: "identity" */ "./firebase-identity").catch((cause: unknown) => {
      throw new IdentityError(
        "chunk-missing",
        "The sign-in service could not be loaded. Please check your connection and try again.",
        { cause },
      );
    });
  let loading: Promise<ReturnType<typeof firebaseIdentity>> | undefined;
  let follow: (provider: IdentityProvider) => void = () => undefined;
  const firebase = () => {
    if (!loading) {
      const mine = load().then((sdk) => {
        const provider = sdk.firebaseIdentity(settings);
        follow(provider);
        return provider;
      });
      mine.catch(() => (loading = undefined));
      loading = mine;
    }
    return loading;
  };

  return {
    onChange(listener) {
      const others = new BroadcastChannel(CHANNEL);
      let stop: (() => void) | undefined;
      follow = (provider) => {
        stop = provider.onChange((user) => {
          if (user) others.postMessage("signed-in");
          listener(user);
        });
      };
      const look = async () => {
        if (loading) return;
        if (await mightBeSignedIn()) await firebase().catch(() => listener(null));
        else if (!loading) listener(null);
      };
      const lookAgain = () => void look();
      others.onmessage = lookAgain;
      document.addEventListener("visibilitychange", lookAgain);
      void look();
      return () => {
        follow = () => undefined;
        stop?.();
        others.close();
        document.removeEventListener("visibilitychange", lookAgain);
      };
    },
    prepare: () => void firebase().catch(() => undefined),
    idToken: async () => (await firebase()).idToken(),
    register: async (registration) => (await firebase()).register(registration),
    signIn: async (email, password) => (await firebase()).signIn(email, password),
    async signInWithGoogle() {
      if (settings.kind === "firebase") return (await firebase()).signInWithGoogle();
      // Opened before anything is awaited: only then does the browser see the click that asked for the window.
      const chooser = openChooserWindow();
      return (await firebase()).signInWithChooser(chooser);
    },
    updateProfile: async (profile) => (await firebase()).updateProfile(profile),
    signOut: async () => (await firebase()).signOut(),
    credentials: async () => (await firebase()).credentials(),
  };
}
