import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { chromium, type Browser, type Page } from "@playwright/test";
import type { Registry } from "@conquest/shared/contracts/releases";
import type { RemoteRoute } from "@conquest/shared/contracts/remote";
import { loadPictures } from "./src/browser/load-pictures";
import { signIn } from "./src/browser/sign-in";
import { onStop, stopChildren } from "./src/process/children";
import { DEMO_ACCOUNTS } from "./src/demo/demo-people";
import { findBrowser } from "./src/process/find-browser";
import { root } from "./src/root";
import { startSite, stopSite } from "./src/process/site-child";

/** Every screen of the demo, as each role that may see it, in both themes and at three widths, into screenshots/. */

const WIDTHS = [360, 768, 1440];
const THEMES = ["light", "dark"];
const folder = path.join(root, "screenshots");

onStop(() => void stopChildren().then(() => process.exit(130)));

/** The roles that see this page; a page for everyone is drawn for a visitor. */
function rolesOf({ access }: RemoteRoute): string[] {
  if (access === "everyone") return ["visitor"];
  return access === "signed-in" ? ["user"] : [...access];
}

async function ownContest(page: Page, siteUrl: string): Promise<{ _id: string } | undefined> {
  const { email } = DEMO_ACCOUNTS.find(({ role }) => role === "creator")!;
  const answer = await page.request.get(`${siteUrl}/api/my-contests/${email}`);
  const mine = (await answer.json()) as { _id: string; entryCount: number }[];
  return mine.toSorted((a, b) => b.entryCount - a.entryCount)[0];
}

async function takeAll(browser: Browser, siteUrl: string): Promise<void> {
  const { remotes } = (await (await fetch(`${siteUrl}/mf/registry.json`)).json()) as Registry;
  const [contest] = (await (await fetch(`${siteUrl}/api/popular-contests`)).json()) as { _id: string }[];
  const routes = Object.values(remotes).flatMap(({ current }) => current.remote.routes);
  const screens = [
    ...routes.map((route) => ({ path: route.path, name: route.path, roles: rolesOf(route) })),
    { path: "/nowhere", name: "/not-found", roles: ["visitor"] },
  ];
  for (const role of ["visitor", ...DEMO_ACCOUNTS.map((account) => account.role)]) {
    const context = await browser.newContext({ locale: "en-GB", timezoneId: "Asia/Dhaka" });
    const page = await context.newPage();
    await signIn(page, siteUrl, role);
    // A creator's pages about one contest are for its owner.
    const shown = role === "creator" ? await ownContest(page, siteUrl) : contest;
    for (const theme of THEMES) {
      await context.addInitScript(`localStorage.setItem("theme", "${theme}")`);
      for (const { path: address, name } of screens.filter(({ roles }) => roles.includes(role))) {
        await page.goto(siteUrl + address.replace(/:\w+/, shown!._id));
        await page.waitForLoadState("networkidle");
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
}

const executablePath = await findBrowser();
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const site = process.env["SITE_URL"] ? null : await startSite({ isLoud: true });
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
try {
  await takeAll(browser, process.env["SITE_URL"] ?? site!.url);
} finally {
  await browser.close();
  if (site) {
    await stopSite(site);
    await rm(site.dataFolder, { recursive: true, force: true });
  }
}
process.exit(0);
