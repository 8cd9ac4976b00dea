import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Browser, type Page } from "@playwright/test";
import { LANGUAGES, withLanguage } from "@conquest/shared/contracts/parts/languages";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import { addressOf, demoIdsFor, registryOf, rolesOf, VISITORS } from "./src/browser/demo-pages";
import { signIn } from "./src/browser/sign-in";
import { readTexts, untranslatedFinder } from "./src/browser/untranslated-texts";
import { onStop, stopChildren } from "./src/process/children";
import { findBrowser } from "./src/process/find-browser";
import { root } from "./src/root";
import { startSite, stopSite } from "./src/process/site-child";

/**
 * Saves screenshots of every demo page for each role with access, in both themes and at three widths. With
 * `--language bn`, of the pages in that language, and lists their English texts in untranslated.txt.
 */

const WIDTHS = [360, 768, 1440];
const THEMES = ["light", "dark"];
const folder = path.join(root, "screenshots");
const { values: options } = parseArgs({ options: { language: { type: "string", default: "en" } } });
const language = LANGUAGES.find((each) => each === options.language);
if (!language) throw new Error(`--language is one of ${LANGUAGES.join(", ")}.`);

onStop(() => void stopChildren().then(() => process.exit(130)));

/** Loads lazy pictures below the fold, because a full-page screenshot does not scroll. */
async function loadPictures(page: Page): Promise<void> {
  await page.locator("img").evaluateAll(async (pictures) => {
    for (const picture of pictures as HTMLImageElement[]) picture.loading = "eager";
    await Promise.all((pictures as HTMLImageElement[]).map((picture) => picture.decode().catch(() => undefined)));
  });
}

const rolesToCapture = (route: RemoteRoute) => (route.access === "signed-in" ? ["user"] : rolesOf(route));

async function captureAll(browser: Browser, siteUrl: string): Promise<void> {
  const routes = Object.values((await registryOf(siteUrl)).remotes).flatMap(({ current }) => current.remote.routes);
  const screens = [
    ...routes.map((route) => ({ route, name: route.path, roles: rolesToCapture(route) })),
    { route: { path: "/nowhere" }, name: "/not-found", roles: ["visitor"] },
  ];
  const findEnglish = language === "en" ? () => [] : untranslatedFinder(language!);
  const english = new Map<string, string>();
  for (const role of VISITORS) {
    const context = await browser.newContext({ locale: "en-GB", timezoneId: "Asia/Dhaka" });
    const page = await context.newPage();
    await signIn(page, siteUrl, role);
    const things = await demoIdsFor(page.request, siteUrl, role);
    for (const theme of THEMES) {
      await context.addInitScript(`localStorage.setItem("theme", "${theme}")`);
      for (const { route, name } of screens.filter(({ roles }) => roles.includes(role))) {
        await page.goto(siteUrl + withLanguage(addressOf(route, things), language!));
        await page.waitForLoadState("networkidle");
        for (const text of findEnglish(await readTexts(page))) english.set(text, english.get(text) ?? name);
        await loadPictures(page);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          const file = `${name.replaceAll(/[/:]+/g, "-").replace(/^-/, "") || "home"}.${role}.${theme}.${width}.png`;
          await page.screenshot({ path: path.join(folder, file), fullPage: true, animations: "disabled" });
          console.log(`screenshots/${file}`);
        }
      }
    }
    await context.close();
  }
  if (language !== "en")
    await writeFile(
      path.join(folder, "untranslated.txt"),
      [...english]
        .map(([text, name]) => `${name}: ${text}\n`)
        .sort()
        .join(""),
    );
}

const executablePath = await findBrowser();
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const site = process.env["SITE_URL"] ? null : await startSite({ isLoud: true });
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
try {
  await captureAll(browser, process.env["SITE_URL"] ?? site!.url);
} finally {
  await browser.close();
  if (site) {
    await stopSite(site);
    await rm(site.dataFolder, { recursive: true, force: true });
  }
}
process.exit(0);
