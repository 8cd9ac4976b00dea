import { QueryObserver } from "@tanstack/react-query";
import { getContestDetails, listBestCreators } from "@conquest/shared/contracts/listing";
import { createSession, endSession, saveUser } from "@conquest/shared/contracts/session";
import { getUser, updateProfile } from "@conquest/shared/contracts/users";
import { query } from "./api-hooks";
import { call } from "./call";
import { provideConfig } from "./config";
import { askEarly } from "./early-answers";
import { IdentityError, type IdentityProvider, type IdentityUser } from "./identity";
import { queryClient } from "./query-client";
import { provideIdentity, session, useSession } from "./session-store";
import { aContestDetails, aUser, sampleId } from "../testing/samples";
import { answerWith, refuse, stub, unreachable, type Stub } from "../testing/stubs";

const rafi: IdentityUser = {
  uid: "uid-1",
  displayName: "Rafi Ahmed",
  email: "rafi@example.com",
  photoURL: null,
  metadata: {},
};

/** A provider that holds one person and reports each change, as Firebase does. */
function aProvider() {
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

const opens = [
  stub(createSession, { success: true }),
  stub(saveUser, aUser({ role: "creator" })),
  stub(endSession, { success: true }),
];

async function signIn() {
  const given = aProvider();
  provideIdentity(given.provider);
  await session.signIn("rafi@example.com", "secret-1");
  return given;
}

/** Answers only when it is let go. */
function held(answer: Stub) {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const stubbed: Stub = { ...answer, answer: (request) => gate.then(() => answer.answer(request)) };
  return { stub: stubbed, letGo: () => letGo() };
}

/** Everything that is on its way has arrived. */
const quiet = () => new Promise((resolve) => setTimeout(resolve));

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

it("asks for a session and saves the person when the provider reports one, and takes the role from the answer", async () => {
  const calls = answerWith(opens);
  const { provider, report } = aProvider();
  provideIdentity(provider);
  report(rafi);
  expect(await settled()).toMatchObject({ phase: "signed-in", account: { role: "creator" } });
  expect(calls.map((made) => made.endpoint.path)).toEqual(["/jwt", "/save-user"]);
  expect(calls[1]?.body).toMatchObject({ role: "user", status: "Verified", email: "rafi@example.com" });
});

it("hands on how many notices are unread, which came with the answer", async () => {
  answerWith([...opens, stub(saveUser, { ...aUser(), unreadNotices: 7 })]);
  const { provider, report } = aProvider();
  provideIdentity(provider);
  report(rafi);
  const { account } = await settled();
  expect(queryClient.getQueryData(["/notices/unread"])).toEqual({ unread: 7 });
  expect(account).not.toHaveProperty("unreadNotices");
});

it("lets somebody in whose name is longer than the site's names", async () => {
  const calls = answerWith(opens);
  const { provider, report } = aProvider();
  provideIdentity(provider);
  report({ ...rafi, displayName: "R".repeat(250) });
  expect(await settled()).toMatchObject({ phase: "signed-in" });
  expect(saveUser.body.safeParse(calls[1]?.body).success).toBe(true);
});

it("opens one session when a sign-in and the provider's report of it overlap", async () => {
  const calls = answerWith(opens);
  const { provider } = aProvider();
  provideIdentity(provider);
  await session.signIn("rafi@example.com", "secret-1");
  expect(useSession.getState().phase).toBe("signed-in");
  expect(calls.filter((made) => made.endpoint === createSession)).toHaveLength(1);
});

it("leaves a blocked person signed out and says why", async () => {
  answerWith([refuse(createSession, 403, "blocked", "This account is blocked.")]);
  const { provider } = aProvider();
  provideIdentity(provider);
  await expect(session.signIn("rafi@example.com", "secret-1")).rejects.toThrow("This account is blocked.");
  expect(useSession.getState()).toMatchObject({
    phase: "signed-out",
    user: null,
    endedBecause: "This account is blocked.",
  });
});

describe("while the server does not answer", () => {
  const failures: [string, Stub][] = [
    ["cannot be reached", unreachable(createSession)],
    ["fails", refuse(createSession, 500, "unexpected", "Something broke.")],
    ["is being restarted", refuse(saveUser, 503, "unavailable", "We will be back.")],
    ["is asked too often", refuse(createSession, 429, "too_many_requests", "Please try again in a minute.")],
    ["answers something else", { endpoint: saveUser, answer: () => ({ status: 200, data: "<!doctype html>" }) }],
  ];

  it.each(failures)("keeps trying for a person whom the provider knows when it %s", async (_, failure) => {
    answerWith([...opens, failure]);
    const { provider, report } = aProvider();
    const signOut = jest.spyOn(provider, "signOut");
    provideIdentity(provider);
    report(rafi);
    await quiet();
    expect(useSession.getState()).toMatchObject({
      phase: "loading",
      endedBecause: null,
      delayedBecause: expect.stringMatching(/\w/),
    });

    answerWith(opens);
    session.retry();
    expect(await settled()).toMatchObject({ phase: "signed-in", account: { role: "creator" }, delayedBecause: null });
    expect(signOut).not.toHaveBeenCalled();
  });

  it("tries again by itself, after longer and longer pauses, and at once when the connection is back", async () => {
    jest.useFakeTimers();
    try {
      const calls = answerWith([unreachable(createSession)]);
      const { provider, report } = aProvider();
      provideIdentity(provider);
      report(rafi);
      const triesWithin = async (ms: number) => {
        const before = calls.length;
        await jest.advanceTimersByTimeAsync(ms);
        return calls.length - before;
      };
      expect(await triesWithin(0)).toBe(1);
      // 1, 2, 4 … seconds, each 30 % more or less.
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

  it("stops trying once somebody else signs in", async () => {
    answerWith([unreachable(createSession)]);
    const { provider, report } = aProvider();
    provideIdentity(provider);
    report({ ...rafi, uid: "uid-2", email: "mina@example.com" });
    await quiet();
    const calls = answerWith(opens);
    await session.signIn("rafi@example.com", "secret-1");
    session.retry();
    await quiet();
    expect(calls.map(({ body }) => body)).not.toContainEqual({ email: "mina@example.com" });
    expect(useSession.getState()).toMatchObject({ phase: "signed-in", user: { uid: "uid-1" } });
  });

  it("tells who pressed the button, and does not call it the end of a session", async () => {
    answerWith([unreachable(createSession)]);
    await expect(signIn()).rejects.toThrow("could not reach the server");
    expect(useSession.getState()).toMatchObject({ phase: "signed-out", endedBecause: null });
  });
});

it.each([401, 403])("ends the session when any call answers %p", async (status) => {
  answerWith(opens);
  const { provider } = aProvider();
  provideIdentity(provider);
  await session.signIn("rafi@example.com", "secret-1");
  answerWith([refuse(getUser, status, "no_session", "Your session has ended. Please sign in again.")]);
  await expect(call(getUser, { params: { email: "rafi@example.com" } })).rejects.toThrow("Your session has ended.");
  expect(await settled()).toMatchObject({
    phase: "signed-out",
    account: null,
    endedBecause: "Your session has ended. Please sign in again.",
  });
});

it("stays signed in when a call is refused for any other reason", async () => {
  answerWith(opens);
  const { provider } = aProvider();
  provideIdentity(provider);
  await session.signIn("rafi@example.com", "secret-1");
  answerWith([refuse(getUser, 409, "conflict", "Not now.")]);
  await expect(call(getUser, { params: { email: "rafi@example.com" } })).rejects.toThrow("Not now.");
  expect(useSession.getState().phase).toBe("signed-in");
});

it("is loading while it signs out", async () => {
  answerWith(opens);
  const { provider } = aProvider();
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

it("stays signed in when the server cannot be told of the sign-out", async () => {
  answerWith([...opens, refuse(endSession, 429, "too_many", "Please try again in a minute.")]);
  const { provider } = aProvider();
  provideIdentity(provider);
  await session.signIn("rafi@example.com", "secret-1");
  await expect(session.signOut()).rejects.toThrow("Please try again in a minute.");
  expect(useSession.getState()).toMatchObject({ phase: "signed-in", account: { role: "creator" } });
});

it("says of whom the provider no longer knows that their sign-in was lost, once", async () => {
  answerWith(opens);
  await signIn();
  // The page is opened again after a new password elsewhere: the provider has nobody.
  useSession.setState({ phase: "loading", user: null, account: null });
  const again = aProvider();
  provideIdentity(again.provider);
  again.report(null);
  expect(useSession.getState()).toMatchObject({ phase: "signed-out", isLost: true, endedBecause: null });
  useSession.setState({ phase: "loading", isLost: false });
  again.report(null);
  expect(useSession.getState()).toMatchObject({ phase: "signed-out", isLost: false });
});

it("does not call it lost when somebody signs out, there or where a page is opened after it", async () => {
  answerWith(opens);
  await signIn();
  await session.signOut();
  expect(useSession.getState()).toMatchObject({ phase: "signed-out", isLost: false });
  useSession.setState({ phase: "loading" });
  const next = aProvider();
  provideIdentity(next.provider);
  next.report(null);
  expect(useSession.getState()).toMatchObject({ phase: "signed-out", isLost: false });
});

it("follows a sign-out in another tab, and says in this one that the sign-in was lost", async () => {
  answerWith(opens);
  const { provider, report } = aProvider();
  provideIdentity(provider);
  await session.signIn("rafi@example.com", "secret-1");
  // That tab has noted it in this browser by then.
  localStorage.clear();
  report(null);
  expect(useSession.getState()).toMatchObject({
    phase: "signed-out",
    isLost: true,
    endedBecause: null,
    delayedBecause: null,
  });
});

describe("an answer that comes too late", () => {
  it("does not bring an account back after a sign-out", async () => {
    const role = held(stub(getUser, aUser()));
    answerWith([...opens, role.stub]);
    await signIn();
    const refreshed = session.refreshAccount();
    await session.signOut();
    role.letGo();
    await refreshed;
    expect(useSession.getState()).toMatchObject({ phase: "signed-out", account: null });
  });

  it.each(["server", "provider"] as const)(
    "does not bring a person back who changed their profile before, by the %s",
    async (by) => {
      const saved = held(stub(updateProfile, aUser({ name: "Rafi A." })));
      answerWith([...opens, by === "server" ? saved.stub : stub(updateProfile, aUser({ name: "Rafi A." }))]);
      const { provider } = await signIn();
      let letGo: (user: IdentityUser) => void = () => undefined;
      if (by === "provider") provider.updateProfile = () => new Promise((resolve) => (letGo = resolve));
      const updated = session.updateProfile({ name: "Rafi A.", photoUrl: "" });
      await quiet();
      await session.signOut();
      saved.letGo();
      letGo(rafi);
      await updated;
      expect(useSession.getState()).toMatchObject({ phase: "signed-out", account: null, user: null });
    },
  );

  it("does not sign out who has come since", async () => {
    const ended = held(stub(endSession, { success: true }));
    answerWith([...opens, ended.stub]);
    const { provider, report } = await signIn();
    const signOut = jest.spyOn(provider, "signOut");
    const leaving = session.signOut();
    report({ ...rafi, uid: "uid-2" });
    await quiet();
    ended.letGo();
    await leaving;
    expect(useSession.getState()).toMatchObject({ phase: "signed-in", user: { uid: "uid-2" } });
    expect(signOut).not.toHaveBeenCalled();
  });

  it("does not end the session of who has come since by a refusal", async () => {
    const refused = held(refuse(getUser, 401, "no_session", "Your session has ended."));
    answerWith([...opens, refused.stub]);
    await signIn();
    const asked = call(getUser, { params: { email: "rafi@example.com" } });
    await session.signOut();
    await session.signIn("rafi@example.com", "secret-1");
    refused.letGo();
    await expect(asked).rejects.toThrow("Your session has ended.");
    expect(useSession.getState().phase).toBe("signed-in");
  });
});

describe("what was asked as somebody else", () => {
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

  /** A page that shows the contest. */
  function look() {
    const observer = new QueryObserver(queryClient, { ...details, retry: false });
    const leave = observer.subscribe(() => undefined);
    return { seen: () => observer.getCurrentResult(), leave };
  }

  afterEach(() => queryClient.clear());

  it("is asked again when somebody signs in, and stays on the screen meanwhile", async () => {
    answerWith([...opens, toVisitor]);
    const page = look();
    await quiet();
    expect(page.seen().data?.viewer).toBeNull();
    const answer = held(toOwner);
    answerWith([...opens, answer.stub]);
    await signIn();
    expect(page.seen().data?.viewer).toBeNull();
    answer.letGo();
    await quiet();
    expect(page.seen().data?.viewer).toMatchObject({ isOwner: true });
    page.leave();
  });

  it("is asked again by the next page that shows it", async () => {
    answerWith([...opens, toVisitor]);
    await queryClient.fetchQuery(details);
    await signIn();
    answerWith([toOwner]);
    const page = look();
    await quiet();
    expect(page.seen().data?.viewer).toMatchObject({ isOwner: true });
    page.leave();
  });

  it("is asked again where it was refused", async () => {
    answerWith([...opens, refuse(getContestDetails, 404, "not_found", "No such contest.")]);
    const page = look();
    await quiet();
    expect(page.seen().isError).toBe(true);
    answerWith([...opens, toOwner]);
    await signIn();
    await quiet();
    expect(page.seen().data?.viewer).toMatchObject({ isOwner: true });
    page.leave();
  });

  it("is asked again where the answer was still under way", async () => {
    const late = held(toVisitor);
    answerWith([...opens, late.stub]);
    const page = look();
    await quiet();
    answerWith([...opens, toOwner]);
    await signIn();
    late.letGo();
    await quiet();
    expect(page.seen().data?.viewer).toMatchObject({ isOwner: true });
    page.leave();
  });

  it("is not taken from the answers asked for early", async () => {
    answerWith([...opens, stub(listBestCreators, [])]);
    askEarly("/best-creators");
    await signIn();
    const calls = answerWith([stub(listBestCreators, [])]);
    await call(listBestCreators, {});
    expect(calls).toHaveLength(1);
  });

  it("is gone at once when the person signs out, and asked again where it still shows", async () => {
    answerWith([...opens, toOwner, stub(getUser, aUser())]);
    await signIn();
    const page = look();
    const own = query(getUser, { params: { email: "rafi@example.com" } });
    await queryClient.fetchQuery(own);
    await quiet();
    answerWith([...opens, toVisitor]);
    await session.signOut();
    expect(queryClient.getQueryData(own.queryKey)).toBeUndefined();
    expect(queryClient.getQueryData(details.queryKey)).toBeUndefined();
    await quiet();
    await quiet();
    expect(page.seen().data?.viewer).toBeNull();
    page.leave();
  });

  it("is left to the pages that stay when a session ends", async () => {
    answerWith([...opens, toOwner]);
    await signIn();
    const guarded = look();
    await quiet();
    const stop = useSession.subscribe(({ phase }) => phase === "signed-out" && guarded.leave());
    const calls = answerWith(opens);
    await session.signOut();
    await quiet();
    await quiet();
    expect(calls.map(({ endpoint }) => endpoint)).toEqual([endSession]);
    stop();
  });
});

describe("a registration whose session could not be opened", () => {
  const mina: IdentityUser = { ...rafi, uid: "uid-3", displayName: null, email: "mina@example.com" };
  const form = { fullName: "Mina Das", email: "mina@example.com", password: "secret-1", photoUrl: "" };

  /** Knows nobody at first, and then whoever registered. */
  function anEmptyProvider() {
    let password: string | undefined;
    const { provider } = aProvider();
    provider.register = async (given) => {
      if (password !== undefined)
        throw new IdentityError("auth/email-already-in-use", "An account with this email already exists.");
      password = given.password;
      return { ...mina, displayName: given.fullName };
    };
    provider.signIn = async (_email, given) => {
      if (given !== password)
        throw new IdentityError("auth/invalid-credential", "The email or the password is not right.");
      return mina;
    };
    provider.updateProfile = async ({ name }) => ({ ...mina, displayName: name ?? null });
    provideIdentity(provider);
  }

  it("is finished by the next try, with what the form says then", async () => {
    anEmptyProvider();
    answerWith([refuse(createSession, 500, "unexpected", "Something broke.")]);
    await expect(session.register(form)).rejects.toThrow("Something broke.");
    const calls = answerWith(opens);
    await session.register({ ...form, fullName: "Mina K. Das" });
    expect(useSession.getState().phase).toBe("signed-in");
    expect(calls.find(({ endpoint }) => endpoint === saveUser)?.body).toMatchObject({
      name: "Mina K. Das",
      email: "mina@example.com",
    });
  });

  it("is not finished by somebody with another password", async () => {
    anEmptyProvider();
    answerWith([refuse(createSession, 500, "unexpected", "Something broke.")]);
    await expect(session.register(form)).rejects.toThrow();
    const calls = answerWith(opens);
    await expect(session.register({ ...form, password: "a-guess" })).rejects.toThrow(
      "An account with this email already exists.",
    );
    expect(calls).toEqual([]);
  });

  it("is no way into an account that somebody has already, though it be with its password", async () => {
    anEmptyProvider();
    answerWith(opens);
    await session.register(form);
    await session.signOut();
    const calls = answerWith(opens);
    await expect(session.register({ ...form, fullName: "Somebody" })).rejects.toThrow(
      "An account with this email already exists.",
    );
    expect(calls).toEqual([]);
  });

  it("stays refused where the server refuses the person", async () => {
    anEmptyProvider();
    answerWith([refuse(createSession, 403, "blocked", "This account is blocked.")]);
    await expect(session.register(form)).rejects.toThrow("This account is blocked.");
    await expect(session.register(form)).rejects.toThrow();
    expect(useSession.getState()).toMatchObject({ phase: "signed-out", endedBecause: "This account is blocked." });
  });
});
