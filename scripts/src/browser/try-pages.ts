import type { Browser, Page } from "@playwright/test";
import type { Registry, RegistryRemote } from "@conquest/shared/contracts/parts/releases";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import { leftBehind } from "./code-reach";
import { addressOf, thingsFor, registryOf, rolesOf, VISITORS } from "./demo-pages";
import { signIn } from "./sign-in";
import { reachesOf } from "./style-reach";

/** A page that has drawn nothing by then, in milliseconds, draws nothing. */
const PATIENCE_MS = 15_000;

/** What the browser says of an answer that is no success: a page may well ask for what is not there, and says so itself. */
const OF_AN_ANSWER = /^Failed to load resource: the server responded with a status of 4\d\d/;

/**
 * Opens every page of a part, or of all parts for the shell, on a site with the demo's data, as everybody who may come to it,
 * and looks whether the part's stylesheets, or what its code leaves behind, change pages of others. Answers what is wrong, as
 * sentences.
 */
export async function tryPages(browser: Browser, siteUrl: string, part: string): Promise<string[]> {
  const { remotes } = await registryOf(siteUrl);
  const routes = routesIn(remotes, (name) => part === "shell" || name === part);
  // Nothing is wrong with pages that nobody has opened, and nothing is known of them.
  if (routes.length === 0) throw new Error(`The site at ${siteUrl} has no page of ${part}.`);
  const problems: string[] = [];
  for (const role of VISITORS) {
    const theirs = routes.filter((route) => rolesOf(route).includes(role));
    if (theirs.length === 0) continue;
    await visitAs(browser, siteUrl, role, async (page) => {
      const things = await thingsFor(page.request, siteUrl, role);
      for (const route of theirs) {
        const found = await problemsOn(page, siteUrl + addressOf(route, things));
        problems.push(...found.map((problem) => `${route.path} (as ${role}) ${problem}`));
      }
    });
  }
  return [...problems, ...(await changesOfOthers(browser, siteUrl, remotes, part))];
}

/** What a part does to the pages of others, as whoever may come to them from one of its own. */
async function changesOfOthers(
  browser: Browser,
  siteUrl: string,
  remotes: Registry["remotes"],
  part: string,
): Promise<string[]> {
  const remote = remotes[part];
  if (!remote) return [];
  const problems: string[] = [];
  const ways = pagesOfOthers(remotes, part).map((other) => ({ other, ...waysTo(other, remotes, part) }));
  for (const role of new Set(ways.map((way) => way.role))) {
    await visitAs(browser, siteUrl, role, async (page) => {
      for (const { other, from, instead } of ways.filter((way) => way.role === role)) {
        const reaches = await reachesOf(page, siteUrl + other.path, stylesOf(remote));
        problems.push(
          ...reaches.map(
            (reach) =>
              `Its stylesheets change ${other.path}, another part's page: ${reach} Keep each rule within the part's layer and prefix.`,
          ),
        );
        if (!from) continue;
        const left = await leftBehind(page, siteUrl, { part, from, instead, to: other });
        problems.push(
          ...left.map(
            (difference) =>
              `Who comes from its page ${from.path} finds ${other.path}, another part's page, changed: ${difference}. Its code must leave the page as it found it.`,
          ),
        );
      }
    });
  }
  return problems;
}

async function visitAs(
  browser: Browser,
  siteUrl: string,
  role: string,
  visit: (page: Page) => Promise<void>,
): Promise<void> {
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

const isPlain = ({ path }: RemoteRoute) => !path.includes(":");

/** Of each other part one in each layout, where there is one. */
function pagesOfOthers(remotes: Registry["remotes"], part: string): RemoteRoute[] {
  return Object.keys(remotes)
    .filter((name) => name !== part)
    .flatMap((name) => {
      const routes = routesIn(remotes, (each) => each === name).filter(isPlain);
      return (["site", "dashboard"] as const).flatMap(
        (layout) => routes.find((route) => route.layout === layout) ?? [],
      );
    });
}

/** As whom somebody walks to this page from one of the part's, and from which page of another part they would else: the page itself, if need be. */
function waysTo(other: RemoteRoute, remotes: Registry["remotes"], part: string) {
  const roles = other.access === "everyone" ? VISITORS : rolesOf(other);
  const mayOpen = (role: string) => (route: RemoteRoute) =>
    isPlain(route) && !LEAVES.test(route.path) && (route.access === "everyone" || rolesOf(route).includes(role));
  const own = routesIn(remotes, (name) => name === part);
  const role = roles.find((each) => own.some(mayOpen(each))) ?? roles[0]!;
  const instead =
    routesIn(remotes, (name) => name !== part).find((route) => route.path !== other.path && mayOpen(role)(route)) ??
    other;
  return { role, from: own.find(mayOpen(role)), instead };
}

/** From these whoever is signed in is sent elsewhere. */
const LEAVES = /^\/(?:login|register)$/;

function stylesOf({ current: { base, files } }: RegistryRemote): string[] {
  const all = [...files.styles, ...Object.values(files.pages).flatMap(({ styles }) => styles)];
  return [...new Set(all)].map((file) => base + file);
}

async function problemsOn(page: Page, address: string): Promise<string[]> {
  const told: string[] = [];
  const onConsole = (message: { type(): string; text(): string }) => {
    if (message.type() === "error" && !OF_AN_ANSWER.test(message.text()))
      told.push(`has an error on the console: ${message.text()}`);
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
