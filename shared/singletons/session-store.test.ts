import { createSession, endSession, saveUser } from "@conquest/shared/contracts/session";
import { getUser } from "@conquest/shared/contracts/users";
import { provideConfig } from "./config";
import type { IdentityProvider, IdentityUser } from "./identity";
import { provideIdentity, session, useSession } from "./session-store";
import { call } from "./call";
import { aUser } from "../testing/samples";
import { answerWith, refuse, stub, unreachable } from "../testing/stubs";

const rafi: IdentityUser = { uid: "uid-1", displayName: "Rafi Ahmed", email: "rafi@example.com", photoURL: null, metadata: {} };

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
  stub(saveUser, aUser()),
  stub(getUser, aUser({ role: "creator" })),
  stub(endSession, { success: true }),
];

beforeEach(() => {
  provideConfig({
    apiBase: "/api",
    isProduction: false,
    identity: { kind: "emulator", emulatorUrl: null, apiKey: "test", authDomain: "localhost", projectId: "demo-test" },
    social: [],
  });
  useSession.setState({ phase: "loading", user: null, account: null, endedBecause: null });
});

const settled = async () => {
  while (useSession.getState().phase === "loading") await new Promise((resolve) => setTimeout(resolve, 1));
  return useSession.getState();
};

it("asks for a session and saves the person when the provider reports one, then reads the role from the server", async () => {
  const calls = answerWith(opens);
  const { provider, report } = aProvider();
  provideIdentity(provider);
  report(rafi);
  expect(await settled()).toMatchObject({ phase: "signed-in", account: { role: "creator" } });
  expect(calls.map((made) => made.endpoint.path)).toEqual(["/jwt", "/save-user", "/user/:email"]);
  expect(calls[1]?.body).toMatchObject({ role: "user", status: "Verified", email: "rafi@example.com" });
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
  expect(useSession.getState()).toMatchObject({ phase: "signed-out", user: null, endedBecause: "This account is blocked." });
});

it("keeps a person's sign-in with the provider when the server does not answer", async () => {
  answerWith([unreachable(createSession)]);
  const { provider, report } = aProvider();
  const signOut = jest.spyOn(provider, "signOut");
  provideIdentity(provider);
  report(rafi);
  expect(await settled()).toMatchObject({ phase: "signed-out", endedBecause: expect.stringContaining("could not reach the server") });
  expect(signOut).not.toHaveBeenCalled();
});

it("keeps a person's sign-in with the provider when they ask too often", async () => {
  answerWith([refuse(createSession, 429, "too_many_requests", "Please try again in a minute.")]);
  const { provider, report } = aProvider();
  const signOut = jest.spyOn(provider, "signOut");
  provideIdentity(provider);
  report(rafi);
  expect(await settled()).toMatchObject({ phase: "signed-out", endedBecause: "Please try again in a minute." });
  expect(signOut).not.toHaveBeenCalled();
});

it.each([401, 403])("ends the session when any call answers %p", async (status) => {
  answerWith(opens);
  const { provider } = aProvider();
  provideIdentity(provider);
  await session.signIn("rafi@example.com", "secret-1");
  answerWith([refuse(getUser, status, "no_session", "Your session has ended. Please sign in again.")]);
  await expect(call(getUser, { params: { email: "rafi@example.com" } })).rejects.toThrow("Your session has ended.");
  expect(await settled()).toMatchObject({ phase: "signed-out", account: null, endedBecause: "Your session has ended. Please sign in again." });
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
  expect(useSession.getState()).toMatchObject({ phase: "signed-out", account: null, endedBecause: null });
});

it("stays signed in when the server cannot be told of the sign-out", async () => {
  answerWith([...opens.slice(0, 3), refuse(endSession, 429, "too_many", "Please try again in a minute.")]);
  const { provider } = aProvider();
  provideIdentity(provider);
  await session.signIn("rafi@example.com", "secret-1");
  await expect(session.signOut()).rejects.toThrow("Please try again in a minute.");
  expect(useSession.getState()).toMatchObject({ phase: "signed-in", account: { role: "creator" } });
});

it("follows a sign-out in another tab", async () => {
  answerWith(opens);
  const { provider, report } = aProvider();
  provideIdentity(provider);
  await session.signIn("rafi@example.com", "secret-1");
  report(null);
  expect(useSession.getState()).toMatchObject({ phase: "signed-out", endedBecause: null });
});
