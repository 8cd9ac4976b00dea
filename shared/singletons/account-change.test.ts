import { ACCOUNT_CHANGED } from "@conquest/shared/contracts/http/errors";
import { listBestCreators } from "@conquest/shared/contracts/listing";
import { createSession, endSession, saveUser } from "@conquest/shared/contracts/session";
import { getUser } from "@conquest/shared/contracts/users";
import { renderHook } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactNode } from "react";
import { sendContactMessage } from "@conquest/shared/contracts/messages";
import { useCall } from "./api-hooks";
import { call } from "./call";
import { provideConfig } from "./config";
import type { IdentityProvider, IdentityUser } from "./identity";
import { queryClient } from "./query-client";
import { provideIdentity, session, useSession } from "./session-store";
import { aSiteConfig, aUser, sampleId } from "../testing/samples";
import { installStubs, stubError, stub, stubUnreachable, type Stub } from "../testing/stubs";

const [ann, bob] = [
  aUser({ _id: sampleId(1), email: "ann@example.com" }),
  aUser({ _id: sampleId(2), email: "bob@example.com" }),
];
const userOf = ({ email }: typeof ann): IdentityUser => ({
  uid: `uid-${email}`,
  displayName: null,
  email,
  photoURL: null,
  metadata: {},
});

const signOut = jest.fn(async () => undefined);
let report: (user: IdentityUser | null) => void;
let stop: () => void;

/** Stubs the server's responses for this account and signs it in. */
async function signIn(account: typeof ann) {
  installStubs([stub(createSession, { success: true }), stub(saveUser, account), stub(endSession, { success: true })]);
  report(userOf(account));
  while (useSession.getState().account?._id !== account._id) await new Promise((resolve) => setTimeout(resolve, 1));
}

beforeEach(() => {
  provideConfig(aSiteConfig());
  queryClient.clear();
  localStorage.clear();
  signOut.mockClear();
  useSession.setState({
    phase: "loading",
    user: null,
    account: null,
    endedBecause: null,
    isLost: false,
    delayedBecause: null,
  });
  stop = provideIdentity({
    onChange: (listener) => ((report = listener), () => undefined),
    idToken: async () => "a-token",
    signOut,
  } as Partial<IdentityProvider> as IdentityProvider);
});
afterEach(() => {
  report(null);
  stop();
});

/** Simulates another tab's change of localStorage. Suspended tabs get no event. */
function changeInOtherTab(account: string | null, isNotified = true) {
  if (account === null) localStorage.removeItem("signed-in");
  else localStorage.setItem("signed-in", account);
  if (isNotified) dispatchEvent(new StorageEvent("storage", { key: "signed-in", newValue: account }));
}

it("shows no data of one account while the next one's session opens", async () => {
  await signIn(ann);
  installStubs([stubUnreachable(createSession)]);
  report(userOf(bob));
  await new Promise((resolve) => setTimeout(resolve));
  expect(useSession.getState()).toMatchObject({ phase: "loading", account: null, user: null });
});

describe("another tab", () => {
  it("that logs in another account clears this page at once", async () => {
    await signIn(ann);
    changeInOtherTab(bob._id);
    expect(useSession.getState()).toMatchObject({ phase: "loading", account: null, user: null });
    await signIn(bob);
    expect(signOut).not.toHaveBeenCalled();
  });

  it("that logs out ends the session here before the provider's event", async () => {
    await signIn(ann);
    changeInOtherTab(null);
    expect(useSession.getState()).toMatchObject({ phase: "signed-out", account: null, isLost: true });
  });

  it.each(["pageshow", "visibilitychange"])(
    "that did so while this page was suspended is noticed on %s",
    async (event) => {
      await signIn(ann);
      changeInOtherTab(bob._id, false);
      expect(useSession.getState().account?._id).toBe(ann._id);
      (event === "pageshow" ? window : document).dispatchEvent(new Event(event));
      expect(useSession.getState().account).toBeNull();
    },
  );

  it.each([ann._id, "yes"])("with the same or an unknown account changes nothing: %s", async (mark) => {
    await signIn(ann);
    changeInOtherTab(mark);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(useSession.getState().account?._id).toBe(ann._id);
  });

  it("leads to the login if the provider doesn't report the account here", async () => {
    await signIn(ann);
    jest.useFakeTimers();
    try {
      changeInOtherTab(bob._id);
      jest.advanceTimersByTime(10_000);
      expect(useSession.getState()).toMatchObject({
        phase: "signed-out",
        endedBecause: expect.stringMatching(/Another account/),
      });
    } finally {
      jest.useRealTimers();
    }
  });
});

describe("a call", () => {
  const accountHeaders: (string | undefined)[] = [];
  /** Records the page account of each request. */
  const recordAccount = (stubbed: Stub): Stub => ({
    ...stubbed,
    answer: (request) => (accountHeaders.push(request.account), stubbed.answer(request)),
  });
  beforeEach(() => (accountHeaders.length = 0));

  it("carries the page's account, but none for a visitor", async () => {
    await signIn(ann);
    installStubs([recordAccount(stub(listBestCreators, []))]);
    await call(listBestCreators, {});
    report(null);
    await call(listBestCreators, {});
    expect(accountHeaders).toEqual([ann._id, undefined]);
  });

  it("from an earlier account's page carries that account", async () => {
    await signIn(ann);
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(QueryClientProvider, { client: queryClient }, children);
    const { result, unmount } = renderHook(() => useCall(sendContactMessage), { wrapper });
    const { mutateAsync } = result.current;
    unmount();
    await signIn(bob);
    installStubs([recordAccount(stubError(sendContactMessage, 409, ACCOUNT_CHANGED, "Another account is logged in."))]);
    await expect(mutateAsync({ body: { name: "Ann", email: ann.email, message: "By Ann" } })).rejects.toThrow(
      "Another account",
    );
    expect(accountHeaders).toEqual([ann._id]);
    expect(useSession.getState()).toMatchObject({ phase: "signed-in", account: { _id: bob._id } });
  });

  it("rejected with account_changed clears this page without signing anyone out", async () => {
    await signIn(ann);
    installStubs([stubError(getUser, 409, ACCOUNT_CHANGED, "Another account is logged in.")]);
    await expect(call(getUser, { params: { email: ann.email } })).rejects.toThrow("Another account");
    expect(useSession.getState()).toMatchObject({ phase: "loading", account: null, user: null });
    expect(signOut).not.toHaveBeenCalled();
  });
});

describe("confirming the session", () => {
  it("keeps an account that is still logged in, and updates it", async () => {
    await signIn(ann);
    installStubs([stub(getUser, { ...ann, role: "creator" })]);
    await session.confirm();
    expect(useSession.getState()).toMatchObject({ phase: "signed-in", account: { _id: ann._id, role: "creator" } });
  });

  it.each<[string, number, string]>([
    ["has ended", 401, "no_session"],
    ["is of a blocked account", 403, "blocked"],
    ["is of an account with another address", 404, "not_found"],
    ["is of another account", 409, ACCOUNT_CHANGED],
  ])("clears the page of an account whose session %s", async (_, status, code) => {
    await signIn(ann);
    installStubs([stubError(getUser, status, code, "No.")]);
    await session.confirm();
    expect(useSession.getState().account).toBeNull();
  });

  it("throws if the server doesn't answer", async () => {
    await signIn(ann);
    installStubs([stubUnreachable(getUser)]);
    await expect(session.confirm()).rejects.toThrow("couldn't reach the server");
    expect(useSession.getState().account?._id).toBe(ann._id);
  });
});
