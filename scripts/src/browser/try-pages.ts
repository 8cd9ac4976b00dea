import type { Browser, Page } from "@playwright/test";
import type { Registry, RegistryRemote } from "@conquest/shared/contracts/releases";
import type { RemoteRoute } from "@conquest/shared/contracts/remote";
import { addressOf, contestFor, registryOf, rolesOf, VISITORS } from "./demo-pages";
import { signIn } from "./sign-in";
import { reachesOf } from "./style-reach";

/** A page that has drawn nothing by then, in milliseconds, draws nothing. */
const PATIENCE_MS = 15_000;

/** What the browser says of an answer that is no success: a page may well ask for what is not there, and says so itself. */
const OF_AN_ANSWER = /^Failed to load resource: the server responded with a status of 4\d\d/;

/**
 * Opens every page of a part, or of all parts for the shell, on a site with the demo's data, as everybody who may come to it,
 * and looks whether the part's stylesheets change pages of others. Answers what is wrong, as sentences.
 */
export async function tryPages(browser: Browser, siteUrl: string, part: string): Promise<string[]> {
  const { remotes } = await registryOf(siteUrl);
  const routes = routesIn(remotes, (name) => part === "shell" || name === part);
  const problems: string[] = [];
  for (const role of VISITORS) {
    const theirs = routes.filter((route) => rolesOf(route).includes(role));
    if (theirs.length === 0) continue;
    await visitAs(browser, siteUrl, role, async (page) => {
      const contest = await contestFor(page.request, siteUrl, role);
      for (const route of theirs) {
        const found = await problemsOn(page, siteUrl + addressOf(route, contest));
        problems.push(...found.map((problem) => `${route.path} (as ${role}) ${problem}`));
      }
    });
  }
  const remote = remotes[part];
  for (const other of remote ? pagesOfOthers(remotes, part) : []) {
    await visitAs(browser, siteUrl, rolesOf(other)[0]!, async (page) => {
      const reaches = await reachesOf(page, siteUrl + other.path, stylesOf(remote!));
      problems.push(...reaches.map((reach) => `Its stylesheets change ${other.path}, another part's page: ${reach} Keep each rule within the part's layer and prefix.`));
    });
  }
  return problems;
}

async function visitAs(browser: Browser, siteUrl: string, role: string, visit: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  try {
    const page = await context.newPage();
    await signIn(page, siteUrl, role);
    await visit(page);
  } finally {
    await context.close();
  }
}

const routesIn = (remotes: Registry["remotes"], isMeant: (name: string) => boolean): RemoteRoute[] =>
  Object.entries(remotes).flatMap(([name, { current }]) => (isMeant(name) ? current.remote.routes : []));

/** One in each layout, where there is one. */
function pagesOfOthers(remotes: Registry["remotes"], part: string): RemoteRoute[] {
  const routes = routesIn(remotes, (name) => name !== part).filter(({ path }) => !path.includes(":"));
  return (["site", "dashboard"] as const).flatMap((layout) => routes.find((route) => route.layout === layout) ?? []);
}

function stylesOf({ current: { base, files } }: RegistryRemote): string[] {
  const all = [...files.styles, ...Object.values(files.pages).flatMap(({ styles }) => styles)];
  return [...new Set(all)].map((file) => base + file);
}

async function problemsOn(page: Page, address: string): Promise<string[]> {
  const told: string[] = [];
  const onConsole = (message: { type(): string; text(): string }) => {
    if (message.type() === "error" && !OF_AN_ANSWER.test(message.text())) told.push(`has an error on the console: ${message.text()}`);
  };
  const onError = (error: Error) => void told.push(`throws: ${error.message}`);
  page.on("console", onConsole);
  page.on("pageerror", onError);
  try {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    const drawn = await page.waitForFunction(whatIsDrawn, undefined, { timeout: PATIENCE_MS }).then(
      (handle) => handle.jsonValue(),
      () => "nothing",
    );
    if (drawn !== "a page") told.unshift(`draws ${drawn}.`);
  } finally {
    page.off("console", onConsole);
    page.off("pageerror", onError);
  }
  return told;
}

/** In the page: falsy until it is decided. A page that says on purpose that something is not there is one, too. */
function whatIsDrawn(): string | null {
  const main = document.querySelector("main");
  if (!main || main.querySelector(".sh-loading")) return null;
  if (main.querySelector(".sh-failure")) return "what stands in for a page that failed";
  return main.innerText.trim() === "" ? null : "a page";
}
