import { create } from "zustand";
import { countUnreadNotices } from "@conquest/shared/contracts/messages";
import { createSession, endSession, saveUser } from "@conquest/shared/contracts/session";
import { getUser, updateProfile, type Account } from "@conquest/shared/contracts/users";
import { ANSWER_DEADLINE_MS, call } from "@conquest/shared/singletons/call";
import { forgetEarlyAnswers } from "@conquest/shared/singletons/early-answers";
import { ApiError, watchRefusals } from "@conquest/shared/singletons/http";
import {
  IdentityError,
  type Credentials,
  type IdentityProvider,
  type IdentityUser,
  type Registration,
} from "@conquest/shared/singletons/identity";
import { askAgain, forgetAnswers, queryClient } from "@conquest/shared/singletons/query-client";
import { markSignedIn, markedAccount, watchMark } from "@conquest/shared/singletons/sign-in-mark";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("session-store");

/** `account` is the server's word (role, status); `user` the identity provider's. Both are there when signed in. */
export interface Session {
  phase: "loading" | "signed-out" | "signed-in";
  user: IdentityUser | null;
  account: Account | null;
  /** Why the session ended when the person did not ask for it; shown on the login page. */
  endedBecause: string | null;
  /** Somebody was signed in in this browser, and not in this tab was that ended: by a new password, say, or by signing out in another. */
  isLost: boolean;
  /** Why the session of somebody whom the provider knows is not open yet. It is tried again until it is. */
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
  forgetEarlyAnswers();
  if (before) forgetAnswers();
  else askAgain();
});

/** The signed-in person's account. For pages that the shell draws only when somebody is signed in. */
export function useAccount(): Account {
  const account = useSession((state) => state.account);
  if (!account) throw new Error("This page needs somebody to be signed in.");
  return account;
}

const SIGNED_OUT = { phase: "signed-out", user: null, account: null, delayedBecause: null } as const;

let provider: IdentityProvider | undefined;
const identity = (): IdentityProvider => {
  if (!provider) throw new Error("No identity provider was given to the session store.");
  return provider;
};

/**
 * Each sign-in and sign-out, here, in another tab or forced, is a turn. They overlap, and so does every question about the
 * person that is still under way: an answer that comes in a later turn than it was asked in is worthless.
 */
let turn = 0;

interface Turn {
  isOver(): boolean;
  /** Writes into the session, unless the turn is over. */
  commit(change: Partial<Session>): void;
}

function thisTurn(): Turn {
  const mine = turn;
  const isOver = () => mine !== turn;
  return {
    isOver,
    commit: (change) => {
      if (!isOver()) useSession.setState(change);
    },
  };
}

function nextTurn(change: Partial<Session>): Turn {
  turn += 1;
  useSession.setState(change);
  return thisTurn();
}

async function openSession(user: IdentityUser, { commit, isOver }: Turn): Promise<void> {
  const { user: before } = useSession.getState();
  // Clears the previous person's data from the screen while the next session opens.
  if (before && before.uid !== user.uid) commit({ user: null, account: null });
  const email = user.email ?? "";
  const token = await identity().idToken();
  await call(
    createSession,
    { body: { email } },
    { headers: { Authorization: `Bearer ${token}` }, timeout: ANSWER_DEADLINE_MS },
  );
  // The provider allows longer names than the site: they must not keep anybody out.
  const name = (user.displayName ?? "").slice(0, 120);
  const image = user.photoURL ?? "";
  const { unreadNotices, ...account } = await call(
    saveUser,
    { body: { name, image, email, role: "user", status: "Verified" } },
    { timeout: ANSWER_DEADLINE_MS },
  );
  commit({ phase: "signed-in", user, account, endedBecause: null, isLost: false, delayedBecause: null });
  if (!isOver()) markSignedIn(account._id);
  // Once nothing of an earlier session is left: no page asks for it besides.
  if (!isOver() && unreadNotices !== undefined)
    queryClient.setQueryData([countUnreadNotices.path], { unread: unreadNotices });
}

/** Opens the session of somebody whom the provider knows already. A server that does not answer says nothing about them. */
async function resumeSession(user: IdentityUser): Promise<void> {
  const mine = nextTurn({ phase: "loading" });
  for (let failures = 0; !mine.isOver(); failures += 1) {
    try {
      return await openSession(user, mine);
    } catch (error) {
      if (mine.isOver()) return;
      if (isRefusal(error)) return abandon(error.message);
      mine.commit({ delayedBecause: sentenceOf(error) });
      await pauseAfter(failures);
    }
  }
}

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

const sentenceOf = (error: unknown) =>
  error instanceof ApiError || error instanceof IdentityError
    ? error.message
    : "We could not sign you in. Please try again.";

let endPause: () => void = () => undefined;

/** Longer after each failure, up to a minute; ± 30 %, so that not everybody comes at once when the server is back. */
function pauseAfter(failures: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(1000 * 2 ** failures, 60_000) * (0.7 + Math.random() * 0.6));
    endPause = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

globalThis.addEventListener?.("online", () => endPause());

/** Leaves nothing of the person behind in this page. */
async function abandon(because: string | null): Promise<void> {
  nextTurn({ ...SIGNED_OUT, endedBecause: because });
  markSignedIn(null);
  present = null;
  await provider?.signOut().catch(() => undefined);
}

watchRefusals({
  turn: () => turn,
  account: () => useSession.getState().account?._id,
  // A visitor who is refused has no session to lose; a refusal while one opens is told by who opens it.
  refused: (error) => {
    if (useSession.getState().phase === "signed-in") void abandon(error.message);
  },
  accountChanged: () => clearForOtherAccount(),
});

/** In milliseconds. The identity provider usually syncs tabs within a second. */
const OTHER_ACCOUNT_DEADLINE_MS = 5000;

/** Clears this page after another tab logged in another account, and waits until the identity provider reports it here. */
function clearForOtherAccount(): void {
  const mine = nextTurn({ phase: "loading", user: null, account: null, delayedBecause: null });
  setTimeout(
    () => mine.commit({ ...SIGNED_OUT, endedBecause: "Another account logged in in this browser. Log in again." }),
    OTHER_ACCOUNT_DEADLINE_MS,
  );
}

/** Follows another tab's login or logout before the identity provider reports it here. */
function followMark(marked: string | null): void {
  const { account } = useSession.getState();
  if (!account || acting > 0 || marked === account._id) return;
  if (marked === null) nextTurn({ ...SIGNED_OUT, isLost: true });
  else clearForOtherAccount();
}

/** Whom the provider has signed in, with or without a session of the site. */
let present: IdentityUser | null = null;

/** Called once by the host of the page. Keeps the session in step with the provider, also across tabs. */
export function provideIdentity(given: IdentityProvider): () => void {
  provider = given;
  const stopWatching = watchMark(followMark);
  const stop = given.onChange((user) => {
    present = user;
    // The provider's report of a sign-in of ours is not news.
    if (acting > 0) return;
    const { phase, user: known } = useSession.getState();
    if (user && (user.uid !== known?.uid || phase !== "signed-in")) void resumeSession(user);
    else if (!user && phase !== "signed-out") {
      nextTurn({ ...SIGNED_OUT, isLost: phase === "signed-in" || markedAccount() !== null });
      markSignedIn(null);
    }
  });
  return () => {
    stop();
    stopWatching();
  };
}

/** How many sign-ins of ours are under way: a second window for Google's accounts cancels the first. */
let acting = 0;

async function act(signIn: () => Promise<IdentityUser>): Promise<IdentityUser> {
  acting += 1;
  const mine = nextTurn({ phase: "loading", delayedBecause: null });
  try {
    const user = await signIn();
    present = user;
    await openSession(user, mine);
    return user;
  } catch (error) {
    if (isRefusal(error) && !mine.isOver()) await abandon(error.message);
    else mine.commit(SIGNED_OUT);
    throw error;
  } finally {
    acting -= 1;
  }
}

/** An earlier try in this browser may have made the account and then found no session: with its password it goes on from there. */
async function register(registration: Registration): Promise<IdentityUser> {
  try {
    return await identity().register(registration);
  } catch (error) {
    const isUnfinished = present?.email?.toLowerCase() === registration.email.toLowerCase();
    if (!isUnfinished || !(error instanceof IdentityError) || error.code !== "auth/email-already-in-use") throw error;
    await identity()
      .signIn(registration.email, registration.password)
      .catch(() => {
        throw error;
      });
    return identity().updateProfile({ name: registration.fullName, photoUrl: registration.photoUrl });
  }
}

/** Sign-up, sign-in and sign-out. Each throws IdentityError or ApiError with a sentence to show. */
export const session = {
  /** For pages where somebody is about to sign in. */
  prepare: () => provider?.prepare?.(),
  register: (registration: Registration) => act(() => register(registration)),
  signIn: (email: string, password: string) => act(() => identity().signIn(email, password)),
  signInWithGoogle: () => act(() => identity().signInWithGoogle()),

  async signOut(): Promise<void> {
    const { phase } = useSession.getState();
    const mine = nextTurn({ phase: "loading" });
    try {
      // Told first: with the provider's session gone but the cookie alive, a failure would leave a half-open session.
      await call(endSession, {});
    } catch (error) {
      mine.commit({ phase });
      throw error;
    }
    markSignedIn(null);
    // Before the page says so: whoever leaves it then would bring the provider's sign-in along, which the server refuses.
    if (!mine.isOver()) await provider?.signOut().catch(() => undefined);
    if (!mine.isOver()) await abandon(null);
  },

  /** Saves the given parts of the profile here and with the provider. An empty part stays as it is. */
  async updateProfile(profile: { name: string; photoUrl: string }): Promise<void> {
    const { isOver, commit } = thisTurn();
    const account = await call(updateProfile, { body: profile });
    if (isOver()) return;
    const user = await identity().updateProfile({
      ...(profile.name && { name: profile.name }),
      ...(profile.photoUrl && { photoUrl: profile.photoUrl }),
    });
    commit({ account, user: { ...user } });
    await queryClient.invalidateQueries();
  },

  /** Reads role and status again, after something may have changed them. */
  async refreshAccount(): Promise<void> {
    const { commit } = thisTurn();
    const { account } = useSession.getState();
    if (account) commit({ account: await call(getUser, { params: { email: account.email } }) });
  },

  /**
   * Checks that the session is still valid and belongs to this account; otherwise ends it here before returning. Throws ApiError if
   * the server doesn't answer.
   */
  async confirm(): Promise<void> {
    const { account } = useSession.getState();
    try {
      await this.refreshAccount();
    } catch (error) {
      if (useSession.getState().account?._id !== account?._id) return;
      const isRenamed = error instanceof ApiError && error.status === 404;
      if (!isRefusal(error) && !isRenamed) throw error;
      await abandon(isRenamed ? "Your account's email address has changed. Log in with the new one." : error.message);
    }
  },

  /** Passwords and addresses at the provider; loaded when a page asks for them. */
  credentials: (): Promise<Credentials> => identity().credentials!(),

  /** Does not wait for the next try of a session that is delayed. */
  retry: () => endPause(),
};
