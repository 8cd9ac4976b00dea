import { act, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState, type ComponentType } from "react";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { MemoryRouter, useLocation, useNavigate, type NavigateFunction } from "react-router-dom";
import { listBestCreators } from "@conquest/shared/contracts/listing";
import { endSession } from "@conquest/shared/contracts/session";
import { getUser, requestRole, type Account } from "@conquest/shared/contracts/users";
import { query } from "@conquest/shared/singletons/api-hooks";
import { provideConfig } from "@conquest/shared/singletons/config";
import { provideLanguage } from "@conquest/shared/singletons/language";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { createTestRouter } from "@conquest/shared/testing/render-at";
import { aUser } from "@conquest/shared/testing/samples";
import { installStubs, stubError, stub, type Stub } from "@conquest/shared/testing/stubs";
import { loadDashboardFrame } from "./frame/dashboard/lazy-dashboard-frame";
import { createParts } from "./remote-part/parts";
import { PartFailure } from "./remote-part/part-failure";
import { SiteProvider } from "./remote-part/site-context";
import { createPageRegistry, type PageRegistry } from "./registry/page-registry";
import type { ParsedRegistry } from "./registry/load-registry";
import { createSiteMap } from "./registry/site-map";
import { Site } from "./site";
import { aSiteOfThree, aWholeRegistry } from "./testing/registry-samples";
import catalog from "../messages/common.bn.json";

beforeAll(loadDashboardFrame);

const pageOf = (part: string) => () => <h1>Page of {part}</h1>;

interface VisitOptions {
  as?: Account["role"] | "loading";
  takesPart?: boolean;
  isOwner?: boolean;
  load?: (part: string) => Promise<ComponentType>;
  registry?: PageRegistry;
  answers?: Stub[];
}

function visit(
  path: string,
  {
    as,
    takesPart = false,
    isOwner = false,
    load = async (part) => pageOf(part),
    registry = aWholeRegistry(),
    answers = [],
  }: VisitOptions = {},
) {
  provideConfig({
    apiBase: "/api",
    isProduction: false,
    identity: { kind: "emulator", emulatorUrl: null, apiKey: "test", authDomain: "localhost", projectId: "demo-test" },
    social: [],
  });
  const calls = installStubs(answers);
  toast.remove();
  queryClient.clear();
  const account = as && as !== "loading" ? aUser({ role: as, takesPart, isOwner }) : null;
  const user = account && { uid: "1", displayName: account.name, email: account.email, photoURL: null, metadata: {} };
  useSession.setState({
    phase: as === "loading" ? "loading" : account ? "signed-in" : "signed-out",
    account,
    user,
    endedBecause: null,
    delayedBecause: null,
  });

  const reported: PartFailure[] = [];
  const loadPart = async (part: string) => ({ Routes: await load(part), loadPage: async () => undefined });
  const parts = createParts(registry, loadPart, ({ failure }) => reported.push(failure));
  const site = { registry, map: createSiteMap(registry), parts, firstPath: path, pendingHydration: null };
  const router = createTestRouter();
  render(
    <QueryClientProvider client={queryClient}>
      <SiteProvider value={site}>
        <MemoryRouter initialEntries={[path]}>
          <router.Watch />
          <Site />
        </MemoryRouter>
      </SiteProvider>
    </QueryClientProvider>,
    { onCaughtError: () => undefined },
  );
  return { ...router, calls, reported, user: userEvent.setup() };
}

const menu = () =>
  within(screen.getByRole("navigation", { name: "Dashboard" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

it("renders a public page with navbar, footer and title", async () => {
  visit("/");
  expect(await screen.findByRole("heading", { name: "Page of mf-public" })).toBeVisible();
  expect(screen.getByRole("banner")).toBeVisible();
  expect(screen.getByRole("contentinfo")).toBeVisible();
  expect(document.title).toBe("Home | Conquest");
});

it("redirects a signed-out user to the login with a return path", async () => {
  const { address, state } = visit("/contest-details/7/payment?a=b");
  await screen.findByRole("heading", { name: "Page of mf-public" });
  expect(address()).toBe(`/login?from=${encodeURIComponent("/contest-details/7/payment?a=b")}`);
  expect(state()).toEqual({ from: "/contest-details/7/payment?a=b" });
});

it("waits while the session is loading", () => {
  const { address } = visit("/dashboard/manage_users", { as: "loading" });
  expect(screen.getByText("Loading your account")).toBeVisible();
  expect(screen.getByText("Loading your menu")).toBeVisible();
  expect(address()).toBe("/dashboard/manage_users");
});

it("explains a delayed session and opens the page once it is loaded", async () => {
  const { user, address } = visit("/dashboard/manage_users", { as: "loading" });
  act(() => useSession.setState({ delayedBecause: "We couldn't reach the server." }));
  const card = within(screen.getByRole("main")).getByRole("alert");
  expect(card).toHaveTextContent("We couldn't reach the server.");
  expect(card).toHaveTextContent("You're still logged in on this device.");
  expect(address()).toBe("/dashboard/manage_users");
  await user.click(within(card).getByRole("button", { name: "Retry" }));
  act(() => useSession.setState({ phase: "signed-in", account: aUser({ role: "admin" }), delayedBecause: null }));
  expect(await screen.findByRole("heading", { name: "Page of mf-dashboard-admin" })).toBeVisible();
});

it("redirects the wrong role to the dashboard", async () => {
  const { address } = visit("/dashboard/manage_users", { as: "user" });
  expect(await screen.findByRole("heading", { name: "Page of mf-dashboard-user" })).toBeVisible();
  expect(address()).toBe("/dashboard");
  expect(await screen.findByText(/doesn't have access to/)).toBeVisible();
});

it.each<[string, () => Promise<ParsedRegistry | undefined>]>([
  ["another part's entry is unreadable", async () => ({ ...aSiteOfThree(), unreadable: ["mf-broken"] })],
  ["the registry is unavailable", async () => undefined],
])("renders the menu from the known parts if %s", async (_, rest) => {
  visit("/dashboard", { as: "admin", registry: createPageRegistry(aSiteOfThree(), { rest, newest: rest }) });
  expect(await screen.findByRole("link", { name: "Manage Users" })).toBeVisible();
  expect(menu()).toEqual(["Manage Users", "Profile", "Search contests"]);
});

it("completes the menu once the registry can be read", async () => {
  const intervals = jest.spyOn(globalThis, "setInterval");
  const { "mf-dashboard-admin": _, ...known } = aSiteOfThree().remotes;
  const rest = jest.fn(async (): Promise<ParsedRegistry | undefined> => undefined);
  const registry = createPageRegistry({ remotes: known }, { rest, newest: rest });
  visit("/dashboard", { as: "admin", registry });
  await screen.findByRole("link", { name: "Search contests" });
  expect(menu()).toEqual(["Profile", "Search contests"]);
  rest.mockResolvedValue({ ...aSiteOfThree(), unreadable: [] });
  const retry = intervals.mock.calls.find(([, interval]) => interval === 10_000)![0];
  intervals.mockRestore();
  await act(async () => retry());
  await waitFor(() => expect(menu()).toEqual(["Manage Users", "Profile", "Search contests"]));
});

it("renders the menu of the role", async () => {
  visit("/dashboard", { as: "admin" });
  await screen.findByRole("heading", { name: "Page of mf-dashboard-user" });
  expect(menu()).toEqual(["Manage Users", "Profile", "Search contests"]);
  expect(screen.getByRole("link", { name: "Search contests" })).toHaveAttribute("href", "/all_contests#search");
  expect(screen.queryByRole("button", { name: "Become A Creator" })).toBeNull();
});

it("adds participant pages to the menu of a participating creator", async () => {
  const { user } = visit("/dashboard", { as: "creator", takesPart: true });
  await screen.findByRole("heading", { name: "Page of mf-dashboard-user" });
  expect(menu()).toEqual(["My Created Contests", "My Profile", "Profile", "Search contests"]);
  await user.click(screen.getByRole("link", { name: "My Profile" }));
  expect(document.title).toBe("My Profile | Conquest");
  expect(screen.getByRole("heading", { name: "Page of mf-dashboard-user" })).toBeVisible();
});

it.each(["/dashboard/my_created_contests", "/dashboard/contest_drafts"])(
  "marks the menu entry of the page %s, and no other",
  async (path) => {
    visit(path, { as: "creator" });
    await screen.findByRole("heading", { name: "Page of mf-dashboard-user" });
    const nav = within(screen.getByRole("navigation", { name: "Dashboard" }));
    expect(nav.getAllByRole("link", { current: "page" }).map(({ textContent }) => textContent)).toEqual([
      "My Created Contests",
    ]);
  },
);

it("allows a former creator to open their own contests", async () => {
  const { user } = visit("/dashboard", { as: "user", isOwner: true });
  await user.click(await screen.findByRole("link", { name: "My Created Contests" }));
  expect(document.title).toBe("My Created Contests | Conquest");
});

it("redirects a user without contests from creator pages", async () => {
  const { address } = visit("/dashboard/my_created_contests", { as: "user" });
  expect(await screen.findByText(/doesn't have access to/)).toBeVisible();
  expect(address()).toBe("/dashboard");
});

it("removes Become A Creator after the request", async () => {
  const { user } = visit("/dashboard", {
    as: "user",
    answers: [stub(requestRole, { modifiedCount: 1 }), stub(getUser, aUser({ role: "requested" }))],
  });
  await user.click(await screen.findByRole("button", { name: "Become A Creator" }));
  expect(await screen.findByText("Role requested successfully!")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Become A Creator" })).toBeNull();
  expect(menu()).toEqual(["My Profile", "Profile", "Search contests"]);
  expect(screen.getByRole("link", { name: "Creator request sent" })).toHaveAttribute(
    "href",
    "/dashboard/profile#apply",
  );
});

it("shows why a creator request was rejected", async () => {
  const { user } = visit("/dashboard", {
    as: "user",
    answers: [stubError(requestRole, 409, "not_a_user", "You have asked already.")],
  });
  await user.click(await screen.findByRole("button", { name: "Become A Creator" }));
  expect(await within(screen.getByRole("region", { name: "Status messages" })).findByRole("alert")).toHaveTextContent(
    "You have asked already.",
  );
});

it("signs out to the login page and deletes drafts", async () => {
  sessionStorage.setItem("draft:contact", JSON.stringify({ message: "Between us" }));
  sessionStorage.setItem("something-else", "1");
  const { user, address } = visit("/dashboard", { as: "user", answers: [stub(endSession, { success: true })] });
  await user.click(await screen.findByRole("button", { name: "Logout" }));
  await screen.findByRole("heading", { name: "Page of mf-public" });
  await waitFor(() => expect(address()).toBe("/login"));
  expect(Object.keys(sessionStorage)).toEqual(["something-else"]);
});

describe("logging out with an unsaved draft", () => {
  const logOut = async (drafts: Record<string, string>) => {
    for (const [key, value] of Object.entries(drafts)) sessionStorage.setItem(key, value);
    const page = visit("/dashboard", { as: "user", answers: [stub(endSession, { success: true })] });
    await page.user.click(await screen.findByRole("button", { name: "Logout" }));
    return page;
  };
  const ENTRY = { "draft:0:me:entry:a-contest": "{}", "draft:0:me:entry:a-contest#basis": "1" };
  beforeEach(() => sessionStorage.clear());

  it("asks first, and keeps the draft if the user stays", async () => {
    const { user, calls, address } = await logOut(ENTRY);
    const dialog = await screen.findByRole("alertdialog", { name: "Log out and discard your draft?" });
    expect(dialog).toHaveTextContent("You've typed an entry in this tab that you haven't submitted.");
    expect(within(dialog).getByRole("link", { name: "View your draft" })).toHaveAttribute(
      "href",
      "/contest-details/a-contest#entry",
    );
    expect(within(dialog).getByRole("button", { name: "Stay logged in" })).toHaveFocus();
    await user.click(within(dialog).getByRole("button", { name: "Stay logged in" }));
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    expect(calls).toEqual([]);
    expect(address()).toBe("/dashboard");
    expect(Object.keys(sessionStorage)).toEqual(Object.keys(ENTRY));
  });

  it("logs out and discards it if the user agrees", async () => {
    const { user, address } = await logOut({ ...ENTRY, "draft:0:me:profile": "{}" });
    const dialog = await screen.findByRole("alertdialog", { name: "Log out and discard 2 drafts?" });
    await user.click(within(dialog).getByRole("button", { name: "Log out and discard" }));
    await waitFor(() => expect(address()).toBe("/login"));
    expect(sessionStorage).toHaveLength(0);
  });

  it("does not ask about what a visitor typed to register", async () => {
    const { address } = await logOut({ "draft:0:me:register": "{}" });
    await waitFor(() => expect(address()).toBe("/login"));
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });
});

it("keeps an open menu on a redirect and closes it on navigation", async () => {
  let navigate: NavigateFunction | undefined;
  const Page = () => {
    navigate = useNavigate();
    return <h1>A page</h1>;
  };
  const { user, address } = visit("/login", { as: "user", load: async () => Page });
  await screen.findByRole("heading", { name: "A page" });
  const opener = screen.getByRole("button", { name: "Account menu" });
  await user.click(opener);
  act(() => void navigate!("/", { replace: true }));
  expect(address()).toBe("/");
  // The focus moves in the next animation frame.
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(screen.getByRole("button", { name: "Logout" })).toBeVisible();
  expect(opener).toHaveFocus();
  act(() => void navigate!("/contest-details/7"));
  expect(screen.queryByRole("button", { name: "Logout" })).not.toBeInTheDocument();
});

it("links all contests from the search icon, joined ones from the account menu", async () => {
  const { user } = visit("/login", { as: "creator" });
  expect(screen.getByRole("link", { name: "Search" })).toHaveAttribute("href", "/all_contests#search");
  await user.click(screen.getByRole("button", { name: "Account menu" }));
  const joined = screen.getByRole("link", { name: "My Participated Contests" });
  expect(joined).toHaveAttribute("href", "/dashboard/my_participated_contests");
});

async function openPageWithoutHeading() {
  let navigate: NavigateFunction | undefined;
  let show: ((isThere: boolean) => void) | undefined;
  const Page = () => {
    const [isRendered, setRendered] = useState(false);
    navigate = useNavigate();
    show = setRendered;
    return isRendered ? <h1>A page</h1> : <p>Drawing</p>;
  };
  visit("/login", { as: "user", load: async () => Page });
  await screen.findByText("Drawing");
  act(() => void navigate!("/"));
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  return () => act(() => show!(true));
}

it("focuses the content of a loading page, then its heading", async () => {
  const renderHeading = await openPageWithoutHeading();
  renderHeading();
  await waitFor(() => expect(screen.getByRole("heading", { name: "A page" })).toHaveFocus());
});

it("moves the focus from a skeleton's heading to the final one", async () => {
  let arrive!: () => void;
  const Late = () => {
    const [isHere, setHere] = useState(false);
    arrive = () => act(() => setHere(true));
    return isHere ? (
      <h1>What came</h1>
    ) : (
      <div>
        <h1>On its way</h1>
      </div>
    );
  };
  const { user } = visit("/dashboard", { as: "user", takesPart: true, load: async () => Late });
  await user.click(await screen.findByRole("link", { name: "My Profile" }));
  await waitFor(() => expect(screen.getByRole("heading", { name: "On its way" })).toHaveFocus());
  arrive();
  await waitFor(() => expect(screen.getByRole("heading", { name: "What came" })).toHaveFocus());
});

it("does not move the focus if the user has focused something else", async () => {
  const renderHeading = await openPageWithoutHeading();
  const opener = screen.getByRole("button", { name: "Account menu" });
  opener.focus();
  renderHeading();
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(screen.getByRole("heading", { name: "A page" })).not.toHaveFocus();
  expect(opener).toHaveFocus();
});

it("updates the head after navigation", async () => {
  document.head.innerHTML =
    '<link rel="canonical" href="https://conquest.example/dashboard"><meta name="description" content="Of the page before.">';
  const { user } = visit("/dashboard", { as: "user", takesPart: true });
  await user.click(await screen.findByRole("link", { name: "My Profile" }));
  const canonical = () => document.head.querySelector("link[rel=canonical]")?.getAttribute("href");
  await waitFor(() => expect(canonical()).toBe("https://conquest.example/dashboard/my_profile"));
  expect(document.head.querySelectorAll("meta[name=description]")).toHaveLength(1);
});

it("shows the not-found screen, whose Go Back leads home without a previous page", async () => {
  const { user, address } = visit("/nowhere");
  expect(screen.getByRole("heading", { name: "The page you are looking for does not exist" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Search contests" })).toHaveAttribute("href", "/all_contests");
  expect(screen.getByRole("link", { name: "Popular contests" })).toHaveAttribute("href", "/top_contests");
  expect(document.title).toBe("Page not found | Conquest");
  await user.click(screen.getByRole("button", { name: "Go Back" }));
  expect(address()).toBe("/");
});

it("redirects to the login with a return path when the session ends", async () => {
  const { address } = visit("/contest-details/7", { as: "user" });
  await screen.findByRole("heading", { name: "Page of mf-public" });
  act(() =>
    useSession.setState({ phase: "signed-out", account: null, user: null, endedBecause: "This account is blocked." }),
  );
  expect(address()).toBe("/login?from=%2Fcontest-details%2F7");
});

it("does not redirect from the password reset when the session ends", async () => {
  const { address } = visit("/account_action?mode=resetPassword&oobCode=1", { as: "user" });
  act(() => useSession.setState({ phase: "signed-out", account: null, user: null, endedBecause: "Log in again." }));
  expect(address()).toBe("/account_action?mode=resetPassword&oobCode=1");
});

it("does not redirect from the account-deleted page when the session ends", async () => {
  const { address, go } = visit("/dashboard/my_profile", { as: "user", takesPart: true });
  await screen.findByRole("heading", { name: "Page of mf-dashboard-user" });
  act(() => void go("/account_deleted"));
  act(() =>
    useSession.setState({ phase: "signed-out", account: null, user: null, endedBecause: "Log in to continue." }),
  );
  expect(address()).toBe("/account_deleted");
});

it("shows a failure card only in place of the page, and recovers on Retry", async () => {
  let isDown = true;
  const { user, reported } = visit("/dashboard/manage_users", {
    as: "admin",
    load: async (part) => {
      if (part === "mf-dashboard-admin" && isDown) throw new PartFailure("missing", "404");
      return pageOf(part);
    },
  });
  const card = await screen.findByRole("alert");
  expect(within(card).getByRole("heading", { name: "Manage Users isn't available right now" })).toHaveFocus();
  expect(card).toHaveTextContent(reported[0]?.incident ?? "no report");
  expect(within(card).getByRole("link", { name: "home" })).toHaveAttribute("href", "/");
  expect(menu()).toEqual(["Manage Users", "Profile", "Search contests"]);

  isDown = false;
  await user.click(within(card).getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "Page of mf-dashboard-admin" })).toBeVisible();
});

it("names a failed home page without linking to it", async () => {
  visit("/", { load: () => Promise.reject(new PartFailure("missing", "404")) });
  const card = await screen.findByRole("alert");
  expect(within(card).getByRole("heading", { name: "The home page isn't available right now" })).toBeVisible();
  expect(within(card).queryByRole("link")).toBeNull();
});

it("retries an unreachable part when the connection is back", async () => {
  let isOnline = false;
  visit("/", {
    load: async (part) => {
      if (!isOnline) throw new PartFailure("unreachable", "no network");
      return pageOf(part);
    },
  });
  expect(await screen.findByRole("alert")).toHaveTextContent("We'll try again as soon as you're back online.");
  isOnline = true;
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByRole("heading", { name: "Page of mf-public" })).toBeVisible();
});

it("shows a repeated toast once", async () => {
  visit("/");
  act(() => {
    toast.error("Captcha is not validated");
    toast.success("Saved");
    toast.error("Captcha is not validated");
  });
  const region = screen.getByRole("region", { name: "Status messages" });
  expect(within(region).getAllByText("Captcha is not validated")).toHaveLength(1);
  expect(within(region).getByText("Saved")).toBeVisible();
  await screen.findByRole("heading", { name: "Page of mf-public" });
});

it("keeps the frame if a part throws during render, and recovers on Retry", async () => {
  let isBroken = true;
  const { user, reported } = visit("/", {
    load: async () =>
      function Broken() {
        if (isBroken) throw new Error("a bug");
        return <h1>Whole again</h1>;
      },
  });
  const card = await screen.findByRole("alert");
  expect(card).toHaveTextContent("It stopped because of an error on our side.");
  expect(screen.getByRole("banner")).toBeVisible();
  expect(reported).toEqual([expect.objectContaining({ reason: "crash", message: "a bug" })]);

  isBroken = false;
  await user.click(within(card).getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "Whole again" })).toBeVisible();
});

it("recovers a crashed page when a link changes only its search", async () => {
  const { go } = visit("/?q=bad", {
    load: async () =>
      function Searched() {
        if (useLocation().search) throw new Error("a bug");
        return <h1>Whole again</h1>;
      },
  });
  await screen.findByRole("alert");
  act(() => void go("/"));
  expect(await screen.findByRole("heading", { name: "Whole again" })).toBeVisible();
});

it("refetches the response that crashed a page for the fallback and on Retry", async () => {
  let name = "bad";
  function Creators() {
    const { data } = useQuery(query(listBestCreators));
    if (data?.[0]?.name === "bad") throw new Error("a bug");
    return <h1>{data?.[0]?.name ?? "Loading"}</h1>;
  }
  const entry = aSiteOfThree().remotes["mf-public"]!;
  const registry = aWholeRegistry({
    remotes: {
      ...aSiteOfThree().remotes,
      "mf-public": { ...entry, previous: { ...entry.current, version: "0", base: "/mf/mf-public/0/" } },
    },
  });
  const answer = () => [
    { _id: "1", name, photo: "", participantCount: 1, bestContest: { _id: "2", name: "A", description: "" } },
  ];
  const { user, calls } = visit("/", {
    registry,
    load: async () => Creators,
    answers: [stub(listBestCreators, answer)],
  });
  const card = await screen.findByRole("alert");
  expect(calls).toHaveLength(2);
  name = "Nadia";
  await user.click(within(card).getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "Nadia" })).toBeVisible();
});

it("shows a failure if the fallback crashes too, and renders the next page", async () => {
  const crash = (message: string) =>
    function Broken() {
      throw new Error(message);
    };
  const entry = aSiteOfThree().remotes["mf-public"]!;
  const previousRelease = { ...entry.current, version: "0", base: "/mf/mf-public/0/" };
  const registry = aWholeRegistry({
    remotes: { ...aSiteOfThree().remotes, "mf-public": { ...entry, previous: previousRelease } },
  });
  const broken = [crash("the current one"), crash("the one before")];
  const { reported, user } = visit("/", { registry, load: async (part) => broken.shift() ?? pageOf(part) });
  const card = await screen.findByRole("alert");
  expect(reported.map(({ message }) => message)).toEqual(["the current one", "the one before"]);
  expect(card).toHaveTextContent(reported[0]!.incident);
  await user.click(screen.getByRole("link", { name: "Login" }));
  expect(await screen.findByRole("heading", { name: "Page of mf-public" })).toBeVisible();
});

it("shows a failure for an unknown path while the registry is unavailable, and retries", async () => {
  let isReachable = false;
  const fullRegistry = { ...aSiteOfThree(), unreadable: [] };
  const rest = async () => (isReachable ? fullRegistry : undefined);
  const { user } = visit("/", {
    registry: createPageRegistry(
      { remotes: { "mf-public": fullRegistry.remotes["mf-public"]! } },
      { rest, newest: rest },
    ),
  });
  await screen.findByRole("heading", { name: "Page of mf-public" });
  await user.click(within(screen.getByRole("contentinfo")).getByRole("link", { name: "Terms of use" }));
  const card = await screen.findByRole("alert");
  await waitFor(() => expect(within(card).getByRole("heading", { name: "This page is being repaired" })).toHaveFocus());
  expect(forgiveConsole()).toEqual([expect.stringMatching(/^\[conquest\] registry failed \(registry, incident \w+\)/)]);
  isReachable = true;
  await user.click(within(card).getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "The page you are looking for does not exist" })).toBeVisible();
});

describe("the dashboard in Bangla", () => {
  beforeEach(() => provideLanguage("bn", [catalog]));
  afterEach(() => {
    provideLanguage("en", []);
    sessionStorage.clear();
  });

  it("translates menu and role", async () => {
    visit("/dashboard", { as: "admin" });
    expect(await screen.findByRole("navigation", { name: "ড্যাশবোর্ড" })).toBeVisible();
    expect(screen.getByRole("link", { name: "ব্যবহারকারী পরিচালনা" })).toBeVisible();
    expect(screen.getByRole("link", { name: "প্রতিযোগিতা খুঁজুন" })).toBeVisible();
    expect(screen.getByText("অ্যাডমিন")).toBeVisible();
  });

  it.each([
    [1, "লগ আউট করে খসড়াটি মুছে ফেলবেন?"],
    [2, "লগ আউট করে ২টি খসড়া মুছে ফেলবেন?"],
  ])("asks before a logout deletes drafts: %i", async (count, question) => {
    const { user } = visit("/dashboard", { as: "user" });
    for (let n = 0; n < count; n += 1) sessionStorage.setItem(`draft:1:7:note${n}`, "{}");
    await user.click(await screen.findByRole("button", { name: "লগ আউট" }));
    expect(await screen.findByRole("alertdialog", { name: question })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "লগ ইন থাকুন" }));
  });
});
