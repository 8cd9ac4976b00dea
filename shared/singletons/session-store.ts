import { create } from "zustand";
import { countUnreadNotices } from "@conquest/shared/contracts/messages";
import { createSession, endSession, saveUser } from "@conquest/shared/contracts/session";
import { getUser, updateProfile, type Account } from "@conquest/shared/contracts/users";
import { RESPONSE_TIMEOUT_MS, call } from "@conquest/shared/singletons/call";
import { clearPrefetchedResponses } from "@conquest/shared/singletons/early-answers";
import { ApiError, handleAuthErrors } from "@conquest/shared/singletons/http";
import {
  IdentityError,
  type Credentials,
  type IdentityProvider,
  type IdentityUser,
  type Registration,
} from "@conquest/shared/singletons/identity";
import { t } from "@conquest/shared/singletons/language";
import { refetchAllQueries, clearQueryCache, queryClient } from "@conquest/shared/singletons/query-client";
import { markSignedIn, readSignInMark, watchSignInMark } from "@conquest/shared/singletons/sign-in-mark";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("session-store");

/** `account` comes from the server (role, status), `user` from the identity provider. Both are set when signed in. */
export interface Session {
  phase: "loading" | "signed-out" | "signed-in";
  user: IdentityUser | null;
  account: Account | null;
  /** The reason for an involuntary end of the session; shown on the login page. */
  endedBecause: string | null;
  /** True if the sign-in ended outside this tab, for example through a new password or a logout in another tab. */
  isLost: boolean;
  /** The reason why opening the session is delayed; it is retried until it succeeds. */
  delayedBecause: string | null;
}

export const useSession = create<Session>()(() => ({
  phase: "loading",
  user: null,
  account: null,
  endedBecause: null,
  isLost: false,
  delayedBecause: null,
}));

useSession.subscribe(({ account }, { account: before }) => {
  if (account?._id === before?._id) return;
  clearPrefetchedResponses();
  if (before) clearQueryCache();
  else refetchAllQueries();
});

export function useAccount(): Account {
  const account = useSession((state) => state.account);
  if (!account) throw new Error("This page requires a logged-in user.");
  return account;
}

const SIGNED_OUT = { phase: "signed-out", user: null, account: null, delayedBecause: null } as const;

let provider: IdentityProvider | undefined;
const identity = (): IdentityProvider => {
  if (!provider) throw new Error("No identity provider was given to the session store.");
  return provider;
};

/** Incremented by each sign-in and sign-out, here or in other tabs. Responses of an earlier generation are ignored. */
let generation = 0;

interface SessionGeneration {
  isOver(): boolean;
  commit(change: Partial<Session>): void;
}

function currentGeneration(): SessionGeneration {
  const current = generation;
  const isOver = () => current !== generation;
  return {
    isOver,
    commit: (change) => {
      if (!isOver()) useSession.setState(change);
    },
  };
}

function startGeneration(change: Partial<Session>): SessionGeneration {
  generation += 1;
  useSession.setState(change);
  return currentGeneration();
}

async function openSession(user: IdentityUser, { commit, isOver }: SessionGeneration): Promise<void> {
  const { user: before } = useSession.getState();
  // Clears the previous user's data from the screen while the next session opens.
  if (before && before.uid !== user.uid) commit({ user: null, account: null });
  const email = user.email ?? "";
  const token = await identity().idToken();
  await call(
    createSession,
    { body: { email } },
    { headers: { Authorization: `Bearer ${token}` }, timeout: RESPONSE_TIMEOUT_MS },
  );
  // The provider allows longer names than the site, which must not prevent signing in.
  const name = (user.displayName ?? "").slice(0, 120);
  const image = user.photoURL ?? "";
  const { unreadNotices, ...account } = await call(
    saveUser,
    { body: { name, image, email, role: "user", status: "Verified" } },
    { timeout: RESPONSE_TIMEOUT_MS },
  );
  commit({ phase: "signed-in", user, account, endedBecause: null, isLost: false, delayedBecause: null });
  if (!isOver()) markSignedIn(account._id);
  // Saves each page a request; after the commit, which clears the previous user's cache.
  if (!isOver() && unreadNotices !== undefined)
    queryClient.setQueryData([countUnreadNotices.path], { unread: unreadNotices });
}

/** Retries if the server is unavailable, since that says nothing about the user. */
async function resumeSession(user: IdentityUser): Promise<void> {
  const current = startGeneration({ phase: "loading" });
  for (let failures = 0; !current.isOver(); failures += 1) {
    try {
      return await openSession(user, current);
    } catch (error) {
      if (current.isOver()) return;
      if (isAuthError(error)) return abandon(error.message);
      current.commit({ delayedBecause: messageOf(error) });
      await waitBeforeRetry(failures);
    }
  }
}

const isAuthError = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

const messageOf = (error: unknown) =>
  error instanceof ApiError || error instanceof IdentityError ? error.message : t("We couldn't log you in. Try again.");

let cancelBackoff: () => void = () => undefined;

/** Exponential backoff up to a minute, ± 30 % so that clients don't all retry at once when the server is back. */
function waitBeforeRetry(failures: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(1000 * 2 ** failures, 60_000) * (0.7 + Math.random() * 0.6));
    cancelBackoff = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

globalThis.addEventListener?.("online", () => cancelBackoff());

/** Clears all data of the user from this page. */
async function abandon(because: string | null): Promise<void> {
  startGeneration({ ...SIGNED_OUT, endedBecause: because });
  markSignedIn(null);
  providerUser = null;
  await provider?.signOut().catch(() => undefined);
}

handleAuthErrors({
  turn: () => generation,
  account: () => useSession.getState().account?._id,
  // Visitors have no session to lose; while a session opens, `openSession`'s caller handles the error.
  refused: (error) => {
    if (useSession.getState().phase === "signed-in") void abandon(error.message);
  },
  accountChanged: () => clearForOtherAccount(),
});

const OTHER_ACCOUNT_TIMEOUT_MS = 5000;

/** Clears this page after another tab signed in another account, until the identity provider reports it here. */
function clearForOtherAccount(): void {
  const current = startGeneration({ phase: "loading", user: null, account: null, delayedBecause: null });
  setTimeout(
    () => current.commit({ ...SIGNED_OUT, endedBecause: "Another account logged in in this browser. Log in again." }),
    OTHER_ACCOUNT_TIMEOUT_MS,
  );
}

/** Follows another tab's login or logout before the identity provider reports it here. */
function followMark(marked: string | null): void {
  const { account } = useSession.getState();
  if (!account || pendingSignIns > 0 || marked === account._id) return;
  if (marked === null) startGeneration({ ...SIGNED_OUT, isLost: true });
  else clearForOtherAccount();
}

let providerUser: IdentityUser | null = null;

/** Called once by the page's host. Synchronizes the session with the provider, also across tabs. */
export function provideIdentity(identityProvider: IdentityProvider): () => void {
  provider = identityProvider;
  const stopWatching = watchSignInMark(followMark);
  const stop = identityProvider.onChange((user) => {
    providerUser = user;
    // Ignores the provider's reports of sign-ins that this page started.
    if (pendingSignIns > 0) return;
    const { phase, user: known } = useSession.getState();
    if (user && (user.uid !== known?.uid || phase !== "signed-in")) void resumeSession(user);
    else if (!user && phase !== "signed-out") {
      startGeneration({ ...SIGNED_OUT, isLost: phase === "signed-in" || readSignInMark() !== null });
      markSignedIn(null);
    }
  });
  return () => {
    stop();
    stopWatching();
  };
}

/** Sign-ins in progress, as a count: a second Google window cancels the first. */
let pendingSignIns = 0;

async function runSignIn(signIn: () => Promise<IdentityUser>): Promise<IdentityUser> {
  pendingSignIns += 1;
  const current = startGeneration({ phase: "loading", delayedBecause: null });
  try {
    const user = await signIn();
    providerUser = user;
    await openSession(user, current);
    return user;
  } catch (error) {
    if (isAuthError(error) && !current.isOver()) await abandon(error.message);
    else current.commit(SIGNED_OUT);
    throw error;
  } finally {
    pendingSignIns -= 1;
  }
}

/** An earlier attempt may have created the account but no session: continues if the password is right. */
async function register(registration: Registration): Promise<IdentityUser> {
  try {
    return await identity().register(registration);
  } catch (error) {
    const isUnfinished = providerUser?.email?.toLowerCase() === registration.email.toLowerCase();
    if (!isUnfinished || !(error instanceof IdentityError) || error.code !== "auth/email-already-in-use") throw error;
    await identity()
      .signIn(registration.email, registration.password)
      .catch(() => {
        throw error;
      });
    return identity().updateProfile({ name: registration.fullName, photoUrl: registration.photoUrl });
  }
}

export const session = {
  /** For pages that are likely to start a sign-in. */
  prepare: () => provider?.prepare?.(),
  register: (registration: Registration) => runSignIn(() => register(registration)),
  signIn: (email: string, password: string) => runSignIn(() => identity().signIn(email, password)),
  signInWithGoogle: () => runSignIn(() => identity().signInWithGoogle()),

  async signOut(): Promise<void> {
    const { phase } = useSession.getState();
    const current = startGeneration({ phase: "loading" });
    try {
      // The server first: if it failed after the provider's sign-out, the session would stay half open.
      await call(endSession, {});
    } catch (error) {
      current.commit({ phase });
      throw error;
    }
    markSignedIn(null);
    // Before the page shows it: navigating away then would restore the provider's sign-in, which the server rejects.
    if (!current.isOver()) await provider?.signOut().catch(() => undefined);
    if (!current.isOver()) await abandon(null);
  },

  /** Saves the profile here and with the provider. Empty fields stay unchanged. */
  async updateProfile(profile: { name: string; photoUrl: string }): Promise<void> {
    const { isOver, commit } = currentGeneration();
    const account = await call(updateProfile, { body: profile });
    if (isOver()) return;
    const user = await identity().updateProfile({
      ...(profile.name && { name: profile.name }),
      ...(profile.photoUrl && { photoUrl: profile.photoUrl }),
    });
    commit({ account, user: { ...user } });
    await queryClient.invalidateQueries();
  },

  async refreshAccount(): Promise<void> {
    const { commit } = currentGeneration();
    const { account } = useSession.getState();
    if (account) commit({ account: await call(getUser, { params: { email: account.email } }) });
  },

  /** Ends the session unless it is still valid and of this account. Throws ApiError if the server doesn't respond. */
  async confirm(): Promise<void> {
    const { account } = useSession.getState();
    try {
      await this.refreshAccount();
    } catch (error) {
      if (useSession.getState().account?._id !== account?._id) return;
      const isRenamed = error instanceof ApiError && error.status === 404;
      if (!isAuthError(error) && !isRenamed) throw error;
      await abandon(isRenamed ? "Your account's email address has changed. Log in with the new one." : error.message);
    }
  },

  /** Passwords and email addresses at the provider; loaded on demand. */
  credentials: (): Promise<Credentials> => identity().credentials!(),

  retry: () => cancelBackoff(),
};
