import type { Page } from "@playwright/test";
import { signIn } from "../../scripts/src/browser/sign-in";
import { readTranslations } from "../../scripts/src/browser/untranslated-texts";
import { waitForHydration } from "../hydration";
import { user } from "../people";
import { expect, fillLogin } from "../site";
import { languageTest } from "./translated-site";

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
  expect(lineHeight).toBeGreaterThanOrEqual(1.4);

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

const translations = readTranslations("bn");

/** Returns the Bangla text of an English message. */
function bangla(message: string): string {
  const found = translations[message];
  if (!found) throw new Error(`“${message}” has no translation.`);
  return found;
}

languageTest("takes an entrant from a contest to a receipt and an entry in Bangla", async ({ page, url }) => {
  await signIn(page, url, "user");
  await page.goto(`${url}/bn/all_contests?q=Subtitles`);
  const main = page.getByRole("main");
  await main.getByRole("article").getByRole("link").first().click();
  await main
    .getByRole("link", { name: bangla("Register") })
    .or(main.getByRole("button", { name: bangla("Register") }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/bn\/contest-details\/[^/]+\/payment$/);
  const card = { card_number: "৪২৪২৪২৪২৪২৪২৪২৪২", expiry: "12/30", cvc: "১২৩", cardholder_name: "Nusrat Jahan" };
  for (const [name, value] of Object.entries(card)) await main.locator(`[name=${name}]`).fill(value);
  await main.locator("form button[type=submit]").click();
  await expect(main.getByRole("heading", { name: bangla("Payment successful") })).toBeVisible();
  await expect(main.getByText("৳৬,০০০")).toBeVisible();

  await page.goto(`${url}/bn/dashboard/my_participated_contests`);
  await main
    .getByRole("link", { name: /Subtitles/ })
    .first()
    .click();
  await main.locator("textarea[name=text]").fill("The joke that two languages share.");
  await main.locator("form:has(textarea[name=text]) button[type=submit]").click();
  await expect(main.getByText(bangla("Proof of submission")).first()).toBeVisible();

  await page.goto(`${url}/bn/dashboard`);
  await expect(main.getByText(/“Subtitles matter: review a translation” প্রতিযোগিতায় যোগ দিয়েছেন/)).toBeVisible();
});

languageTest("lets an admin approve a contest in Bangla", async ({ page, url }) => {
  await signIn(page, url, "admin");
  await page.goto(`${url}/bn/dashboard/manage_contests`);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toContainText(bangla("Manage Contests"));
  const confirm = page.getByRole("button", { name: bangla("Confirm"), exact: true });
  await confirm.and(page.locator(":enabled")).first().click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: bangla("Confirm") })
    .click();
  await expect(page.getByText(bangla("Status updated successfully!"))).toBeVisible();
});

const withEntry = (message: string) => new RegExp(`^${bangla(message).replace("{entry}", ".+")}$`);

languageTest("lets a creator pick a winner in Bangla, and refuses in Bangla", async ({ page, url }) => {
  await signIn(page, url, "creator");
  await page.goto(`${url}/bn/dashboard/my_created_contests?phase=judging`);
  const main = page.getByRole("main");
  await main.locator("a[href*=contest_submitted]").first().click();
  await main.getByRole("button", { name: withEntry("Pick as winner: {entry}") }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.locator("textarea").fill("বইয়ের তাকটি যেন মেলার পথ।");
  await dialog.getByRole("button", { name: withEntry("Pick {entry} as the winner") }).click();
  await expect(dialog).toBeHidden();

  const refusal = await page.request.put(`${url}/api/join-contest`, {
    data: { contestId: "00000000-0000-4000-8000-000000000000", email: "creator@conquest.test" },
    headers: { "accept-language": "bn" },
  });
  expect(refusal.status()).toBeGreaterThanOrEqual(400);
  expect(((await refusal.json()) as { error: { message: string } }).error.message).toMatch(/^[\u0980-\u09ff].*।$/);
});

languageTest("stores the language in the account, and follows it on another device", async ({ page, another, url }) => {
  await signIn(page, url, "user");
  await page.goto(`${url}/dashboard/profile`);
  await page.getByRole("main").getByLabel("Language", { exact: true }).selectOption("bn");
  await expect(page).toHaveURL(`${url}/bn/dashboard/profile`);
  await page.goto(`${url}/about`);
  await expect(page).toHaveURL(`${url}/bn/about`);

  const elsewhere = await another();
  await elsewhere.goto(`${url}/login`);
  await fillLogin(elsewhere, user);
  await expect(elsewhere).toHaveURL(/\/bn\b/);
  await elsewhere.goto(`${url}/bn/about`);
  await waitForHydration(elsewhere);
  await elsewhere.getByRole("banner").getByRole("link", { name: "English" }).click();
  await expect(elsewhere).toHaveURL(`${url}/about`);
  await expect
    .poll(async () => {
      const accounts = await elsewhere.request.put(`${url}/api/save-user`, { data: {} });
      return ((await accounts.json()) as { language: string }).language;
    })
    .toBe("en");
});
