import type { APIRequestContext, Locator, Page, Route } from "@playwright/test";
import type { Fault as Switched } from "@conquest/shared/contracts/parts/developer";
import type { Registry, RegistryRemote } from "@conquest/shared/contracts/parts/releases";
import { waitForHydration } from "../hydration";
import { switchParts } from "../developer";
import { releaseFiles, rollBack } from "../releases";
import { expect, test } from "../signed-in";
import type { Forgive } from "../site";

/** One page per remote, and a page of another remote to navigate from and to. */
const REMOTES = [
  {
    part: "mf-public",
    person: "user",
    path: "/all_contests",
    heading: "All Contests",
    elsewhere: "/dashboard/profile",
  },
  {
    part: "mf-dashboard-user",
    person: "user",
    path: "/dashboard/my_profile",
    heading: "My Profile",
    elsewhere: "/all_contests",
  },
  {
    part: "mf-dashboard-creator",
    person: "creator",
    path: "/dashboard/my_created_contests",
    heading: "My Created Contests",
    elsewhere: "/all_contests",
  },
  {
    part: "mf-dashboard-admin",
    person: "admin",
    path: "/dashboard/manage_users",
    heading: "Manage Users",
    elsewhere: "/all_contests",
  },
] as const;

type Place = (typeof REMOTES)[number];

const main = (page: Page) => page.locator("main");
const card = (page: Page) => main(page).getByRole("alert");
const heading = (page: Page, name: string) => main(page).getByRole("heading", { level: 1, name });
const filesOf = (part: string, kind: string) => new RegExp(`/mf/${part}/[^/]+/${kind}(\\?|$)`);
const SCRIPTS = "[^/]*\\.js";

const EXPECTED =
  /mf-|registry|Failed to load|integrity|MIME|net::ERR|SyntaxError|Unexpected|preload|RUNTIME|Federation/i;

/** Returns the versions of a remote whose stylesheets are active. */
const activeStyleVersions = (page: Page, part: string) =>
  page.evaluate((folder) => {
    const all = [
      ...document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>("link[rel=stylesheet], style[data-href]"),
    ];
    const inForce = all
      .filter(({ sheet, media }) => sheet && media !== "not all")
      .map((element) => new URL(element.dataset["href"] ?? (element as HTMLLinkElement).href, location.href).pathname);
    return [...new Set(inForce.filter((path) => path.startsWith(folder)).map((path) => path.split("/")[3]))];
  }, `/mf/${part}/`);

/** Navigates like a link of the shell, without a reload. */
async function navigate(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: 1, key: Math.random().toString(36).slice(2) }, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, address);
}

/** Opens another remote's page in a tab that can detect a reload. */
async function openElsewhere(page: Page, { elsewhere }: Place): Promise<() => Promise<void>> {
  await page.goto(elsewhere);
  await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
  // A server-rendered page shows its heading before hydration.
  if (!elsewhere.startsWith("/dashboard")) await waitForHydration(page);
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
  return async () => expect(await page.evaluate(() => "isSameDocument" in globalThis), "no reload").toBe(true);
}

async function expectRestWorks(page: Page): Promise<void> {
  await expect(page.getByRole("navigation").first()).toBeVisible();
  // The shell's stylesheet is still active.
  await expect(card(page)).toHaveCSS("display", /flex|grid/);
  await expect(card(page).locator("code")).toHaveText(/^[0-9a-f]{8}$/);
}

const edit = (change: (body: string) => string) => async (route: Route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: change(await response.text()) });
};

/** Unlike `unroute`, waits for running handlers: a response of a removed route throws. */
const endRoutes = (page: Page) => page.unrouteAll({ behavior: "wait" });

interface Fault {
  name: string;
  says: RegExp;
  /**
   * Either the developer panel's switch, so that the server itself responds this way, or a replacement for responses to
   * the browser.
   */
  by: Switched | [files: string, answer: (route: Route) => unknown];
}

/** Like the server's 404 response: Chromium reports no status to the page for such a stylesheet. */
const respondNotFound = (route: Route) =>
  route.fulfill({
    status: 404,
    contentType: "application/json",
    headers: { "x-content-type-options": "nosniff" },
    body: JSON.stringify({ error: { code: "not_found", message: "" } }),
  });

const FAULTS: Fault[] = [
  { name: "404", says: /files are missing/, by: "missing" },
  { name: "500", says: /files are missing/, by: "500" },
  { name: "HTML", says: /failed a security check/, by: "html" },
  { name: "no connection", says: /couldn't reach it/, by: "down" },
  { name: "tampered files", says: /failed a security check/, by: "tampered" },
  { name: "the chunk of the page missing", says: /files are missing/, by: "chunk" },
  { name: "a crash while rendering", says: /stopped because of an error on our side/, by: "crash" },
  {
    name: "a truncated script",
    says: /failed a security check/,
    by: [SCRIPTS, edit((body) => body.slice(0, body.length / 2))],
  },
  {
    name: "a tampered stylesheet",
    says: /failed a security check/,
    by: ["[^/]*\\.css", edit((body) => `${body} body{background:red}`)],
  },
  { name: "a missing stylesheet", says: /files are missing/, by: ["[^/]*\\.css", respondNotFound] },
  {
    name: "a tampered chunk of the page",
    says: /failed a security check/,
    by: ["page-[^/]*\\.js", edit((body) => `${body};window.tampered=1`)],
  },
];

/** Starts the fault; the returned function ends it. */
async function startFault(page: Page, part: string, { by }: Pick<Fault, "by">): Promise<() => Promise<void>> {
  const { baseURL } = test.info().project.use;
  if (typeof by === "string") {
    await switchParts(page, { [part]: by }, baseURL!);
    return () => switchParts(page, {}, baseURL!);
  }
  const [files, answer] = by;
  const address = filesOf(part, files);
  await page.route(address, answer as (route: Route) => Promise<void>);
  return () => endRoutes(page);
}

async function recovers(page: Page, { part, heading: name }: Place): Promise<void> {
  await card(page).getByRole("button", { name: "Retry" }).click();
  await expect(heading(page, name)).toBeVisible({ timeout: 30_000 });
  await expect(card(page)).toHaveCount(0);
  expect(await activeStyleVersions(page, part)).toHaveLength(1);
}

const expectTrouble = (forgive: Forgive) => forgive(EXPECTED);

for (const place of REMOTES) {
  const { part, person, path, heading: name } = place;
  test.describe(part, () => {
    test.use({ person });

    for (const { name: fault, says, by } of FAULTS) {
      test(`with ${fault}: the remote shows an error, and Retry recovers without a reload`, async ({
        page,
        forgive,
      }) => {
        expectTrouble(forgive);
        const stop = await startFault(page, part, { by });
        const isSame = await openElsewhere(page, place);
        await navigate(page, path);
        await expect(card(page)).toContainText(says, { timeout: 30_000 });
        await expectRestWorks(page);
        expect(await page.evaluate(() => "tampered" in globalThis)).toBe(false);
        const first = (await card(page).locator("code").textContent())!;
        await navigate(page, place.elsewhere);
        await expect(card(page)).toHaveCount(0);
        await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
        await navigate(page, path);
        // Returning causes a new attempt with a new error instead of the old one.
        await expect(card(page).locator("code")).not.toHaveText(first, { timeout: 30_000 });
        await expect(card(page)).toContainText(says);
        await stop();
        await recovers(page, place);
        await isSame();
      });
    }

    test("with files that hang: the remote times out, and Retry recovers without a reload", async ({
      page,
      forgive,
    }) => {
      expectTrouble(forgive);
      await page.clock.install();
      const stop = await startFault(page, part, { by: "hangs" });
      const isSame = await openElsewhere(page, place);
      await navigate(page, path);
      await expect(async () => {
        await page.clock.runFor(11_000);
        await expect(card(page)).toContainText("took too long", { timeout: 500 });
      }).toPass();
      await expectRestWorks(page);
      await stop();
      await recovers(page, place);
      await isSame();
    });

    test("with slow files: the page appears once they are loaded", async ({ page }) => {
      await startFault(page, part, { by: "slow" });
      await openElsewhere(page, place);
      await navigate(page, path);
      await expect(main(page).getByRole("status").filter({ hasText: "Loading" }).first()).toBeVisible();
      await expect(heading(page, name)).toBeVisible({ timeout: 30_000 });
      await expect(card(page)).toHaveCount(0);
    });

    test("with a contract that is too new: the remote is not loaded until fixed", async ({ page, forgive }) => {
      expectTrouble(forgive);
      const stop = await startFault(page, part, { by: "skew" });
      const isSame = await openElsewhere(page, place);
      await navigate(page, path);
      await expect(card(page)).toContainText("needs a newer version of this site");
      await expectRestWorks(page);
      await stop();
      await recovers(page, place);
      await isSame();
    });

    test("switched off: the remote shows the reason, and Retry finds it enabled again", async ({ page, forgive }) => {
      expectTrouble(forgive);
      const stop = await changeRegistry(page, part, (entry) => ({
        ...entry,
        isEnabled: false,
        reason: "We are counting the votes.",
      }));
      const isSame = await openElsewhere(page, place);
      await navigate(page, path);
      await expect(card(page)).toContainText("We are counting the votes.");
      await expectRestWorks(page);
      await stop();
      await recovers(page, place);
      await isSame();
    });

    const UNREADABLE: [string, (entry: RegistryRemote) => unknown][] = [
      ["with an entry in the registry that cannot be read", () => ({ current: 7 })],
      [
        "with a menu entry in the registry that cannot be rendered",
        (entry) => ({
          ...entry,
          current: {
            ...entry.current,
            remote: {
              ...entry.current.remote,
              menu: [{ to: path, label: "Mine", icon: "icon.svg", shapes: 7, order: 1, roles: [person] }],
            },
          },
        }),
      ],
    ];
    for (const [what, change] of UNREADABLE) {
      test(`${what}: only that remote is unavailable, and the menu still works`, async ({ page, forgive }) => {
        expectTrouble(forgive);
        // A returning visitor would continue with the cached registry entry.
        await page.addInitScript(() => localStorage.removeItem("conquest.registry"));
        const stop = await changeRegistry(page, part, change as (entry: RegistryRemote) => RegistryRemote);
        const isSame = await openElsewhere(page, place);
        // The dashboard pages of every role belong to the user remote.
        if (part !== "mf-dashboard-user") {
          await navigate(page, "/dashboard/profile");
          await expect(
            page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Profile", exact: true }),
          ).toBeVisible();
        }
        await navigate(page, path);
        await expect(card(page)).toContainText("This page is being repaired");
        await expectRestWorks(page);
        await stop();
        await recovers(page, place);
        await isSame();
      });
    }

    test("a release whose files fail to load falls back to the previous one without leftovers", async ({
      page,
      as,
      afterwards,
      forgive,
    }) => {
      expectTrouble(forgive);
      const api = await as("visitor");
      const before = await currentVersion(api, part);
      afterwards(() => rollBackTo(api, part, before));
      const broken = await releaseAndWait(api, part, newer);
      const faults: [string, (route: Route) => Promise<void>][] = [
        [SCRIPTS, edit((body) => `${body};`)],
        ["[^/]*\\.css", edit((body) => `${body} `)],
        ["page-[^/]*\\.js", (route) => route.fulfill({ status: 404, body: "" })],
      ];
      for (const [files, answer] of faults) {
        const address = new RegExp(`/mf/${part}/${broken}/${files}`);
        await page.route(address, answer);
        await openElsewhere(page, place);
        await navigate(page, path);
        await expect(heading(page, name), files).toBeVisible({ timeout: 30_000 });
        await expect.poll(() => activeStyleVersions(page, part), { message: files }).toEqual([before]);
        await endRoutes(page);
      }
    });

    test("a release that crashes while rendering falls back to the previous one or an error", async ({
      page,
      as,
      afterwards,
      forgive,
    }) => {
      expectTrouble(forgive);
      const api = await as("visitor");
      const failures: string[] = [];
      page.on("console", (message) => message.text().startsWith(`[conquest] ${part}`) && failures.push(message.text()));
      const before = await currentVersion(api, part);
      afterwards(() => rollBackTo(api, part, before));
      const first = await releaseAndWait(api, part, crashing(part, 1));
      await openElsewhere(page, place);
      await navigate(page, path);
      await expect(heading(page, name)).toBeVisible();
      expect(failures.join("\n")).toMatch(
        new RegExp(`crash, incident [0-9a-f]{8}, wanted ${first}, running ${before}`),
      );

      const second = await releaseAndWait(api, part, crashing(part, 2));
      failures.length = 0;
      const isSame = await openElsewhere(page, place);
      await navigate(page, path);
      await expect(card(page)).toContainText("stopped because of an error on our side");
      await expectRestWorks(page);
      const [fallback, both] = failures;
      expect(fallback).toContain(`wanted ${second}, running ${first}`);
      expect(fallback).toContain(await card(page).locator("code").innerText());
      expect(both).toContain(`wanted ${first}`);
      await rollBackTo(api, part, before);
      await recovers(page, place);
      expect(await activeStyleVersions(page, part)).toEqual([before]);
      await isSame();
    });
  });
}

const newer = (file: string, content: string) => (file.endsWith(".css") ? `${content}/* newer */` : content);

/** The scripts load, but the pages crash. */
const crashing = (part: string, count: number) => (file: string, content: string) => {
  const container = part.replaceAll("-", "_");
  const crash = `;{const sound=${container};${container}={init:(...given)=>sound.init(...given),get:async(name)=>{const make=await sound.get(name);return()=>({...make(),default(){throw new Error("This part cannot draw ${count}.")}})}}}`;
  return file === "remoteEntry.js" ? content.replace(/\n\/\/# sourceMappingURL.*$/, "") + crash : content;
};

async function currentVersion(api: APIRequestContext, part: string): Promise<string> {
  const { remotes } = (await (await api.get("/mf/registry.json")).json()) as Registry;
  return remotes[part]!.current.version;
}

async function releaseAndWait(
  api: APIRequestContext,
  part: string,
  change: Parameters<typeof releaseFiles>[2],
): Promise<string> {
  const version = await releaseFiles(api, part, change);
  await expect.poll(() => currentVersion(api, part)).toBe(version);
  return version;
}

async function rollBackTo(api: APIRequestContext, part: string, version: string): Promise<void> {
  for (let left = 3; left > 0 && (await currentVersion(api, part)) !== version; left -= 1) {
    const before = await currentVersion(api, part);
    await rollBack(api, part);
    await expect.poll(() => currentVersion(api, part)).not.toBe(before);
  }
  expect(await currentVersion(api, part)).toBe(version);
}

/** Changes one remote's registry entry, in the HTML and in the registry, until stopped. */
async function changeRegistry(
  page: Page,
  part: string,
  change: (entry: RegistryRemote) => RegistryRemote,
): Promise<() => Promise<void>> {
  const changed = (text: string) => {
    const registry = JSON.parse(text) as Registry;
    const entry = registry.remotes[part];
    if (entry) registry.remotes[part] = change(entry);
    return JSON.stringify(registry);
  };
  return replaceRegistry(page, changed);
}

async function replaceRegistry(page: Page, changed: (text: string) => string): Promise<() => Promise<void>> {
  // Chromium treats the intercepted page as having no known address space, so it may not access the local identity
  // service.
  await page.context().grantPermissions(["local-network-access"]);
  const BLOCK = /(id="conquest-registry">)([^<]*)/;
  const isPage = (url: URL) => !/^\/(mf|api|media)\//.test(url.pathname);
  await page.route("**/mf/registry.json", edit(changed));
  await page.route(isPage, async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    await edit((html) => html.replace(BLOCK, (_, open: string, text: string) => open + changed(text)))(route);
  });
  return () => endRoutes(page);
}

test.describe("the registry", () => {
  const BROKEN: [string, (route: Route) => Promise<void>][] = [
    ["is down", (route) => route.abort("connectionrefused")],
    ["answers with an error", (route) => route.fulfill({ status: 500, body: "" })],
    ["is missing", (route) => route.fulfill({ status: 404, body: "" })],
    ["is garbage", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" })],
    ["is of another form", (route) => route.fulfill({ json: { schema: 1, revision: 1, remotes: [] } })],
  ];
  for (const [how, answer] of BROKEN) {
    test(`${how}: the site shows a repair notice, and Retry recovers`, async ({ page, forgive }) => {
      expectTrouble(forgive);
      forgive(/Failed to load/);
      const stop = await replaceRegistry(page, () => "{");
      await page.route("**/mf/registry.json", answer);
      await page.goto("/about");
      await expect(card(page)).toContainText("The site is being repaired");
      await expect(page).toHaveTitle("Not available | Conquest");
      await expect(page.getByRole("banner")).toBeVisible();
      await expect(page.getByText("does not exist")).toHaveCount(0);
      await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
      await stop();
      await card(page).getByRole("button", { name: "Retry" }).click();
      await expect(heading(page, "About us")).toBeVisible();
      expect(await page.evaluate(() => "isSameDocument" in globalThis)).toBe(true);
      expect(await activeStyleVersions(page, "mf-public")).toHaveLength(1);
    });
  }
});

for (const { part } of REMOTES) {
  test(`a release of ${part} that bundles its own React is rejected`, async ({ as }) => {
    const api = await as("visitor");
    const before = await currentVersion(api, part);
    const withReact = (file: string, content: string) =>
      file === "remoteEntry.js" ? `${content}\n;Symbol.for("react.transitional.element")` : content;
    await expect(releaseFiles(api, part, withReact)).rejects.toThrow(/brings a copy of React/);
    expect(await currentVersion(api, part)).toBe(before);
  });
}

const offerOf = (page: Page): Locator => page.getByRole("status").filter({ hasText: "A new version is available." });

test("an open tab offers a newer release, but not while typing", async ({ page, as, afterwards }) => {
  const api = await as("visitor");
  await page.clock.install();
  await page.goto("/contact_us?from=here");
  await expect(heading(page, "Contact")).toBeVisible();
  const field = page.locator("main textarea");
  const before = await currentVersion(api, "mf-public");
  afterwards(() => rollBackTo(api, "mf-public", before));
  await page.waitForLoadState("networkidle");
  const version = await releaseAndWait(api, "mf-public", newer);
  await field.fill("Dear people of Conquest");
  const asked = page.waitForResponse("**/mf/registry.json");
  await page.clock.runFor(61_000);
  await asked;
  await expect(offerOf(page)).toHaveCount(0);
  await field.fill("");
  await expect(offerOf(page)).toBeVisible();
  expect(await activeStyleVersions(page, "mf-public")).toEqual([before]);
  await field.fill("One more thing");
  await expect(async () => {
    await page.clock.runFor(2000);
    await expect(offerOf(page)).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await field.fill("");
  await offerOf(page).getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => activeStyleVersions(page, "mf-public")).toEqual([version]);
  await expect(page).toHaveURL("/contact_us?from=here");
});
