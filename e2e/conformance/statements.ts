import type { APIResponse, BrowserContext, Page } from "@playwright/test";
import { watch } from "../site";
import {
  expect,
  openSignedIn,
  test as base,
  type MadeContest,
  type Newcomer,
  type Role,
  type WorkerFixtures,
} from "../signed-in";

export { expect };

export type Viewer = Role | "visitor";

/** A page that several statements share. */
export interface Target {
  path: string;
  person?: Viewer;
  width?: number;
  /** Expected console messages. */
  forgive?: RegExp;
  /** Runs before the page loads. */
  before?: (page: Page) => Promise<unknown>;
  /** Brings the loaded page into the state that the statements are about. */
  prepare?: (page: Page) => Promise<unknown>;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Endpoint = `${Method} /${string}`;

export interface StatementFixtures {
  /** Loads a target once for consecutive statements; `{id}` in its path is the id of {@link sharedContest}. */
  tab: (target: Target) => Promise<Page>;
  /** An open contest with a prize of ৳45,000, which statements must not change. */
  sharedContest: () => Promise<MadeContest>;
  call: (who: Viewer | Newcomer, endpoint: Endpoint, data?: object) => Promise<APIResponse>;
  /** Returns the JSON response of a GET endpoint. */
  get: <T>(path: `/${string}`, who?: Viewer | Newcomer) => Promise<T>;
}

interface TestFixtures {
  /** Opens `path` in the session of a new account. */
  openAsNewcomer: (path: string, role?: "user" | "creator") => Promise<Newcomer>;
  /** Creates a contest, and an account that has joined it. */
  joined: (options?: { prize?: string }) => Promise<MadeContest & { person: Newcomer }>;
}

export const test = base.extend<TestFixtures, StatementFixtures>({
  openAsNewcomer: async ({ page, newcomer }, provide) => {
    await provide(async (path, role) => {
      const person = await newcomer(role);
      await openSignedIn(page, person, path);
      return person;
    });
  },
  joined: async ({ contest: create, newcomer, call }, provide) => {
    await provide(async (options) => {
      const [contest, person] = [await create(options), await newcomer()];
      await call(person, "PUT /join-contest", { contestId: contest._id, email: person.email });
      return { ...contest, person };
    });
  },
  call: [
    async ({ as }, provide) => {
      await provide(async (who, endpoint, data) => {
        const [method, path] = endpoint.split(" ") as [Method, string];
        const api = typeof who === "string" ? await as(who) : who.api;
        return api.fetch(`/api${path}`, { method, ...(data && { data }) });
      });
    },
    { scope: "worker" },
  ],
  get: [
    async ({ call }, provide) => {
      await provide(
        async <T>(path: `/${string}`, who: Viewer | Newcomer = "visitor") =>
          (await (await call(who, `GET ${path}`)).json()) as T,
      );
    },
    { scope: "worker" },
  ],
  sharedContest: [
    async ({ create }, provide) => {
      const removals: (() => Promise<unknown>)[] = [];
      let made: Promise<MadeContest> | undefined;
      await provide(() => (made ??= create.contest((act) => removals.unshift(act), { prize: "45000" })));
      for (const remove of removals) await remove();
    },
    { scope: "worker" },
  ],
  tab: [
    async ({ browser, stateOf, sharedContest }, provide, info) => {
      const { baseURL, locale, timezoneId } = info.project.use;
      let open: { target: Target; context: BrowserContext; page: Page; messages: string[] } | undefined;
      const load = async (target: Target) => {
        const { path, person = "visitor", width = 1280, before, prepare } = target;
        const context = await browser.newContext({
          baseURL,
          locale,
          timezoneId,
          viewport: { width, height: width < 1280 ? 900 : 800 },
          storageState: person === "visitor" ? { cookies: [], origins: [] } : await stateOf(person),
        });
        const page = await context.newPage();
        const messages: string[] = [];
        watch(page, messages);
        open = { target, context, page, messages };
        await before?.(page);
        await page.goto(path.includes("{id}") ? path.replace("{id}", (await sharedContest())._id) : path);
        await prepare?.(page);
        return open;
      };
      await provide(async (target) => {
        if (open?.target !== target) {
          await open?.context.close();
          open = undefined;
        }
        const { page, messages } = open ?? (await load(target));
        expect(
          messages.filter((message) => !target.forgive?.test(message)),
          "console",
        ).toEqual([]);
        return page;
      });
      await open?.context.close();
    },
    { scope: "worker" },
  ],
});

type Shared = Omit<StatementFixtures, "tab"> & Pick<WorkerFixtures, "as">;
type Statements = Record<string, (page: Page, fixtures: Shared) => Promise<unknown>>;

/** Declares statements about one page, which is loaded once for all of them. */
export function pageStatements(target: Target, statements: Statements, source?: string): void {
  inOneWorker(() => {
    for (const [title, check] of Object.entries(statements))
      test(title, source ? settled(source) : {}, async ({ tab, as, get, call, sharedContest }) => {
        await check(await tab(target), { as, get, call, sharedContest });
        // Fails if the page has logged errors since it was loaded.
        await tab(target);
      });
  });
}

/** Runs the tests of `declare` one after another in one worker, so that they can share a page. */
export function inOneWorker(declare: () => void): void {
  test.describe(() => {
    test.describe.configure({ mode: "default" });
    declare();
  });
}

/** Names the decision that a statement follows where it differs from the specification. */
export const settled = (description: string) => ({ annotation: { type: "settled", description } });
