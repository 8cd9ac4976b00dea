import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { startSite, stopSite } from "../../scripts/src/process/site-child";
import { waitForHydration } from "../hydration";
import { expect, test } from "../site";

const languageTest = test.extend<object, { url: string }>({
  url: [
    async ({}, provide) => {
      const dataFolder = await mkdtemp(path.join(tmpdir(), "conquest-languages-"));
      const site = await startSite({
        dataFolder,
        args: ["--no-build"],
        env: { LANGUAGES: "en,bn", SITE_URL: "", DATABASE_URL: "" },
      });
      await provide(site.url);
      await stopSite(site);
      await rm(dataFolder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

languageTest.describe.configure({ timeout: 300_000 });

const links = (page: Page, rel: string) =>
  page
    .locator(`head link[rel=${rel}]`)
    .evaluateAll((found) => found.map((link) => `${link.getAttribute("hreflang")} ${link.getAttribute("href")}`));

languageTest("serves and hydrates a page in Bangla, and switches the language", async ({ page, url }) => {
  const answer = await page.goto(`${url}/bn/about`);
  const html = await answer!.text();
  expect(html).toContain('<html lang="bn"');
  expect(html).toContain("প্রতিযোগিতা যেভাবে চলে</h2>");
  expect(html).toContain('id="conquest-drawn"');
  expect(html).toContain("<title>আমাদের সম্পর্কে | Conquest</title>");
  const heading = await page.locator("main h1").elementHandle();
  await waitForHydration(page);
  // Hydration kept the server's element.
  expect(await heading!.evaluate((element) => element.isConnected)).toBe(true);
  await expect(page.locator("main h1")).toHaveText("আমাদের সম্পর্কে");
  await expect(page.locator("main ol li").nth(1)).toContainText("২");
  await expect(page).toHaveTitle("আমাদের সম্পর্কে | Conquest");
  const alternates = ["en", "bn", "x-default"].map((each) => `${each} ${url}${each === "bn" ? "/bn/about" : "/about"}`);
  expect(await links(page, "alternate")).toEqual(alternates);
  expect(await links(page, "canonical")).toEqual([`null ${url}/bn/about`]);
  const lineHeight = await page
    .locator("main h1")
    .evaluate(
      (element) => parseFloat(getComputedStyle(element).lineHeight) / parseFloat(getComputedStyle(element).fontSize),
    );
  expect(lineHeight).toBeGreaterThanOrEqual(1.6);

  const navbar = page.getByRole("banner");
  await navbar.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL(`${url}/about`);
  await waitForHydration(page);
  await expect(page.locator("main h1")).toHaveText("About us");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  expect(await links(page, "alternate")).toEqual(alternates);
  await navbar.getByRole("link", { name: "বাংলা" }).click();
  await expect(page).toHaveURL(`${url}/bn/about`);
});

languageTest("serves and hydrates home in Bangla, with digits and dates of contests", async ({ page, url }) => {
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  const html = await (await page.goto(`${url}/bn`))!.text();
  expect(html).toContain("জনপ্রিয় প্রতিযোগিতা</h2>");
  const heading = await page.locator("main h1").elementHandle();
  await waitForHydration(page);
  expect(await heading!.evaluate((element) => element.isConnected)).toBe(true);
  await expect(page.locator("main h1")).toHaveText("লড়ুন। গড়ুন। জিতুন।");
  const facts = page.locator("main article dl").first();
  await expect(facts.locator("dt").first()).toHaveText("পুরস্কার");
  await expect(facts.locator("dd").first()).toHaveText(/^৳[০-৯,]+$/);
  await expect(facts.locator("time")).toHaveText(/^[০-৯]+ (?:বছর|মাস|দিন|ঘণ্টা|মিনিট) (?:পর|আগে)$/);
  await expect(facts.locator("time")).toHaveAttribute(
    "title",
    /^[০-৯]+ [\u0980-\u09ff]+ [০-৯]{4}, [০-৯:]{5} (?:UTC|GMT)/,
  );
  expect(messages).toEqual([]);
});

languageTest("stays in Bangla while navigating, and loads the messages of the next page", async ({ page, url }) => {
  await page.goto(`${url}/bn/contact_us`);
  await waitForHydration(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "আমাদের সম্পর্কে" }).click();
  await expect(page).toHaveURL(`${url}/bn/about`);
  await expect(page.locator("main h1")).toHaveText("আমাদের সম্পর্কে");
  await expect(page).toHaveTitle("আমাদের সম্পর্কে | Conquest");
  await expect(page.locator("head link[rel=canonical]")).toHaveAttribute("href", `${url}/bn/about`);
  await page.getByRole("banner").getByRole("link", { name: "হোম", exact: true }).click();
  await expect(page).toHaveURL(`${url}/bn`);
});

languageTest("serves English visitors no messages", async ({ page, url }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(`${url}/about`);
  await waitForHydration(page);
  expect(requested.filter((each) => each.includes("/messages/"))).toEqual([]);
  expect(requested.some((each) => each.includes("/page-about"))).toBe(true);
});

languageTest("caches each public route per language", async ({ page, url }) => {
  const { remotes } = (await (await page.request.get(`${url}/mf/registry.json`)).json()) as {
    remotes: Record<string, { current: { remote: { routes: { path: string; access: unknown }[] } } }>;
  };
  const paths = Object.values(remotes)
    .flatMap(({ current }) => current.remote.routes)
    .filter(({ access, path: each }) => access === "everyone" && !each.includes(":"))
    .map(({ path: each }) => each);
  expect(paths.length).toBeGreaterThan(8);
  for (const each of paths)
    for (let turn = 0; turn < 2; turn += 1)
      for (const [address, language, skip] of [
        [each, "en", "Skip to content"],
        [each === "/" ? "/bn" : `/bn${each}`, "bn", "মূল অংশে যান"],
      ] as const) {
        const html = await (await page.request.get(url + address)).text();
        expect(html, address).toContain(`<html lang="${language}"`);
        expect(html, address).toContain(`>${skip}</a>`);
      }
});

languageTest("fits the switch into the menu of a narrow screen", async ({ page, url }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${url}/bn/about`);
  await waitForHydration(page);
  const navbar = page.getByRole("banner");
  await expect(navbar.getByRole("link", { name: "English" })).toBeHidden();
  await navbar.getByRole("button", { name: "মেনু" }).click();
  await expect(navbar.getByRole("link", { name: "English" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("has no languages by default", async ({ page, forgive }) => {
  forgive(/404/);
  expect((await page.goto("/bn/about"))!.status()).toBe(404);
  await page.goto("/about");
  await waitForHydration(page);
  await expect(page.getByRole("link", { name: "বাংলা" })).toHaveCount(0);
  await expect(page.locator("head link[hreflang]")).toHaveCount(0);
});
