import { randomBytes } from "node:crypto";
import type { APIRequestContext, BrowserContext, JSHandle, Locator, Page } from "@playwright/test";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { siteConfig, type SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import { aContestForm as aFilledForm } from "@conquest/shared/testing/samples";
import { isAwake } from "./awake";
import { admin, aNewcomer, creator, user, type Person } from "./people";
import { avatar, expect, fillContestForm, signIn, test as base } from "./site";

export { expect, fillContestForm };

type Role = "user" | "creator" | "admin";
type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

const DEMO: Record<Role, Person> = { user, creator, admin };
const NOBODY: StorageState = { cookies: [], origins: [] };

/** Somebody of this test alone, with a session; gone from the site when the test is over. */
export interface Newcomer extends Person {
  id: string;
  api: APIRequestContext;
}

interface ContestOptions extends Partial<ContestFormInput> {
  /** Whose it is; a creator of this test unless given. */
  by?: Newcomer;
  /** Stays in review instead of being confirmed. */
  isPending?: boolean;
}

export interface MadeContest extends ContestFormInput {
  _id: string;
  owner: Newcomer;
}

interface TestFixtures {
  /** Who sits at the page. */
  person: Role | "visitor";
  newcomer: (role?: "user" | "creator") => Promise<Newcomer>;
  /** A contest of this test alone, through the API. */
  contest: (options?: ContestOptions) => Promise<MadeContest>;
}

interface WorkerFixtures {
  /** The browser's state of a demo person who has signed in: done once for each worker. */
  stateOf: (role: Role) => Promise<StorageState>;
  /** Calls to the server with a demo person's session, or with none. */
  as: (role: Role | "visitor") => Promise<APIRequestContext>;
  /** Creates an account with the identity provider and opens a session for it. */
  arrive: (person: Person) => Promise<APIRequestContext>;
}

/** `year-month-dayThour:minute:secondZ`, so many days from now. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");

/** Longer than any card shows. */
export const LONG_DESCRIPTION =
  "Design a kite that carries the colours of the delta, flies in the lightest wind of spring, and can be folded into a school bag by a child of nine.";

/** A filled form with a name of its own, so unlike any other's that no search takes one for what was meant by the other. */
export function aContestForm(given: Partial<ContestFormInput> = {}): ContestFormInput {
  const name = `Kites over the delta ${randomBytes(6).toString("hex")}`;
  return aFilledForm({ name, description: LONG_DESCRIPTION, ...given });
}

async function configOf(api: APIRequestContext): Promise<SiteConfig> {
  const html = await (await api.get("/login")).text();
  const block = /<script type="application\/json" id="conquest-config">([^<]*)<\/script>/.exec(html)?.[1] ?? "null";
  return siteConfig.parse(JSON.parse(block));
}

/** The provider's own word for a person: what the site's pages send to `/jwt`. */
export async function idToken(
  api: APIRequestContext,
  act: "signUp" | "signInWithPassword",
  { name, email, password }: Person,
): Promise<string> {
  const { identity } = await configOf(api);
  const answer = await api.post(
    `${identity.emulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:${act}?key=${identity.apiKey}`,
    { data: { email, password, returnSecureToken: true, ...(act === "signUp" && { displayName: name }) } },
  );
  expect(answer.ok(), `${act} of ${email}`).toBe(true);
  return ((await answer.json()) as { idToken: string }).idToken;
}

/** The provider's id of a person. */
export async function uidOf(api: APIRequestContext, person: Person): Promise<string> {
  const [, claims = ""] = (await idToken(api, "signInWithPassword", person)).split(".");
  return (JSON.parse(Buffer.from(claims, "base64url").toString()) as { user_id: string }).user_id;
}

/** Has the provider vouch for somebody's address, as after a link in a letter; the site learns of it when they sign in the next time. */
export async function proveAddress(person: Newcomer): Promise<void> {
  const { identity } = await configOf(person.api);
  const answer = await person.api.post(
    `${identity.emulatorUrl}/identitytoolkit.googleapis.com/v1/projects/${identity.projectId}/accounts:update`,
    {
      headers: { Authorization: "Bearer owner" },
      data: { localId: await uidOf(person.api, person), emailVerified: true },
    },
  );
  expect(answer.ok(), `proof of ${person.email}`).toBe(true);
}

/**
 * Firebase looks there too. What Playwright puts back into a database may be lost again: it closes the page that writes it
 * without waiting for the end of the transaction.
 */
const keepSignInInLocalStorage = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open("firebaseLocalStorageDb");
    opening.onerror = () => reject(new Error("There is no database of a sign-in."));
    opening.onsuccess = () => {
      const kept = opening.result.transaction("firebaseLocalStorage").objectStore("firebaseLocalStorage").getAll();
      kept.onsuccess = () => {
        for (const { fbase_key: key, value } of kept.result as { fbase_key: string; value: unknown }[])
          localStorage.setItem(key, JSON.stringify(value));
        resolve();
      };
    };
  });

async function openSession(
  api: APIRequestContext,
  person: Person,
  act: "signUp" | "signInWithPassword",
): Promise<void> {
  const token = await idToken(api, act, person);
  const opened = await api.post("/api/jwt", {
    data: { email: person.email },
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(opened.ok(), `session of ${person.email}`).toBe(true);
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stateOf: [
    async ({ browser }, provide, info) => {
      const states = new Map<Role, Promise<StorageState>>();
      const enter = async (role: Role) => {
        const context = await browser.newContext({ baseURL: info.project.use.baseURL, storageState: NOBODY });
        const page = await context.newPage();
        await signIn(page, DEMO[role]);
        await page.evaluate(keepSignInInLocalStorage);
        const state = await context.storageState();
        await context.close();
        return state;
      };
      await provide((role) => {
        const known = states.get(role) ?? enter(role);
        states.set(role, known);
        return known;
      });
    },
    { scope: "worker" },
  ],
  as: [
    async ({ playwright }, provide, info) => {
      const opened = new Map<string, Promise<APIRequestContext>>();
      const open = async (role: Role | "visitor") => {
        const api = await playwright.request.newContext({ baseURL: info.project.use.baseURL, storageState: NOBODY });
        if (role !== "visitor") await openSession(api, DEMO[role], "signInWithPassword");
        return api;
      };
      await provide(async (role) => {
        const known = opened.get(role) ?? open(role);
        opened.set(role, known);
        const api = await known;
        // A person has so many sessions and no more: each page that tests open as somebody is one.
        const isOver = role !== "visitor" && !(await api.get(`/api/user/${DEMO[role].email}`)).ok();
        if (isOver) await openSession(api, DEMO[role], "signInWithPassword");
        return api;
      });
      for (const api of opened.values()) await (await api).dispose();
    },
    { scope: "worker" },
  ],
  arrive: [
    async ({ playwright }, provide, info) => {
      const opened: APIRequestContext[] = [];
      await provide(async (person) => {
        const api = await playwright.request.newContext({ baseURL: info.project.use.baseURL, storageState: NOBODY });
        opened.push(api);
        await openSession(api, person, "signUp");
        return api;
      });
      for (const api of opened) await api.dispose();
    },
    { scope: "worker" },
  ],
  person: ["visitor", { option: true }],
  storageState: async ({ person, stateOf }, provide) => {
    await provide(person === "visitor" ? NOBODY : await stateOf(person));
  },
  newcomer: async ({ arrive, as, afterwards }, provide) => {
    await provide(async (role = "user") => {
      const person = aNewcomer();
      const api = await arrive(person);
      const saved = await api.put("/api/save-user", {
        data: { ...person, image: "", role: "user", status: "Verified" },
      });
      const { _id: id } = (await saved.json()) as { _id: string };
      if (role === "creator") await (await as("admin")).put(`/api/update-user/${id}`, { data: { role } });
      afterwards(async () => {
        // Blocked first: what somebody won at a creator's who is only gone would stay for everybody to see.
        await (await as("admin")).put(`/api/update-user/${id}`, { data: { status: "blocked" } });
        await (await as("admin")).delete(`/api/delete-user/${id}`);
      });
      return { ...person, id, api };
    });
  },
  contest: async ({ newcomer, as, afterwards }, provide) => {
    await provide(async ({ by, isPending = false, ...given } = {}) => {
      const owner = by ?? (await newcomer("creator"));
      const form = aContestForm(given);
      const answer = await owner.api.post("/api/create-contest", { data: form });
      expect(answer.ok(), await answer.text()).toBe(true);
      const { insertedId: _id } = (await answer.json()) as { insertedId: string };
      afterwards(async () => (await as("admin")).delete(`/api/delete-contest/${_id}`, { data: {} }));
      if (!isPending) await (await as("admin")).put(`/api/update-contest-status/${_id}`, { data: { status: "open" } });
      return { ...form, _id, owner };
    });
  },
});

/**
 * Holds back the answer to a call until it is let go, so that what a page shows meanwhile can be looked at. The route stays:
 * taken away while it passes a request on, it can lose that request.
 */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.fallback();
  });
  return letGo;
}

/** Gives the page this answer to a call, whatever the server would say. */
export const answerWith = (page: Page, address: string | RegExp, json: unknown, status = 200) =>
  page.route(address, (route) => route.fulfill({ status, json }));

/** The next request of the page with this method and path below `/api`. */
export const nextCall = (page: Page, method: string, path: string | RegExp) =>
  page.waitForRequest((request) => {
    const { pathname } = new URL(request.url());
    return request.method() === method && (typeof path === "string" ? pathname === `/api${path}` : path.test(pathname));
  });

/** Opens the menu behind the avatar. */
export async function openAccountMenu(page: Page): Promise<Locator> {
  await avatar(page).click();
  await expect(avatar(page)).toHaveAttribute("aria-expanded", "true");
  return page.locator(`[id="${await avatar(page).getAttribute("aria-controls")}"]`);
}

/** Checked means dark. */
export const themeToggle = (page: Page) => page.getByRole("checkbox", { name: "Dark theme" });

/** A click that comes before the page is awake is done when it is: the state is waited for, not looked at. */
export async function switchTheme(page: Page, theme: "dark" | "light"): Promise<void> {
  await themeToggle(page).click({ force: true });
  await expect(themeToggle(page)).toBeChecked({ checked: theme === "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
}

/** Opens the navbar's menu of a small screen. */
export async function openSiteMenu(page: Page): Promise<Locator> {
  const button = page.getByRole("banner").getByRole("button", { name: "Menu", exact: true });
  await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  return page.getByRole("banner");
}

/** The toasts on the screen that say this. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "Notifications" }).locator("> div").filter({ hasText: text });

/** How many of these stand beside each other in the first row. */
export async function columnsOf(cards: Locator): Promise<number> {
  await expect(cards.first()).toBeVisible();
  const tops = await cards.evaluateAll((elements) =>
    elements.map((element) => Math.round(element.getBoundingClientRect().top)),
  );
  return tops.filter((top) => top === tops[0]).length;
}

/** Widths at which a grid shows one, two and three columns. */
export const WIDTHS = [
  { size: "small", width: 375, columns: 1 },
  { size: "medium", width: 768, columns: 2 },
  { size: "large", width: 1280, columns: 3 },
] as const;

/** The control with this `name`, as the specification names the fields. */
export const field = (page: Page | Locator, name: string) => page.locator(`[name="${name}"]`);

export const REQUIRED = "This field is required";

interface Federation {
  __FEDERATION__: {
    __INSTANCES__: {
      shareScopeMap: Record<
        string,
        Record<string, Record<string, { lib?: () => unknown; get?: () => Promise<() => unknown> }>>
      >;
    }[];
  };
}

/** The page's own copy of one of the modules that exist once in a page, like `toast`. */
export const singleton = <T>(page: Page, name: string): Promise<JSHandle<T>> =>
  page.evaluateHandle(async (file) => {
    for (const { shareScopeMap } of (window as unknown as Federation).__FEDERATION__.__INSTANCES__) {
      for (const copy of Object.values(shareScopeMap["default"]?.[`@conquest/shared/singletons/${file}`] ?? {})) {
        const factory = copy.lib ?? (await copy.get?.());
        if (factory) return factory();
      }
    }
    throw new Error(`This page has no ${file}`);
  }, name) as Promise<JSHandle<T>>;

/** What the page sends with the next request of this method and path. */
export async function nextBody<T>(page: Page, method: string, path: string | RegExp): Promise<T> {
  return (await nextCall(page, method, path)).postDataJSON() as T;
}

/**
 * Presses the Google button and gives the account chooser that opens. Not before the page is awake: a press that is done long
 * after it was made is none of a person's any more, and browsers open no window for it.
 */
export async function openGoogle(page: Page): Promise<Page> {
  await isAwake(page);
  const opens = page.waitForEvent("popup");
  await page.getByRole("button", { name: /google/i }).click();
  return opens;
}

/** Signs in through the account chooser that stands in for Google's, until the toast says so. */
export async function signInWithGoogle(page: Page, { email, name }: Person): Promise<void> {
  const popup = await openGoogle(page);
  await field(popup, "google_email").fill(email);
  await field(popup, "google_name").fill(name);
  // The window closes under the click, and the toast does not wait for that.
  await Promise.all([
    expect(toast(page, `Signed In as ${name}`)).toBeVisible(),
    popup.getByRole("button", { name: "Continue" }).click(),
  ]);
}
