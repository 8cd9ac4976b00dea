import { QueryObserver } from "@tanstack/react-query";
import { getContestDetails, listBestCreators } from "@conquest/shared/contracts/listing";
import { createSession, endSession, saveUser } from "@conquest/shared/contracts/session";
import { getUser, updateProfile } from "@conquest/shared/contracts/users";
import { query } from "./api-hooks";
import { call } from "./call";
import { provideConfig } from "./config";
import { prefetchResponse } from "./early-answers";
import { IdentityError, type IdentityProvider, type IdentityUser } from "./identity";
import { queryClient } from "./query-client";
import { provideIdentity, session, useSession } from "./session-store";
import { aContestDetails, aUser, sampleId } from "../testing/samples";
import { installStubs, stubError, stub, stubUnreachable, type Stub } from "../testing/stubs";

const rafi: IdentityUser = {
  uid: "uid-1",
  displayName: "Rafi Ahmed",
  email: "rafi@example.com",
  photoURL: null,
  metadata: {},
};

/** A provider with one user, which reports each change like Firebase. */
function fakeProvider() {
  let report: (user: IdentityUser | null) => void = () => undefined;
  const provider: IdentityProvider = {
    onChange: (listener) => {
      report = listener;
      return () => undefined;
    },
    idToken: async () => "a-token",
    register: async () => rafi,
    signIn: async () => {
      report(rafi);
      return rafi;
    },
    signInWithGoogle: async () => rafi,
    updateProfile: async () => rafi,
    signOut: async () => report(null),
  };
  return { provider, report: (user: IdentityUser | null) => report(user) };
}

const sessionStubs = [
  stub(createSession, { success: true }),
  stub(saveUser, aUser({ role: "creator" })),
  stub(endSession, { success: true }),
];

async function signIn() {
  const fake = fakeProvider();
  provideIdentity(fake.provider);
  await session.signIn("rafi@example.com", "secret-1");
  return fake;
}

/** Delays the response until it is released. */
function delayed(answer: Stub) {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const stubbed: Stub = { ...answer, answer: (request) => gate.then(() => answer.answer(request)) };
  return { stub: stubbed, release: () => release() };
}

/** Waits for pending responses. */
const flush = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  provideConfig({
    apiBase: "/api",
    isProduction: false,
    identity: { kind: "emulator", emulatorUrl: null, apiKey: "test", authDomain: "localhost", projectId: "demo-test" },
    social: [],
  });
  queryClient.clear();
  localStorage.clear();
  useSession.setState({
    phase: "loading",
    user: null,
    account: null,
    endedBecause: null,
    isLost: false,
    delayedBecause: null,
  });
});

const settled = async () => {
  while (useSession.getState().phase === "loading") await new Promise((resolve) => setTimeout(resolve, 1));
  return useSession.getState();
};

it("opens a session, saves the user and takes the role from the response", async () => {
  const calls = installStubs(sessionStubs);
  const { provider, report } = fakeProvider();
  provideIdentity(provider);
  report(rafi);
  expect(await settled()).toMatchObject({ phase: "signed-in", account: { role: "creator" } });
  expect(calls.map(({ endpoint }) => endpoint.path)).toEqual(["/jwt", "/save-user"]);
  expect(calls[1]?.body).toMatchObject({ role: "user", status: "Verified", email: "rafi@example.com" });
});

it("caches the number of unread notices from the response", async () => {
  installStubs([...sessionStubs, stub(saveUser, { ...aUser(), unreadNotices: 7 })]);
  const { provider, report } = fakeProvider();
  provideIdentity(provider);
  report(rafi);
  const { account } = await settled();
  expect(queryClient.getQueryData(["/notices/unread"])).toEqual({ unread: 7 });
  expect(account).not.toHaveProperty("unreadNotices");
});

it("signs in a user whose name exceeds the site's limit", async () => {
  const calls = installStubs(sessionStubs);
  const { provider, report } = fakeProvider();
  provideIdentity(provider);
  report({ ...rafi, displayName: "R".repeat(250) });
  expect(await settled()).toMatchObject({ phase: "signed-in" });
  expect(saveUser.body.safeParse(calls[1]?.body).success).toBe(true);
});

it("opens one session when a sign-in and the provider's report overlap", async () => {
  const calls = installStubs(sessionStubs);
  const { provider } = fakeProvider();
  provideIdentity(provider);
  await session.signIn("rafi@example.com", "secret-1");
  expect(useSession.getState().phase).toBe("signed-in");
  expect(calls.filter(({ endpoint }) => endpoint === createSession)).toHaveLength(1);
});

it("leaves a blocked user signed out and says why", async () => {
  installStubs([stubError(createSession, 403, "blocked", "This account is blocked.")]);
  const { provider } = fakeProvider();
  provideIdentity(provider);
  await expect(session.signIn("rafi@example.com", "secret-1")).rejects.toThrow("This account is blocked.");
  expect(useSession.getState()).toMatchObject({
    phase: "signed-out",
    user: null,
    endedBecause: "This account is blocked.",
  });
});

describe("while the server is unavailable", () => {
  const failures: [string, Stub][] = [
    ["cannot be reached", stubUnreachable(createSession)],
    ["fails", stubError(createSession, 500, "unexpected", "Something broke.")],
    ["is being restarted", stubError(saveUser, 503, "unavailable", "We will be back.")],
    ["limits the rate", stubError(createSession, 429, "too_many_requests", "Please try again in a minute.")],
    [
      "returns an unexpected response",
      { endpoint: saveUser, answer: () => ({ status: 200, data: "<!doctype html>" }) },
    ],
  ];

  it.each(failures)("keeps retrying for a known user when it %s", async (_, failure) => {
    installStubs([...sessionStubs, failure]);
    const { provider, report } = fakeProvider();
    const signOut = jest.spyOn(provider, "signOut");
    provideIdentity(provider);
    report(rafi);
    await flush();
    expect(useSession.getState()).toMatchObject({
      phase: "loading",
      endedBecause: null,
      delayedBecause: expect.stringMatching(/\w/),
    });

    installStubs(sessionStubs);
    session.retry();
    expect(await settled()).toMatchObject({ phase: "signed-in", account: { role: "creator" }, delayedBecause: null });
    expect(signOut).not.toHaveBeenCalled();
  });

  it("retries with increasing delays, and immediately when back online", async () => {
    jest.useFakeTimers();
    try {
      const calls = installStubs([stubUnreachable(createSession)]);
      const { provider, report } = fakeProvider();
      provideIdentity(provider);
      report(rafi);
      const triesWithin = async (ms: number) => {
        const before = calls.length;
        await jest.advanceTimersByTimeAsync(ms);
        return calls.length - before;
      };
      expect(await triesWithin(0)).toBe(1);
      // Backoff of 1, 2, 4 … seconds, ± 30 %.
      expect(await triesWithin(4_000)).toBeGreaterThanOrEqual(2);
      await triesWithin(240_000);
      expect(await triesWithin(41_000)).toBeLessThanOrEqual(1);
      globalThis.dispatchEvent(new Event("online"));
      expect(await triesWithin(0)).toBe(1);
      report(null);
    } finally {
      jest.useRealTimers();
    }
  });

  it("stops retrying when another user signs in", async () => {
    installStubs([stubUnreachable(createSession)]);
    const { provider, report } = fakeProvider();
    provideIdentity(provider);
    report({ ...rafi, uid: "uid-2", email: "mina@example.com" });
    await flush();
    const calls = installStubs(sessionStubs);
    await session.signIn("rafi@example.com", "secret-1");
    session.retry();
    await flush();
    expect(calls.map(({ body }) => body)).not.toContainEqual({ email: "mina@example.com" });
    expect(useSession.getState()).toMatchObject({ phase: "signed-in", user: { uid: "uid-1" } });
  });

  it("reports a failed sign-in without calling it an ended session", async () => {
    installStubs([stubUnreachable(createSession)]);
    await expect(signIn()).rejects.toThrow("couldn't reach the server");
    expect(useSession.getState()).toMatchObject({ phase: "signed-out", endedBecause: null });
  });
});

it.each([401, 403])("ends the session when any call returns %p", async (status) => {
  installStubs(sessionStubs);
  const { provider } = fakeProvider();
  provideIdentity(provider);
  await session.signIn("rafi@example.com", "secret-1");
  installStubs([stubError(getUser, status, "no_session", "Your session has ended. Please sign in again.")]);
  await expect(call(getUser, { params: { email: "rafi@example.com" } })).rejects.toThrow("Your session has ended.");
  expect(await settled()).toMatchObject({
    phase: "signed-out",
    account: null,
    endedBecause: "Your session has ended. Please sign in again.",
  });
});

it("stays signed in when a call fails with another error", async () => {
  installStubs(sessionStubs);
  const { provider } = fakeProvider();
  provideIdentity(provider);
  await session.signIn("rafi@example.com", "secret-1");
  installStubs([stubError(getUser, 409, "conflict", "Not now.")]);
  await expect(call(getUser, { params: { email: "rafi@example.com" } })).rejects.toThrow("Not now.");
  expect(useSession.getState().phase).toBe("signed-in");
});

it("is loading while it signs out", async () => {
  installStubs(sessionStubs);
  const { provider } = fakeProvider();
  provideIdentity(provider);
  await session.signIn("rafi@example.com", "secret-1");
  const ended = session.signOut();
  expect(useSession.getState().phase).toBe("loading");
  await ended;
  expect(useSession.getState()).toMatchObject({
    phase: "signed-out",
    account: null,
    endedBecause: null,
    delayedBecause: null,
  });
});

it("stays signed in when the sign-out request fails", async () => {
  installStubs([...sessionStubs, stubError(endSession, 429, "too_many", "Please try again in a minute.")]);
  const { provider } = fakeProvider();
  provideIdentity(provider);
  await session.signIn("rafi@example.com", "secret-1");
  await expect(session.signOut()).rejects.toThrow("Please try again in a minute.");
  expect(useSession.getState()).toMatchObject({ phase: "signed-in", account: { role: "creator" } });
});

it("reports a sign-in lost at the provider, once", async () => {
  installStubs(sessionStubs);
  await signIn();
  // Reopens the page after a password change elsewhere: the provider has no user.
  useSession.setState({ phase: "loading", user: null, account: null });
  const again = fakeProvider();
  provideIdentity(again.provider);
  again.report(null);
  expect(useSession.getState()).toMatchObject({ phase: "signed-out", isLost: true, endedBecause: null });
  useSession.setState({ phase: "loading", isLost: false });
  again.report(null);
  expect(useSession.getState()).toMatchObject({ phase: "signed-out", isLost: false });
});

it("does not report a lost sign-in after a deliberate sign-out", async () => {
  installStubs(sessionStubs);
  await signIn();
  await session.signOut();
  expect(useSession.getState()).toMatchObject({ phase: "signed-out", isLost: false });
  useSession.setState({ phase: "loading" });
  const next = fakeProvider();
  provideIdentity(next.provider);
  next.report(null);
  expect(useSession.getState()).toMatchObject({ phase: "signed-out", isLost: false });
});

it("follows a sign-out in another tab and reports the lost sign-in", async () => {
  installStubs(sessionStubs);
  const { provider, report } = fakeProvider();
  provideIdentity(provider);
  await session.signIn("rafi@example.com", "secret-1");
  // The other tab has cleared the mark by then.
  localStorage.clear();
  report(null);
  expect(useSession.getState()).toMatchObject({
    phase: "signed-out",
    isLost: true,
    endedBecause: null,
    delayedBecause: null,
  });
});

describe("a late response", () => {
  it("does not restore the account after a sign-out", async () => {
    const role = delayed(stub(getUser, aUser()));
    installStubs([...sessionStubs, role.stub]);
    await signIn();
    const refreshed = session.refreshAccount();
    await session.signOut();
    role.release();
    await refreshed;
    expect(useSession.getState()).toMatchObject({ phase: "signed-out", account: null });
  });

  it.each(["server", "provider"] as const)(
    "does not restore the user after a sign-out during a profile update by the %s",
    async (by) => {
      const saved = delayed(stub(updateProfile, aUser({ name: "Rafi A." })));
      installStubs([...sessionStubs, by === "server" ? saved.stub : stub(updateProfile, aUser({ name: "Rafi A." }))]);
      const { provider } = await signIn();
      let release: (user: IdentityUser) => void = () => undefined;
      if (by === "provider") provider.updateProfile = () => new Promise((resolve) => (release = resolve));
      const updated = session.updateProfile({ name: "Rafi A.", photoUrl: "" });
      await flush();
      await session.signOut();
      saved.release();
      release(rafi);
      await updated;
      expect(useSession.getState()).toMatchObject({ phase: "signed-out", account: null, user: null });
    },
  );

  it("to a sign-out does not sign out the next user", async () => {
    const ended = delayed(stub(endSession, { success: true }));
    installStubs([...sessionStubs, ended.stub]);
    const { provider, report } = await signIn();
    const signOut = jest.spyOn(provider, "signOut");
    const leaving = session.signOut();
    report({ ...rafi, uid: "uid-2" });
    await flush();
    ended.release();
    await leaving;
    expect(useSession.getState()).toMatchObject({ phase: "signed-in", user: { uid: "uid-2" } });
    expect(signOut).not.toHaveBeenCalled();
  });

  it("with an error does not end the next user's session", async () => {
    const refused = delayed(stubError(getUser, 401, "no_session", "Your session has ended."));
    installStubs([...sessionStubs, refused.stub]);
    await signIn();
    const pendingCall = call(getUser, { params: { email: "rafi@example.com" } });
    await session.signOut();
    await session.signIn("rafi@example.com", "secret-1");
    refused.release();
    await expect(pendingCall).rejects.toThrow("Your session has ended.");
    expect(useSession.getState().phase).toBe("signed-in");
  });
});

describe("data requested before an account change", () => {
  const details = query(getContestDetails, { params: { id: sampleId(1) } });
  const toVisitor = stub(getContestDetails, aContestDetails({ viewer: null }));
  const toOwner = stub(
    getContestDetails,
    aContestDetails({
      viewer: {
        isOwner: true,
        isJudge: false,
        hasJoined: false,
        paidAmount: null,
        hasSubmitted: false,
        leavesUntil: null,
        isWinner: false,
        isFollowing: false,
      },
    }),
  );

  function openPage() {
    const observer = new QueryObserver(queryClient, { ...details, retry: false });
    const leave = observer.subscribe(() => undefined);
    return { seen: () => observer.getCurrentResult(), leave };
  }

  afterEach(() => queryClient.clear());

  it("is refetched on sign-in and stays visible until then", async () => {
    installStubs([...sessionStubs, toVisitor]);
    const page = openPage();
    await flush();
    expect(page.seen().data?.viewer).toBeNull();
    const answer = delayed(toOwner);
    installStubs([...sessionStubs, answer.stub]);
    await signIn();
    expect(page.seen().data?.viewer).toBeNull();
    answer.release();
    await flush();
    expect(page.seen().data?.viewer).toMatchObject({ isOwner: true });
    page.leave();
  });

  it("is refetched by the next page that shows it", async () => {
    installStubs([...sessionStubs, toVisitor]);
    await queryClient.fetchQuery(details);
    await signIn();
    installStubs([toOwner]);
    const page = openPage();
    await flush();
    expect(page.seen().data?.viewer).toMatchObject({ isOwner: true });
    page.leave();
  });

  it("is refetched if it was rejected", async () => {
    installStubs([...sessionStubs, stubError(getContestDetails, 404, "not_found", "No such contest.")]);
    const page = openPage();
    await flush();
    expect(page.seen().isError).toBe(true);
    installStubs([...sessionStubs, toOwner]);
    await signIn();
    await flush();
    expect(page.seen().data?.viewer).toMatchObject({ isOwner: true });
    page.leave();
  });

  it("is refetched if the request was still pending", async () => {
    const late = delayed(toVisitor);
    installStubs([...sessionStubs, late.stub]);
    const page = openPage();
    await flush();
    installStubs([...sessionStubs, toOwner]);
    await signIn();
    late.release();
    await flush();
    expect(page.seen().data?.viewer).toMatchObject({ isOwner: true });
    page.leave();
  });

  it("is not taken from prefetched responses", async () => {
    installStubs([...sessionStubs, stub(listBestCreators, [])]);
    prefetchResponse("/best-creators");
    await signIn();
    const calls = installStubs([stub(listBestCreators, [])]);
    await call(listBestCreators, {});
    expect(calls).toHaveLength(1);
  });

  it("is removed on sign-out, and refetched if still shown", async () => {
    installStubs([...sessionStubs, toOwner, stub(getUser, aUser())]);
    await signIn();
    const page = openPage();
    const own = query(getUser, { params: { email: "rafi@example.com" } });
    await queryClient.fetchQuery(own);
    await flush();
    installStubs([...sessionStubs, toVisitor]);
    await session.signOut();
    expect(queryClient.getQueryData(own.queryKey)).toBeUndefined();
    expect(queryClient.getQueryData(details.queryKey)).toBeUndefined();
    await flush();
    await flush();
    expect(page.seen().data?.viewer).toBeNull();
    page.leave();
  });

  it("is not refetched for pages that unmount on sign-out", async () => {
    installStubs([...sessionStubs, toOwner]);
    await signIn();
    const guarded = openPage();
    await flush();
    const stop = useSession.subscribe(({ phase }) => phase === "signed-out" && guarded.leave());
    const calls = installStubs(sessionStubs);
    await session.signOut();
    await flush();
    await flush();
    expect(calls.map(({ endpoint }) => endpoint)).toEqual([endSession]);
    stop();
  });
});

describe("a registration whose session could not be opened", () => {
  const mina: IdentityUser = { ...rafi, uid: "uid-3", displayName: null, email: "mina@example.com" };
  const form = { fullName: "Mina Das", email: "mina@example.com", password: "secret-1", photoUrl: "" };

  /** Has no users at first; accepts the first registration. */
  function provideEmptyProvider() {
    let password: string | undefined;
    const { provider } = fakeProvider();
    provider.register = async (registration) => {
      if (password !== undefined)
        throw new IdentityError("auth/email-already-in-use", "An account with this email already exists.");
      password = registration.password;
      return { ...mina, displayName: registration.fullName };
    };
    provider.signIn = async (_email, candidate) => {
      if (candidate !== password)
        throw new IdentityError("auth/invalid-credential", "The email or the password is not right.");
      return mina;
    };
    provider.updateProfile = async ({ name }) => ({ ...mina, displayName: name ?? null });
    provideIdentity(provider);
  }

  it("is completed by the next attempt, with the new form values", async () => {
    provideEmptyProvider();
    installStubs([stubError(createSession, 500, "unexpected", "Something broke.")]);
    await expect(session.register(form)).rejects.toThrow("Something broke.");
    const calls = installStubs(sessionStubs);
    await session.register({ ...form, fullName: "Mina K. Das" });
    expect(useSession.getState().phase).toBe("signed-in");
    expect(calls.find(({ endpoint }) => endpoint === saveUser)?.body).toMatchObject({
      name: "Mina K. Das",
      email: "mina@example.com",
    });
  });

  it("is not completed with another password", async () => {
    provideEmptyProvider();
    installStubs([stubError(createSession, 500, "unexpected", "Something broke.")]);
    await expect(session.register(form)).rejects.toThrow();
    const calls = installStubs(sessionStubs);
    await expect(session.register({ ...form, password: "a-guess" })).rejects.toThrow(
      "An account with this email already exists.",
    );
    expect(calls).toEqual([]);
  });

  it("does not grant access to an existing account, even with its password", async () => {
    provideEmptyProvider();
    installStubs(sessionStubs);
    await session.register(form);
    await session.signOut();
    const calls = installStubs(sessionStubs);
    await expect(session.register({ ...form, fullName: "Somebody" })).rejects.toThrow(
      "An account with this email already exists.",
    );
    expect(calls).toEqual([]);
  });

  it("is still rejected if the server rejects the user", async () => {
    provideEmptyProvider();
    installStubs([stubError(createSession, 403, "blocked", "This account is blocked.")]);
    await expect(session.register(form)).rejects.toThrow("This account is blocked.");
    await expect(session.register(form)).rejects.toThrow();
    expect(useSession.getState()).toMatchObject({ phase: "signed-out", endedBecause: "This account is blocked." });
  });
});
