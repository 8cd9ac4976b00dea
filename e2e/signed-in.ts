import { randomBytes } from "node:crypto";
import type { APIRequestContext, BrowserContext, JSHandle, Locator, Page } from "@playwright/test";
import type { ContestFormInput } from "@conquest/shared/contracts/contests";
import { siteConfig, type SiteConfig } from "@conquest/shared/contracts/parts/site-config";
import { aContestForm as sampleContestForm } from "@conquest/shared/testing/samples";
import { waitForHydration } from "./hydration";
import { admin, newPerson, creator, user, type Person } from "./people";
import { avatar, expect, fillContestForm, signIn, test as base, type Fixtures } from "./site";

export { expect, fillContestForm };

export type Role = "user" | "creator" | "admin";
type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

const DEMO: Record<Role, Person> = { user, creator, admin };
const SIGNED_OUT: StorageState = { cookies: [], origins: [] };

/** A signed-in account that exists only during this test. */
export interface Newcomer extends Person {
  id: string;
  api: APIRequestContext;
}

interface ContestOptions extends Partial<ContestFormInput> {
  by?: Newcomer;
  /** Leaves the contest in review. */
  isPending?: boolean;
}

export interface MadeContest extends ContestFormInput {
  _id: string;
  owner: Newcomer;
}

export interface TestFixtures {
  person: Role | "visitor";
  newcomer: (role?: "user" | "creator") => Promise<Newcomer>;
  /** Creates a contest through the API and deletes it after the test. */
  contest: (options?: ContestOptions) => Promise<MadeContest>;
}

type Afterwards = Fixtures["afterwards"];

interface Create {
  newcomer: (afterwards: Afterwards, role: "user" | "creator") => Promise<Newcomer>;
  contest: (afterwards: Afterwards, options: ContestOptions) => Promise<MadeContest>;
}

export interface WorkerFixtures {
  /** Returns the storage state of a signed-in demo account, cached per worker. */
  stateOf: (role: Role) => Promise<StorageState>;
  /** Returns a request context with the session of a demo account, or without a session. */
  as: (role: Role | "visitor") => Promise<APIRequestContext>;
  /** Creates an account with the identity provider and opens a session for it. */
  arrive: (person: Person) => Promise<APIRequestContext>;
  /** Creates accounts and contests, and registers their removal. */
  create: Create;
}

/** Returns the time in `days` days as an ISO string without milliseconds. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");

export const LONG_DESCRIPTION =
  "Design a kite that carries the colours of the delta, flies in the lightest wind of spring, and can be folded into a school bag by a child of nine.";

/** Returns a filled form with a random name, so distinct that fuzzy search does not match other tests' contests. */
export function aContestForm(given: Partial<ContestFormInput> = {}): ContestFormInput {
  const name = `Kites over the delta ${randomBytes(6).toString("hex")}`;
  return sampleContestForm({ name, description: LONG_DESCRIPTION, ...given });
}

async function configOf(api: APIRequestContext): Promise<SiteConfig> {
  const html = await (await api.get("/login")).text();
  const block = /<script type="application\/json" id="conquest-config">([^<]*)<\/script>/.exec(html)?.[1] ?? "null";
  return siteConfig.parse(JSON.parse(block));
}

interface ProviderAccount {
  localId: string;
  idToken: string;
  refreshToken: string;
}

async function callProvider(
  api: APIRequestContext,
  act: "signUp" | "signInWithPassword",
  { name, email, password }: Person,
): Promise<ProviderAccount> {
  const { identity } = await configOf(api);
  const answer = await api.post(
    `${identity.emulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:${act}?key=${identity.apiKey}`,
    { data: { email, password, returnSecureToken: true, ...(act === "signUp" && { displayName: name }) } },
  );
  expect(answer.ok(), `${act} of ${email}`).toBe(true);
  return (await answer.json()) as ProviderAccount;
}

/** Requests an ID token from the identity provider, as the pages send it to `/jwt`. */
export const idToken = async (...call: Parameters<typeof callProvider>): Promise<string> =>
  (await callProvider(...call)).idToken;

export const uidOf = async (api: APIRequestContext, person: Person): Promise<string> =>
  (await callProvider(api, "signInWithPassword", person)).localId;

/** Opens `path` in the session of a newcomer. The sign-in is stored where Firebase reads it, so no login page is needed. */
export async function openSignedIn(page: Page, person: Newcomer, path: string): Promise<void> {
  const { apiKey } = (await configOf(person.api)).identity;
  const { localId, idToken: accessToken, refreshToken } = await callProvider(person.api, "signInWithPassword", person);
  const appName = "[DEFAULT]";
  const account = {
    uid: localId,
    email: person.email,
    emailVerified: false,
    displayName: person.name,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: { refreshToken, accessToken, expirationTime: Date.now() + 3_600_000 },
    apiKey,
    appName,
  };
  await page.context().addCookies((await person.api.storageState()).cookies);
  await page.addInitScript(
    ([key, value]) => {
      // Runs at each navigation, but must not sign in again after a logout.
      if (sessionStorage.getItem(key!)) return;
      sessionStorage.setItem(key!, "stored");
      localStorage.setItem(key!, value!);
    },
    [`firebase:authUser:${apiKey}:${appName}`, JSON.stringify(account)],
  );
  await page.goto(path);
}

/** Marks the email address as verified at the identity provider; the site learns of it at the next sign-in. */
export async function verifyEmailAddress(person: Newcomer): Promise<void> {
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

/** Invites the person to judge, with a verified address, and accepts the invitation. */
export async function makeJudge(owner: Newcomer, judge: Newcomer, contestId: string): Promise<void> {
  await verifyEmailAddress(judge);
  const token = await idToken(judge.api, "signInWithPassword", judge);
  // The site learns of the verified address when they log in.
  await judge.api.post("/api/jwt", { data: { email: judge.email }, headers: { Authorization: `Bearer ${token}` } });
  await owner.api.post(`/api/contest-judges/${contestId}`, { data: { email: judge.email } });
  const [invitation] = (await (await judge.api.get("/api/judging-invitations")).json()) as { _id: string }[];
  const answer = await judge.api.put(`/api/judging-invitations/${invitation!._id}`, { data: { accepts: true } });
  expect(answer.ok()).toBe(true);
}

/**
 * Copies the sign-in to localStorage, which Firebase also reads. Playwright may lose restored IndexedDB data, because it
 * closes the restoring page before the transaction ends.
 */
const copySignInToLocalStorage = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const openRequest = indexedDB.open("firebaseLocalStorageDb");
    openRequest.onerror = () => reject(new Error("There is no database of a sign-in."));
    openRequest.onsuccess = () => {
      const stored = openRequest.result
        .transaction("firebaseLocalStorage")
        .objectStore("firebaseLocalStorage")
        .getAll();
      stored.onsuccess = () => {
        for (const { fbase_key: key, value } of stored.result as { fbase_key: string; value: unknown }[])
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
      const signInOnce = async (role: Role) => {
        const context = await browser.newContext({ baseURL: info.project.use.baseURL, storageState: SIGNED_OUT });
        const page = await context.newPage();
        await signIn(page, DEMO[role]);
        await page.evaluate(copySignInToLocalStorage);
        const state = await context.storageState();
        await context.close();
        return state;
      };
      await provide((role) => {
        const known = states.get(role) ?? signInOnce(role);
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
        const api = await playwright.request.newContext({
          baseURL: info.project.use.baseURL,
          storageState: SIGNED_OUT,
        });
        if (role !== "visitor") await openSession(api, DEMO[role], "signInWithPassword");
        return api;
      };
      await provide(async (role) => {
        const known = opened.get(role) ?? open(role);
        opened.set(role, known);
        const api = await known;
        // The session may have been evicted: sessions per account are limited, and tests open many.
        const isExpired = role !== "visitor" && !(await api.get(`/api/user/${DEMO[role].email}`)).ok();
        if (isExpired) await openSession(api, DEMO[role], "signInWithPassword");
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
        const api = await playwright.request.newContext({
          baseURL: info.project.use.baseURL,
          storageState: SIGNED_OUT,
        });
        opened.push(api);
        await openSession(api, person, "signUp");
        return api;
      });
      for (const api of opened) await api.dispose();
    },
    { scope: "worker" },
  ],
  create: [
    async ({ arrive, as }, provide) => {
      const newcomer: Create["newcomer"] = async (afterwards, role) => {
        const person = newPerson();
        const api = await arrive(person);
        const saved = await api.put("/api/save-user", {
          data: { ...person, image: "", role: "user", status: "Verified" },
        });
        const { _id: id } = (await saved.json()) as { _id: string };
        if (role === "creator") await (await as("admin")).put(`/api/update-user/${id}`, { data: { role } });
        afterwards(async () => {
          // Blocks the account first, because public wins at a deleted creator's contests would stay visible.
          await (await as("admin")).put(`/api/update-user/${id}`, { data: { status: "blocked" } });
          await (await as("admin")).delete(`/api/delete-user/${id}`);
        });
        return { ...person, id, api };
      };
      const contest: Create["contest"] = async (afterwards, { by, isPending = false, ...given }) => {
        const owner = by ?? (await newcomer(afterwards, "creator"));
        const form = aContestForm(given);
        const answer = await owner.api.post("/api/create-contest", { data: form });
        expect(answer.ok(), await answer.text()).toBe(true);
        const { insertedId: _id } = (await answer.json()) as { insertedId: string };
        afterwards(async () => (await as("admin")).delete(`/api/delete-contest/${_id}`, { data: {} }));
        if (!isPending)
          await (await as("admin")).put(`/api/update-contest-status/${_id}`, { data: { status: "open" } });
        return { ...form, _id, owner };
      };
      await provide({ newcomer, contest });
    },
    { scope: "worker" },
  ],
  person: ["visitor", { option: true }],
  storageState: async ({ person, stateOf }, provide) => {
    await provide(person === "visitor" ? SIGNED_OUT : await stateOf(person));
  },
  newcomer: async ({ create, afterwards }, provide) => {
    await provide((role = "user") => create.newcomer(afterwards, role));
  },
  contest: async ({ create, afterwards }, provide) => {
    await provide((options = {}) => create.contest(afterwards, options));
  },
});

/**
 * Delays matching requests until the returned function is called, to test pending states. Never removes the route, because
 * removing it while it forwards a request can lose that request.
 */
export async function pauseRequests(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

export const answerWith = (page: Page, address: string | RegExp, json: unknown, status = 200) =>
  page.route(address, (route) => route.fulfill({ status, json }));

export const nextCall = (page: Page, method: string, path: string | RegExp) =>
  page.waitForRequest((request) => {
    const { pathname } = new URL(request.url());
    return request.method() === method && (typeof path === "string" ? pathname === `/api${path}` : path.test(pathname));
  });

export async function openAccountMenu(page: Page): Promise<Locator> {
  await avatar(page).click();
  await expect(avatar(page)).toHaveAttribute("aria-expanded", "true");
  return page.locator(`[id="${await avatar(page).getAttribute("aria-controls")}"]`);
}

export const themeToggle = (page: Page) => page.getByRole("checkbox", { name: "Dark theme" });

/** Waits for the new state, because a click before hydration takes effect only after it. */
export async function switchTheme(page: Page, theme: "dark" | "light"): Promise<void> {
  await themeToggle(page).click({ force: true });
  await expect(themeToggle(page)).toBeChecked({ checked: theme === "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
}

export async function openSiteMenu(page: Page): Promise<Locator> {
  const button = page.getByRole("banner").getByRole("button", { name: "Menu", exact: true });
  await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  return page.getByRole("banner");
}

export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("region", { name: "Status messages" }).locator("> div").filter({ hasText: text });

export async function columnsOf(cards: Locator): Promise<number> {
  await expect(cards.first()).toBeVisible();
  const tops = await cards.evaluateAll((elements) =>
    elements.map((element) => Math.round(element.getBoundingClientRect().top)),
  );
  return tops.filter((top) => top === tops[0]).length;
}

export const WIDTHS = [
  { size: "small", width: 375, columns: 1 },
  { size: "medium", width: 768, columns: 2 },
  { size: "large", width: 1280, columns: 3 },
] as const;

/** Finds a form control by its `name`, which the specification defines. */
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

/** Returns the page's instance of a singleton module such as `toast`. */
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

export async function nextBody<T>(page: Page, method: string, path: string | RegExp): Promise<T> {
  return (await nextCall(page, method, path)).postDataJSON() as T;
}

/**
 * Clicks the Google button and returns the popup. Waits for hydration first: browsers block a popup if the handler runs long
 * after the click.
 */
export async function openGoogle(page: Page): Promise<Page> {
  await waitForHydration(page);
  const opens = page.waitForEvent("popup");
  await page.getByRole("button", { name: /google/i }).click();
  return opens;
}

/** Signs in through the emulated Google account chooser and waits for the toast. */
export async function signInWithGoogle(page: Page, { email, name }: Person): Promise<void> {
  const popup = await openGoogle(page);
  await field(popup, "google_email").fill(email);
  await field(popup, "google_name").fill(name);
  // Waits in parallel, because the click closes its own window and the toast may appear before it resolves.
  await Promise.all([
    expect(toast(page, `Signed In as ${name}`)).toBeVisible(),
    popup.getByRole("button", { name: "Continue" }).click(),
  ]);
}
