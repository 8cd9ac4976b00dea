import { waitFor } from "@testing-library/react";
import type { IdentityUser } from "@conquest/shared/singletons/identity";
import { createIdentity } from "./create-identity";

// The library itself reaches for the network. What it keeps in this browser and whom it reports is up to each test.
const library = { starts: 0, signIns: 0, report: (_user: object | null): void => undefined };
jest.mock("firebase/app", () => ({ FirebaseError: class extends Error {}, initializeApp: () => ({}) }));
jest.mock("firebase/auth", () => ({
  initializeAuth: () => ({ currentUser: null }),
  onAuthStateChanged: (_auth: object, listener: (user: object | null) => void) => {
    library.starts += 1;
    library.report = listener;
    return () => undefined;
  },
  signOut: async () => undefined,
  signInWithEmailAndPassword: async () => {
    library.signIns += 1;
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

type Answer = { onsuccess?: () => void; onerror?: (event: Event) => void; result?: unknown };
const soon = (request: Answer, event: "onsuccess" | "onerror") =>
  setTimeout(() => (event === "onerror" ? request.onerror?.(new Event("error")) : request.onsuccess?.()));

/** The library's database in this browser: the keys it holds, or that there is none. */
function databaseWith(keys: string[] | "none" | "refuses"): void {
  const open = () => {
    if (keys === "refuses") throw new Error("Storage is forbidden.");
    const asked: Answer = { result: keys };
    const opening = {
      result: {
        close: () => undefined,
        transaction: () => ({ objectStore: () => ({ getAllKeys: () => (soon(asked, "onsuccess"), asked) }) }),
      },
      transaction: { abort: () => soon(opening as Answer, "onerror") },
      onupgradeneeded: undefined as (() => void) | undefined,
    };
    if (keys === "none") setTimeout(() => opening.onupgradeneeded?.());
    else soon(opening as Answer, "onsuccess");
    return opening;
  };
  Object.defineProperty(globalThis, "indexedDB", { value: { open }, configurable: true });
}

let stop: () => void = () => undefined;
function follow() {
  const heard: (string | null)[] = [];
  const identity = createIdentity(SETTINGS);
  stop = identity.onChange((user: IdentityUser | null) => heard.push(user && user.uid));
  return { identity, heard };
}
const toHear = (heard: (string | null)[], ...all: (string | null)[]) => waitFor(() => expect(heard).toEqual(all));
const toStart = () => waitFor(() => expect(library.starts).toBe(1));

beforeEach(() => {
  Object.assign(library, { starts: 0, signIns: 0 });
  localStorage.clear();
});
afterEach(() => stop());

it.each([["none"], [[]], [["firebase:redirectUser:key:app"]]] as const)(
  "does without the library where nobody is signed in, %#",
  async (keys) => {
    databaseWith(keys === "none" ? keys : [...keys]);
    const { heard } = follow();
    await toHear(heard, null);
    expect(library.starts).toBe(0);
  },
);

it.each([
  ["kept them in its database", ["firebase:authUser:key:[DEFAULT]"]],
  ["may have kept them where nobody can look", "refuses"],
] as const)("loads the library for somebody when it %s", async (_, keys) => {
  databaseWith(typeof keys === "string" ? keys : [...keys]);
  const { heard } = follow();
  await toStart();
  library.report(rafi);
  expect(heard).toEqual(["1"]);
});

it("loads the library for somebody whom it kept in localStorage", async () => {
  databaseWith("none");
  localStorage.setItem("firebase:authUser:key:[DEFAULT]", "{}");
  follow();
  await toStart();
});

it("loads it for who is about to sign in, once", async () => {
  databaseWith("none");
  const { identity, heard } = follow();
  await toHear(heard, null);
  identity.prepare?.();
  identity.prepare?.();
  await toStart();
  library.report(rafi);
  // Whoever starts it a second time would be told twice.
  await toHear(heard, null, "1");
  expect(library.starts).toBe(1);
});

it("notices that somebody has signed in in another tab", async () => {
  databaseWith("none");
  const { heard } = follow();
  await toHear(heard, null);

  databaseWith(["firebase:authUser:key:[DEFAULT]"]);
  const other = new BroadcastChannel("conquest.identity");
  other.postMessage("signed-in");
  await toStart();
  other.close();
  library.report(rafi);
  expect(heard).toEqual([null, "1"]);
});

it("looks again when somebody comes back to the tab", async () => {
  databaseWith("none");
  const { heard } = follow();
  await toHear(heard, null);
  databaseWith(["firebase:authUser:key:[DEFAULT]"]);
  document.dispatchEvent(new Event("visibilitychange"));
  await toStart();
});

it("signs in again in another second than it signed out in, by which the server tells the two apart", async () => {
  jest.useFakeTimers();
  try {
    const identity = createIdentity(SETTINGS);
    await identity.signIn("rafi@example.com", "secret");
    await identity.signOut();
    const again = identity.signIn("rafi@example.com", "secret");
    await jest.advanceTimersByTimeAsync(900);
    expect(library.signIns).toBe(1);
    await jest.advanceTimersByTimeAsync(100);
    expect((await again).uid).toBe("1");
    expect(library.signIns).toBe(2);
  } finally {
    jest.useRealTimers();
  }
});
