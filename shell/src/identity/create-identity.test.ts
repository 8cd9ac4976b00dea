import { waitFor } from "@testing-library/react";
import type { IdentityUser } from "@conquest/shared/singletons/identity";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { FirebaseError } from "firebase/app";
import { createIdentity } from "./create-identity";

const sdk = {
  auth: { currentUser: null, languageCode: "" },
  starts: 0,
  signIns: 0,
  reportUser: (_user: object | null): void => undefined,
  createUser: (): Promise<{ user: object }> => Promise.reject(new Error("Not called here.")),
};
jest.mock("firebase/app", () => ({
  FirebaseError: class extends Error {
    constructor(readonly code: string) {
      super(code);
    }
  },
  initializeApp: () => ({}),
}));
jest.mock("firebase/auth", () => ({
  initializeAuth: () => sdk.auth,
  onAuthStateChanged: (_auth: object, listener: (user: object | null) => void) => {
    sdk.starts += 1;
    sdk.reportUser = listener;
    return () => undefined;
  },
  signOut: async () => undefined,
  createUserWithEmailAndPassword: () => sdk.createUser(),
  updateProfile: async () => undefined,
  signInWithEmailAndPassword: async () => {
    sdk.signIns += 1;
    return { user: rafi };
  },
}));

const rafi = { uid: "1", displayName: "Rafi", email: "rafi@example.com", photoURL: null, metadata: {} };
const SETTINGS = {
  kind: "firebase",
  emulatorUrl: null,
  apiKey: "key",
  authDomain: "example.org",
  projectId: "conquest",
} as const;

type IdbRequest = { onsuccess?: () => void; onerror?: (event: Event) => void; result?: unknown };
const dispatchLater = (request: IdbRequest, event: "onsuccess" | "onerror") =>
  setTimeout(() => (event === "onerror" ? request.onerror?.(new Event("error")) : request.onsuccess?.()));

function mockDatabase(keys: string[] | "none" | "refuses"): void {
  const open = () => {
    if (keys === "refuses") throw new Error("Storage is forbidden.");
    const keysRequest: IdbRequest = { result: keys };
    const opening = {
      result: {
        close: () => undefined,
        transaction: () => ({
          objectStore: () => ({ getAllKeys: () => (dispatchLater(keysRequest, "onsuccess"), keysRequest) }),
        }),
      },
      transaction: { abort: () => dispatchLater(opening as IdbRequest, "onerror") },
      onupgradeneeded: undefined as (() => void) | undefined,
    };
    if (keys === "none") setTimeout(() => opening.onupgradeneeded?.());
    else dispatchLater(opening as IdbRequest, "onsuccess");
    return opening;
  };
  Object.defineProperty(globalThis, "indexedDB", { value: { open }, configurable: true });
}

let stop: () => void = () => undefined;
function subscribe() {
  const users: (string | null)[] = [];
  const identity = createIdentity(SETTINGS);
  stop = identity.onChange((user: IdentityUser | null) => users.push(user && user.uid));
  return { identity, users };
}
const expectUsers = (users: (string | null)[], ...all: (string | null)[]) => waitFor(() => expect(users).toEqual(all));
const sdkToStart = () => waitFor(() => expect(sdk.starts).toBe(1));

beforeEach(() => {
  Object.assign(sdk, { starts: 0, signIns: 0 });
  localStorage.clear();
});
afterEach(() => stop());

it.each([["none"], [[]], [["firebase:redirectUser:key:app"]]] as const)(
  "does not load the SDK if no sign-in is stored, %#",
  async (keys) => {
    mockDatabase(keys === "none" ? keys : [...keys]);
    const { users } = subscribe();
    await expectUsers(users, null);
    expect(sdk.starts).toBe(0);
  },
);

it.each([
  ["a sign-in is stored in its database", ["firebase:authUser:key:[DEFAULT]"]],
  ["its database cannot be read", "refuses"],
] as const)("loads the SDK if %s", async (_, keys) => {
  mockDatabase(typeof keys === "string" ? keys : [...keys]);
  const { users } = subscribe();
  await sdkToStart();
  sdk.reportUser(rafi);
  expect(users).toEqual(["1"]);
});

it("loads the SDK if a sign-in is stored in localStorage", async () => {
  mockDatabase("none");
  localStorage.setItem("firebase:authUser:key:[DEFAULT]", "{}");
  subscribe();
  await sdkToStart();
});

it("asks the provider for emails in the page's language", async () => {
  mockDatabase("refuses");
  provideLanguage("bn", []);
  subscribe();
  await sdkToStart();
  provideLanguage("en", []);
  expect(sdk.auth.languageCode).toBe("bn");
});

it("loads the SDK once when a sign-in is prepared", async () => {
  mockDatabase("none");
  const { identity, users } = subscribe();
  await expectUsers(users, null);
  identity.prepare?.();
  identity.prepare?.();
  await sdkToStart();
  sdk.reportUser(rafi);
  await expectUsers(users, null, "1");
  expect(sdk.starts).toBe(1);
});

it("detects a sign-in in another tab", async () => {
  mockDatabase("none");
  const { users } = subscribe();
  await expectUsers(users, null);

  mockDatabase(["firebase:authUser:key:[DEFAULT]"]);
  const channel = new BroadcastChannel("conquest.identity");
  channel.postMessage("signed-in");
  await sdkToStart();
  channel.close();
  sdk.reportUser(rafi);
  expect(users).toEqual([null, "1"]);
});

it("checks again when the tab becomes visible", async () => {
  mockDatabase("none");
  const { users } = subscribe();
  await expectUsers(users, null);
  mockDatabase(["firebase:authUser:key:[DEFAULT]"]);
  document.dispatchEvent(new Event("visibilitychange"));
  await sdkToStart();
});

it("delays a new sign-in to the second after the sign-out", async () => {
  jest.useFakeTimers();
  try {
    const identity = createIdentity(SETTINGS);
    await identity.signIn("rafi@example.com", "secret");
    await identity.signOut();
    const secondSignIn = identity.signIn("rafi@example.com", "secret");
    await jest.advanceTimersByTimeAsync(900);
    expect(sdk.signIns).toBe(1);
    await jest.advanceTimersByTimeAsync(100);
    expect((await secondSignIn).uid).toBe("1");
    expect(sdk.signIns).toBe(2);
  } finally {
    jest.useRealTimers();
  }
});

it("ends a registration that gets no response, and continues it on retry", async () => {
  jest.useFakeTimers();
  try {
    const identity = createIdentity(SETTINGS);
    const registration = { fullName: "Rafi", email: "rafi@example.com", password: "secret", photoUrl: "" };
    sdk.createUser = () => new Promise(() => undefined);
    const first = identity.register(registration).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await first).toMatchObject({ code: "auth/timeout" });

    sdk.createUser = () => Promise.reject(new FirebaseError("auth/email-already-in-use", ""));
    expect((await identity.register(registration)).uid).toBe("1");
    expect(sdk.signIns).toBe(1);
    const other = identity.register({ ...registration, email: "other@example.com" });
    await expect(other).rejects.toMatchObject({ code: "auth/email-already-in-use" });
  } finally {
    jest.useRealTimers();
  }
});
