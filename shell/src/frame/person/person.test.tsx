import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { QueryClientProvider } from "@tanstack/react-query";
import { ACCOUNT_CHANGED } from "@conquest/shared/contracts/http/errors";
import { getUser, type Account } from "@conquest/shared/contracts/users";
import { provideConfig } from "@conquest/shared/singletons/config";
import { queryClient } from "@conquest/shared/singletons/query-client";
import { useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { createTestRouter } from "@conquest/shared/testing/render-at";
import { aSiteConfig, aUser, sampleId } from "@conquest/shared/testing/samples";
import { installStubs, stubError, stub, stubUnreachable, type Stub } from "@conquest/shared/testing/stubs";
import { createSiteMap } from "../../registry/site-map";
import { createParts } from "../../remote-part/parts";
import { SiteProvider } from "../../remote-part/site-context";
import { Site } from "../../site";
import { aWholeRegistry } from "../../testing/registry-samples";
import { loadDashboardFrame } from "../dashboard/lazy-dashboard-frame";

const [ann, bob] = [
  aUser({ _id: sampleId(1), name: "Ann", role: "admin" }),
  aUser({ _id: sampleId(2), name: "Bob", role: "admin" }),
];

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <input aria-label="A field" />
      <button onClick={() => setOpen(true)}>Open</button>
      {isOpen && <p>Opened</p>}
    </>
  );
}

const switchTo = (account: Account | null) =>
  act(() =>
    useSession.setState({
      phase: account ? "signed-in" : "signed-out",
      account,
      user: account && {
        uid: account._id,
        displayName: account.name,
        email: account.email,
        photoURL: null,
        metadata: {},
      },
      endedBecause: null,
      delayedBecause: null,
    }),
  );

function visit(path: string, account: Account | null, stubs: Stub[] = []) {
  provideConfig(aSiteConfig());
  installStubs(stubs);
  queryClient.clear();
  toast.remove();
  switchTo(account);
  const registry = aWholeRegistry();
  const parts = createParts(
    registry,
    async () => ({ Routes: Page, loadPage: async () => undefined }),
    () => undefined,
  );
  const router = createTestRouter();
  render(
    <QueryClientProvider client={queryClient}>
      <SiteProvider value={{ registry, map: createSiteMap(registry), parts, firstPath: path, pendingHydration: null }}>
        <MemoryRouter initialEntries={[path]}>
          <router.Watch />
          <Site />
        </MemoryRouter>
      </SiteProvider>
    </QueryClientProvider>,
  );
  return router;
}

const bell = () => screen.findByRole("button", { name: /^Notifications/ });

async function fillPage() {
  fireEvent.change(await screen.findByLabelText("A field"), { target: { value: "By Ann" } });
  fireEvent.click(screen.getByRole("button", { name: "Open" }));
}

beforeAll(loadDashboardFrame);

describe.each(["/contest-details/7", "/dashboard/manage_users"])("an open page at %s", (path) => {
  it.each<[string, (Account | null)[]]>([
    ["another account", [bob]],
    ["no one, and then to another account", [null, bob]],
  ])("shows nothing of the old account after a change to %s", async (_, others) => {
    const { go } = visit(path, ann);
    await fillPage();
    for (const other of others) switchTo(other);
    if (others.length > 1) act(() => void go(path));
    expect(await screen.findByLabelText("A field")).toHaveValue("");
    expect(screen.queryByText("Opened")).not.toBeInTheDocument();
  });
});

it("shows a toast when another tab has logged in another account", async () => {
  visit("/contest-details/7", ann);
  await fillPage();
  switchTo(bob);
  expect(await screen.findByText("You're now logged in as Bob.")).toBeVisible();
});

it("keeps a visitor's input at login without a toast", async () => {
  visit("/contest-details/7", null);
  await fillPage();
  switchTo(ann);
  await bell();
  expect(screen.getByLabelText("A field")).toHaveValue("By Ann");
  expect(screen.getByText("Opened")).toBeVisible();
  expect(screen.queryByText(/You're now logged in/)).not.toBeInTheDocument();
});

it("doesn't reset a page that needs no session when the session ends", async () => {
  visit("/login", ann);
  await fillPage();
  switchTo(null);
  expect(screen.getByLabelText("A field")).toHaveValue("By Ann");
});

describe("a page from the back/forward cache", () => {
  const transition = (type: "pagehide" | "pageshow", persisted = true) =>
    act(() => void dispatchEvent(Object.assign(new Event(type), { persisted })));
  const isHidden = () => "unconfirmed" in document.documentElement.dataset;
  const path = "/dashboard/manage_users";

  async function restore(stubs: Stub[], account: Account | null = ann) {
    const page = visit(path, account, stubs);
    if (account) await fillPage();
    transition("pagehide");
    return page;
  }

  afterEach(() => delete document.documentElement.dataset["unconfirmed"]);

  it("is hidden when it is cached, and shown unchanged after the session is confirmed", async () => {
    await restore([stub(getUser, ann)]);
    expect(isHidden()).toBe(true);
    transition("pageshow");
    expect(screen.getByText("Checking that you're still logged in")).toBeInTheDocument();
    expect(isHidden()).toBe(true);
    await waitFor(() => expect(isHidden()).toBe(false));
    expect(screen.getByLabelText("A field")).toHaveValue("By Ann");
    expect(screen.queryByText("Checking that you're still logged in")).not.toBeInTheDocument();
  });

  it("is replaced by the login if the session has ended", async () => {
    const { address } = await restore([stubError(getUser, 401, "no_session", "Your session has ended.")]);
    transition("pageshow");
    await waitFor(() => expect(isHidden()).toBe(false));
    await waitFor(() => expect(address()).toMatch(/^\/login\?from=/));
    expect(await screen.findByLabelText("A field")).toHaveValue("");
  });

  it("shows no data of another account than the logged-in one", async () => {
    await restore([stubError(getUser, 409, ACCOUNT_CHANGED, "Another account is logged in.")]);
    transition("pageshow");
    await waitFor(() => expect(isHidden()).toBe(false));
    expect(screen.queryByLabelText("A field")).not.toBeInTheDocument();
    expect(useSession.getState()).toMatchObject({ phase: "loading", account: null });
  });

  it("stays hidden with an explanation until the server answers", async () => {
    await restore([stubUnreachable(getUser)]);
    transition("pageshow");
    const card = await screen.findByRole("alert");
    expect(card).toHaveTextContent("We couldn’t check if you’re still logged in.");
    expect(isHidden()).toBe(true);
    installStubs([stub(getUser, ann)]);
    act(() => void dispatchEvent(new Event("online")));
    await waitFor(() => expect(isHidden()).toBe(false));
    expect(screen.getByLabelText("A field")).toHaveValue("By Ann");
  });

  it("checks the session again on Retry", async () => {
    await restore([stubUnreachable(getUser)]);
    transition("pageshow");
    await screen.findByRole("alert");
    installStubs([stub(getUser, ann)]);
    fireEvent.click(screen.getByRole("button", { name: "Retry", hidden: true }));
    await waitFor(() => expect(isHidden()).toBe(false));
  });

  it("isn't hidden if it shows no account or isn't cached", async () => {
    visit("/contest-details/7", null);
    await fillPage();
    transition("pagehide");
    expect(isHidden()).toBe(false);
    transition("pageshow");
    expect(isHidden()).toBe(false);
    switchTo(ann);
    await bell();
    transition("pagehide", false);
    expect(isHidden()).toBe(false);
  });
});
