import { create } from "zustand";
import { createSession, endSession, saveUser } from "@conquest/shared/contracts/session";
import { getUser, updateProfile, type Account } from "@conquest/shared/contracts/users";
import { call } from "@conquest/shared/singletons/call";
import { ApiError, onSessionRefused } from "@conquest/shared/singletons/http";
import { type IdentityProvider, type IdentityUser, type Registration } from "@conquest/shared/singletons/identity";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { assertSingleCopy } from "@conquest/shared/singletons/single-copy";

if (process.env.NODE_ENV !== "test") assertSingleCopy("session-store");

/** `account` is the server's word (role, status); `user` the identity provider's. Both are there when signed in. */
export interface Session {
  phase: "loading" | "signed-out" | "signed-in";
  user: IdentityUser | null;
  account: Account | null;
  /** Whether it was known at any time in this page who is there; "loading" again while somebody signs in changes nothing. */
  isSettled: boolean;
  /** Why the session ended when the person did not ask for it; shown on the login page. */
  endedBecause: string | null;
}

export const useSession = create<Session>()(() => ({ phase: "loading", user: null, account: null, isSettled: false, endedBecause: null }));

useSession.subscribe(({ phase, isSettled }) => {
  if (phase !== "loading" && !isSettled) useSession.setState({ isSettled: true });
});

/** The signed-in person's account. For pages that the shell draws only when somebody is signed in. */
export function useAccount(): Account {
  const account = useSession((state) => state.account);
  if (!account) throw new Error("This page needs somebody to be signed in.");
  return account;
}

const SIGNED_OUT = { phase: "signed-out", user: null, account: null } as const;

let provider: IdentityProvider | undefined;
const identity = (): IdentityProvider => {
  if (!provider) throw new Error("No identity provider was given to the session store.");
  return provider;
};

/**
 * The session that is being opened or ended. Sign-in, the provider's own report of it, and a sign-out in
 * another tab can overlap: each later step makes the earlier ones' answers worthless.
 */
let turn = 0;

async function openSession(user: IdentityUser): Promise<void> {
  const mine = ++turn;
  useSession.setState({ phase: "loading" });
  const email = user.email ?? "";
  try {
    const token = await identity().idToken();
    await call(createSession, { body: { email } }, { headers: { Authorization: `Bearer ${token}` } });
    // The provider allows longer names than the site: they must not keep anybody out.
    const name = (user.displayName ?? "").slice(0, 120);
    await call(saveUser, { body: { name, image: user.photoURL ?? "", email, role: "user", status: "Verified" } });
    const account = await call(getUser, { params: { email } });
    if (mine === turn) useSession.setState({ phase: "signed-in", user, account, endedBecause: null });
  } catch (error) {
    if (mine === turn) {
      const because = error instanceof ApiError ? error.message : "We could not sign you in. Please try again.";
      if (isRefusal(error)) await abandon(because);
      // A server that does not answer says nothing about the person: the next page load tries again.
      else useSession.setState({ ...SIGNED_OUT, endedBecause: because });
    }
    throw error;
  }
}

/** A word about the person; 429 is one about how often somebody asked. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Leaves nothing of the person behind in this page. */
async function abandon(because: string | null): Promise<void> {
  turn += 1;
  useSession.setState({ ...SIGNED_OUT, endedBecause: because });
  queryClient.clear();
  await provider?.signOut().catch(() => undefined);
}

onSessionRefused((error) => {
  // A visitor who is refused has no session to lose; a refusal while one opens is told by openSession.
  if (useSession.getState().phase === "signed-in") void abandon(error.message);
});

/** Called once by the host of the page. Keeps the session in step with the provider, also across tabs. */
export function provideIdentity(given: IdentityProvider): () => void {
  provider = given;
  return given.onChange((user) => {
    const { phase, user: known } = useSession.getState();
    if (user && (user.uid !== known?.uid || phase !== "signed-in")) {
      if (!isActing) openSession(user).catch(() => undefined);
    } else if (!user && !isActing && phase !== "signed-out") {
      turn += 1;
      if (phase === "signed-in") queryClient.clear();
      useSession.setState(SIGNED_OUT);
    }
  });
}

/** While a sign-in of ours runs, the provider's report of it is not news. */
let isActing = false;

async function act(signIn: () => Promise<IdentityUser>): Promise<IdentityUser> {
  isActing = true;
  useSession.setState({ phase: "loading" });
  try {
    const user = await signIn();
    await openSession(user);
    return user;
  } catch (error) {
    if (useSession.getState().phase === "loading") useSession.setState(SIGNED_OUT);
    throw error;
  } finally {
    isActing = false;
  }
}

/** Sign-up, sign-in and sign-out. Each throws IdentityError or ApiError with a sentence to show. */
export const session = {
  register: (registration: Registration) => act(() => identity().register(registration)),
  signIn: (email: string, password: string) => act(() => identity().signIn(email, password)),
  signInWithGoogle: () => act(() => identity().signInWithGoogle()),

  async signOut(): Promise<void> {
    const { phase } = useSession.getState();
    useSession.setState({ phase: "loading" });
    try {
      // Told first: with the provider's session gone but the cookie alive, a failure would leave a half-open session.
      await call(endSession, {});
    } catch (error) {
      useSession.setState({ phase });
      throw error;
    }
    await abandon(null);
  },

  /** Saves the given parts of the profile here and with the provider. An empty part stays as it is. */
  async updateProfile(profile: { name: string; photoUrl: string }): Promise<void> {
    const account = await call(updateProfile, { body: profile });
    const user = await identity().updateProfile({
      ...(profile.name && { name: profile.name }),
      ...(profile.photoUrl && { photoUrl: profile.photoUrl }),
    });
    useSession.setState({ account, user: { ...user } });
    await queryClient.invalidateQueries();
  },

  /** Reads role and status again, after something may have changed them. */
  async refreshAccount(): Promise<void> {
    const { account } = useSession.getState();
    if (account) useSession.setState({ account: await call(getUser, { params: { email: account.email } }) });
  },

  /** The login page has told why the last session ended. */
  forgetReason: () => useSession.setState({ endedBecause: null }),
};
