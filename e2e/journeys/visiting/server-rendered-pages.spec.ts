import type { Page } from "@playwright/test";
import { difference } from "../../../scripts/src/browser/compare-pictures";
import { waitForHydration } from "../../hydration";
import { user } from "../../people";
import { avatar, expect, test } from "../../site";

const PAGES = [
  "/",
  "/all_contests",
  "/top_contests",
  "/login",
  "/register",
  "/contact_us",
  "/about",
  "/terms",
  "/privacy",
  "/cookies",
];

async function publicPages(page: Page): Promise<string[]> {
  const contests = (await (await page.request.get("/api/popular-contests")).json()) as { _id: string }[];
  return [...PAGES, `/contest-details/${contests[0]!._id}`];
}

const heading = (page: Page) => page.locator("main").getByRole("heading", { level: 1 });

test("without scripts public pages can be read, links work and the search finds contests", async ({
  browser,
  page,
  baseURL,
}) => {
  const pages = await publicPages(page);
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const reader = await context.newPage();
  for (const path of pages) {
    const answer = await reader.goto(path);
    expect(answer?.status(), path).toBe(200);
    await expect(heading(reader), path).toBeVisible();
    expect((await heading(reader).innerText()).trim(), path).not.toBe("");
  }
  // On phones the menu cannot be opened, so its links are above the content.
  await reader.setViewportSize({ width: 360, height: 740 });
  await expect(reader.getByRole("banner").getByRole("link", { name: "All Contests" })).toBeVisible();
  const [menu, main] = await Promise.all(
    [reader.getByRole("banner"), reader.locator("main")].map((place) => place.boundingBox()),
  );
  expect(main!.y).toBeGreaterThanOrEqual(menu!.y + menu!.height);
  await reader.getByRole("banner").getByRole("link", { name: "All Contests" }).click();
  await expect(reader).toHaveURL("/all_contests");
  await reader.setViewportSize({ width: 1280, height: 720 });
  expect((await reader.goto("/contest-details/nothing"))?.status()).toBe(404);
  await expect(reader.locator("main noscript")).toBeVisible();
  await reader.goto("/");
  await expect(reader.getByRole("link", { name: "Login" })).toBeVisible();
  const name = await reader.locator("main article h3").first().innerText();
  await reader.getByRole("searchbox").fill(name);
  await reader.getByRole("button", { name: "Search" }).click();
  await expect(reader).toHaveURL(/\?q=/);
  await expect(reader.getByRole("region", { name: "Search Results" }).getByRole("heading", { name })).toBeVisible();
  await reader.getByRole("banner").getByRole("link", { name: "All Contests" }).click();
  await reader.locator("main article a").first().click();
  await expect(reader).toHaveURL(/\/contest-details\//);
  await expect(heading(reader)).toBeVisible();
  // Every contest can be reached, also through filters.
  await reader.goto("/all_contests");
  const first = await reader.locator("main article h2").first().innerText();
  await reader.getByRole("link", { name: "Show more" }).click();
  await expect(reader.getByRole("link", { name: "Back to the start of the list" })).toBeVisible();
  await expect(reader.locator("main article h2").first()).not.toHaveText(first);
  await reader.goto("/all_contests");
  await reader.getByLabel("Status", { exact: true }).selectOption("completed");
  await reader.getByRole("button", { name: "Apply" }).click();
  await expect(reader).toHaveURL(/phase=completed/);
  await expect(reader.locator("main article").first()).toContainText("Completed");
  // Typed passwords must never end up in a URL.
  await reader.goto("/login");
  await reader.getByLabel("Email").fill("somebody@example.com");
  await reader.getByLabel("Password").fill("secret-word");
  await reader.getByRole("button", { name: "Login", exact: true }).click();
  await expect(reader).toHaveURL("/login");
  await context.close();
});

/** Attributes that differ from React's props after hydration, which React neither fixes nor reports. */
const wrongAttributes = (page: Page) =>
  page.evaluate(() => {
    const names: Record<string, string> = { className: "class", htmlFor: "for" };
    const isLooked = (name: string) => /^(?:id|htmlFor|className|href|title|name|type|role|aria-.+)$/.test(name);
    return [...document.querySelectorAll("#root *")].flatMap((element) => {
      const key = Object.keys(element).find((each) => each.startsWith("__reactProps$"));
      const props = key ? (element as unknown as Record<string, Record<string, unknown>>)[key]! : {};
      return Object.entries(props)
        .filter(
          ([name, value]) =>
            isLooked(name) && typeof value === "string" && element.getAttribute(names[name] ?? name) !== value,
        )
        .map(
          ([name, value]) =>
            `${element.tagName} ${name}: ${element.getAttribute(names[name] ?? name)} for ${String(value)}`,
        );
    });
  });

for (const theme of ["light", "dark"]) {
  test(`a server-rendered page hydrates in the ${theme} theme without a mismatch or another request`, async ({
    page,
  }) => {
    await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/") && request.resourceType() !== "image") asked.push(pathname);
    });
    for (const path of await publicPages(page)) {
      const html = await (await page.request.get(path)).text();
      expect(html, path).toContain('id="conquest-drawn"');
      // A hydration mismatch is reported as an uncaught error, which fails the test.
      await page.goto(path);
      await waitForHydration(page);
      expect(asked, path).toEqual([]);
      expect(await wrongAttributes(page), path).toEqual([]);
    }
  });
}

for (const width of [360, 768, 1440]) {
  for (const theme of ["light", "dark"]) {
    test(`nothing moves when a page of ${width} px hydrates in the ${theme} theme`, async ({ page }, info) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
      const pages = await publicPages(page);
      for (const path of ["/", "/all_contests", "/login", pages.at(-1)!]) {
        const wake = await delayFiles(page, /\/mf\/.*\.js/);
        await page.goto(path, { waitUntil: "commit" });
        // The HTML is complete, and no script has run.
        await page.waitForFunction(() => document.readyState !== "loading");
        await expect(heading(page)).toBeVisible();
        const before = await photograph(page);
        wake();
        await waitForHydration(page);
        const awake = await photograph(page);
        const { share, box } = await difference(page, before, awake);
        // Attached to see what moved.
        if (share > 0)
          for (const [name, body] of Object.entries({ before, awake }))
            await info.attach(`${path} ${name}`, { body, contentType: "image/png" });
        expect(share, `${path} at ${width} px, within ${box.join()}`).toBeLessThan(0.0005);
        await page.unroute(/\/mf\/.*\.js/);
      }
    });
  }
}

/** Takes a screenshot without anything that depends on the visitor, the clock or scripts, like a contest's bottom bar. */
async function photograph(page: Page): Promise<Buffer> {
  // Load fonts explicitly: until text uses them, no request is pending that could be awaited. They are unknown until
  // the stylesheets have loaded, which a returning browser gets as links.
  const areLoaded = () =>
    page.evaluate(async () => {
      const asked = await Promise.all(["1em Archivo", "1em Taka"].map((font) => document.fonts.load(font, "A৳")));
      return asked.every((faces) => faces.length > 0);
    });
  await expect.poll(areLoaded).toBe(true);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const isSeen = (picture: HTMLImageElement) => picture.getBoundingClientRect().top < innerHeight;
    await Promise.all(
      [...document.images]
        .filter((picture) => isSeen(picture) || picture.loading !== "lazy")
        .map((picture) => picture.decode().catch(() => undefined)),
    );
  });
  // A style element would be blocked by the content security policy.
  const show = (visibility: string) =>
    page.evaluate((value) => {
      const changing = document.querySelectorAll<HTMLElement>(
        ".sh-navbar-end, [role=timer], .cq-deadline, main time, main article > :last-child",
      );
      // A sentence's day is first in UTC, then in the visitor's zone.
      const dated = [...document.querySelectorAll<HTMLElement>("main .cq-hint")].filter(({ textContent }) =>
        /\b20\d\d\b/.test(textContent),
      );
      for (const { style } of [...changing, ...dated]) style.visibility = value;
    }, visibility);
  await show("hidden");
  const photographed = await page.screenshot({ animations: "disabled" });
  await show("");
  return photographed;
}

/** Holds back these files until the returned function is called. */
async function delayFiles(page: Page, files: RegExp): Promise<() => void> {
  let come: () => void = () => undefined;
  const isTime = new Promise<void>((resolve) => (come = resolve));
  await page.route(files, async (route) => {
    await isTime;
    await route.continue();
  });
  return come;
}

test("input and clicks before hydration take effect afterwards", async ({ page }) => {
  const wake = await delayFiles(page, /\/mf\/.*\.js/);
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL("/login");
  wake();
  await expect(avatar(page)).toBeVisible();
});

test("input and clicks take effect even if the page's code arrives very late", async ({ page, forgive }) => {
  forgive(/was preloaded using link preload but not used within a few seconds/);
  const come = await delayFiles(page, /\/mf\/mf-public\/.*\.js/);
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email").fill(user.email);
  // The shell is hydrated, the page is not.
  await page.getByLabel("Dark theme").click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByLabel("Email")).toHaveValue(user.email);
  come();
  await expect(avatar(page)).toBeVisible();
});

test("navigating before the page's code has loaded opens the next page once it has", async ({ page, forgive }) => {
  forgive(/was preloaded using link preload but not used within a few seconds/);
  const come = await delayFiles(page, /\/mf\/mf-public\/.*\.js/);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByLabel("Dark theme").click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  // The server-rendered page still matches this URL, so it stays.
  await page.evaluate(() => (location.hash = "here"));
  await expect(heading(page)).toContainText("Compete.");
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
  await page.getByRole("banner").getByRole("link", { name: "All Contests" }).click();
  await expect(page).toHaveURL("/all_contests");
  await expect(heading(page)).toHaveCount(0);
  come();
  await expect(heading(page)).toHaveText("All Contests");
  expect(await page.evaluate(() => "isSameDocument" in globalThis)).toBe(true);
  await page.getByLabel("Tag", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page).toHaveURL("/all_contests");
  await page.goBack();
  await expect(heading(page)).toContainText("Compete.");
});

test("a page whose code hangs shows that it is late, then what does not work", async ({ page, forgive }) => {
  forgive(/mf-public|Failed to load|was preloaded using link preload but not used within a few seconds/);
  await page.route(/\/mf\/mf-public\/.*\.js/, () => undefined);
  await page.goto("/about", { waitUntil: "commit" });
  await expect(page.locator("main").getByRole("status")).toContainText("still loading", { timeout: 15_000 });
  await expect(heading(page)).toBeVisible();
  await expect(page.locator("main").getByRole("alert")).toContainText("don't work right now", { timeout: 40_000 });
});

test("a page whose code fails to load stays readable and recovers on Retry", async ({ page, forgive }) => {
  forgive(/mf-public|Failed to load/);
  await page.route(/\/mf\/mf-public\/.*\.js/, (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("/");
  await expect(heading(page)).toContainText("Compete.");
  const note = page.locator("main").getByRole("alert");
  await expect(note).toContainText("You can read this page", { timeout: 40_000 });
  await expect(page.locator("main article").first()).toBeVisible();
  // The shell around it is hydrated.
  await page.getByLabel("Dark theme").click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("searchbox").fill("a");
  await page.unroute(/\/mf\/mf-public\/.*\.js/);
  await note.getByRole("button", { name: "Retry" }).click();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole("searchbox")).toHaveValue("a");
  await page.getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL(/q=a/);
});

test("every public page blocks its first paint on the navbar and the heading", async ({ page }) => {
  for (const address of await publicPages(page)) {
    await page.goto(address);
    const html = await (await page.request.get(address)).text();
    for (const id of ["navbar", "page-heading"]) {
      expect(html, address).toContain(`<link rel="expect" href="#${id}" blocking="render">`);
      await expect(page.locator(`#${id}`), address).toHaveCount(1);
    }
  }
});

test("the second page links the stylesheets that the first one contained", async ({ page }) => {
  await page.goto("/about");
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain("conquest_styles");
  const html = await (await page.request.get("/terms")).text();
  // Fonts are always inlined.
  expect(html.split("<style").slice(1)).toEqual([expect.stringMatching(/^>@font-face/)]);
  await page.goto("/terms");
  await expect(heading(page)).toBeVisible();
});
