import { act, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { Account } from "@conquest/shared/contracts/users";
import { updatePreferences } from "@conquest/shared/contracts/users";
import { call } from "@conquest/shared/singletons/call";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { useSession } from "@conquest/shared/singletons/session-store";
import { rememberedLanguage, rememberLanguage } from "@conquest/shared/ui/language/language-cookie";
import { Toaster } from "../frame/toaster";
import { syncPreferences } from "./sync-preferences";

jest.mock("@conquest/shared/singletons/call", () => ({ call: jest.fn().mockResolvedValue({}) }));
jest.mock("@conquest/shared/singletons/config", () => ({ config: () => ({ languages: ["en", "bn"] }) }));

const open = jest.fn();
let stop: (() => void) | undefined;

const account = (values: Partial<Account>) =>
  ({ _id: "ann", language: null, timeZone: "Asia/Dhaka", ...values }) as Account;
const start = () => (stop = syncPreferences(open));
const signIn = async (values: Partial<Account>) => {
  await act(async () => useSession.setState({ phase: "signed-in", account: account(values) }));
};
const sent = () => jest.mocked(call).mock.calls.map(([endpoint, input]) => [endpoint, input]);
const browserPrefers = (...languages: string[]) => jest.spyOn(navigator, "languages", "get").mockReturnValue(languages);

afterEach(() => {
  stop?.();
  useSession.setState({ phase: "signed-out", account: null });
  document.cookie = "conquest_language=; Max-Age=0; Path=/";
  localStorage.clear();
  jest.clearAllMocks();
  jest.restoreAllMocks();
  provideLanguage("en", []);
  history.replaceState(null, "", "/");
});

it("stores a choice of this browser in an account without one", async () => {
  rememberLanguage("bn");
  start();
  await signIn({});
  expect(sent()).toEqual([[updatePreferences, { body: { language: "bn" } }]]);
  expect(open).not.toHaveBeenCalled();
});

it("stores a new choice over the one of the account", async () => {
  localStorage.setItem("conquest.language", "bn");
  rememberLanguage("en");
  start();
  await signIn({ language: "bn" });
  expect(sent()).toEqual([[updatePreferences, { body: { language: "en" } }]]);
  expect([rememberedLanguage(), open.mock.calls]).toEqual(["en", []]);
});

it("follows the account's language on a new device, at the same address", async () => {
  history.replaceState(null, "", "/about?a=1#b");
  start();
  await signIn({ language: "bn" });
  await waitFor(() => expect(open).toHaveBeenCalledWith("/bn/about?a=1#b"));
  expect([rememberedLanguage(), sent()]).toEqual(["bn", []]);
});

it("follows a choice that was made on another device since", async () => {
  rememberLanguage("bn");
  localStorage.setItem("conquest.language", "bn");
  provideLanguage("bn", []);
  history.replaceState(null, "", "/bn/about");
  start();
  await signIn({ language: "en" });
  await waitFor(() => expect(open).toHaveBeenCalledWith("/about"));
});

it("leaves a link to the other language as it is", async () => {
  rememberLanguage("en");
  localStorage.setItem("conquest.language", "en");
  provideLanguage("bn", []);
  start();
  await signIn({ language: "en" });
  expect([open.mock.calls, sent()]).toEqual([[], []]);
});

it("stores the first time zone, and none with an older server", async () => {
  start();
  await signIn({ timeZone: null });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(sent()).toEqual([[updatePreferences, { body: { timeZone } }]]);
  await signIn({ _id: "bob", language: undefined, timeZone: undefined });
  expect(sent()).toHaveLength(1);
});

describe("the offer of Bangla", () => {
  const offer = () => screen.queryByText(/এই সাইট বাংলাতেও আছে/);

  it("opens the page in Bangla if a browser that prefers it accepts", async () => {
    browserPrefers("bn-BD", "en");
    render(<Toaster />);
    act(() => void start());
    await userEvent.click(await screen.findByRole("button", { name: "বাংলায় দেখুন" }));
    expect([rememberedLanguage(), open.mock.calls]).toEqual(["bn", [["/bn"]]]);
  });

  it("is made once", async () => {
    browserPrefers("bn");
    render(<Toaster />);
    act(() => void start());
    await userEvent.click(await screen.findByRole("button", { name: "এখন নয়" }));
    await waitFor(() => expect(offer()).toBeNull());
    act(() => void start());
    expect([offer(), rememberedLanguage(), open.mock.calls]).toEqual([null, "en", []]);
  });

  it.each([[["en-GB", "bn"]], [["fr"]]])("is not made to a browser that prefers %j", (languages) => {
    browserPrefers(...languages);
    render(<Toaster />);
    act(() => void start());
    expect(offer()).toBeNull();
  });
});
