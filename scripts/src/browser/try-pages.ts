import type { Browser, Page } from "@playwright/test";
import type { Registry } from "@conquest/shared/contracts/parts/releases";
import type { RemoteRoute } from "@conquest/shared/contracts/parts/remote";
import { findLeftovers } from "./code-leftovers";
import { addressOf, demoIdsFor, registryOf, rolesOf, VISITORS } from "./demo-pages";
import { signIn } from "./sign-in";

const TIMEOUT_MS = 15_000;

/** Console message for a 4xx response, which pages handle themselves. */
const RESPONSE_ERROR = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Opens every page of a part (the shell: of all) in every role, and finds leftovers. Returns the problems. */
export async function tryPages(browser: Browser, siteUrl: string, part: string): Promise<string[]> {
  const { remotes } = await registryOf(siteUrl);
  const routes = routesIn(remotes, (name) => part === "shell" || name === part);
  if (routes.length === 0) throw new Error(`The site at ${siteUrl} has no page of ${part}.`);
  const problems: string[] = [];
  for (const role of VISITORS) {
    const accessibleRoutes = routes.filter((route) => rolesOf(route).includes(role));
    if (accessibleRoutes.length === 0) continue;
    await visitAs(browser, siteUrl, role, async (page) => {
      const things = await demoIdsFor(page.request, siteUrl, role);
      for (const route of accessibleRoutes) {
        const found = await problemsOn(page, siteUrl + addressOf(route, things));
        problems.push(...found.map((problem) => `${route.path} (as ${role}) ${problem}`));
      }
    });
  }
  return [...problems, ...(await changesOfOthers(browser, siteUrl, remotes, part))];
}

async function changesOfOthers(
  browser: Browser,
  siteUrl: string,
  remotes: Registry["remotes"],
  part: string,
): Promise<string[]> {
  const remote = remotes[part];
  if (!remote) return [];
  const problems: string[] = [];
  const navigations = pagesOfOthers(remotes, part).map((other) => ({ other, ...navigationTo(other, remotes, part) }));
  for (const role of new Set(navigations.map((navigation) => navigation.role))) {
    await visitAs(browser, siteUrl, role, async (page) => {
      for (const { other, from, instead } of navigations.filter((navigation) => navigation.role === role)) {
        if (!from) continue;
        const leftovers = await findLeftovers(page, siteUrl, { part, from, instead, to: other });
        problems.push(
          ...leftovers.map(
            (difference) =>
              `After its page ${from.path}, another part's page ${other.path} is changed: ${difference}. Its code must leave the page as it found it.`,
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

const routesIn = (remotes: Registry["remotes"], isIncluded: (name: string) => boolean): RemoteRoute[] =>
  Object.entries(remotes).flatMap(([name, { current }]) => (isIncluded(name) ? current.remote.routes : []));

const isPlain = ({ path }: RemoteRoute) => !path.includes(":");

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

function navigationTo(other: RemoteRoute, remotes: Registry["remotes"], part: string) {
  const roles = other.access === "everyone" ? VISITORS : rolesOf(other);
  const canOpen = (role: string) => (route: RemoteRoute) =>
    isPlain(route) &&
    !REDIRECTS_USERS.test(route.path) &&
    (route.access === "everyone" || rolesOf(route).includes(role));
  const own = routesIn(remotes, (name) => name === part);
  const role = roles.find((each) => own.some(canOpen(each))) ?? roles[0]!;
  const instead =
    routesIn(remotes, (name) => name !== part).find((route) => route.path !== other.path && canOpen(role)(route)) ??
    other;
  return { role, from: own.find(canOpen(role)), instead };
}

const REDIRECTS_USERS = /^\/(?:login|register)$/;

async function problemsOn(page: Page, address: string): Promise<string[]> {
  const errors: string[] = [];
  const onConsole = (message: { type(): string; text(): string }) => {
    if (message.type() === "error" && !RESPONSE_ERROR.test(message.text()))
      errors.push(`logs an error to the console: ${message.text()}`);
  };
  const onError = (error: Error) => void errors.push(`throws: ${error.message}`);
  page.on("console", onConsole);
  page.on("pageerror", onError);
  try {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    const content = await page.waitForFunction(renderedContent, undefined, { timeout: TIMEOUT_MS }).then(
      (handle) => handle.jsonValue(),
      () => "nothing",
    );
    if (content !== "a page") errors.unshift(`renders ${content}.`);
  } finally {
    page.off("console", onConsole);
    page.off("pageerror", onError);
  }
  return errors;
}

/** Runs in the page: falsy until rendered. An intended "not found" message counts as a page. */
function renderedContent(): string | null {
  const main = document.querySelector("main");
  if (!main || main.querySelector(".sh-loading")) return null;
  if (main.querySelector(".sh-failure")) return "what stands in for a page that failed";
  return main.innerText.trim() === "" ? null : "a page";
}
