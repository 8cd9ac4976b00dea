import type { Page } from "@playwright/test";
import { findDifferences, persistentDifferences, readComputedStyles } from "./computed-styles";

export interface PageStop {
  path: string;
  title: string;
}

const TIMEOUT_MS = 15_000;

interface Route {
  part: string;
  from: PageStop;
  instead: PageStop;
  to: PageStop;
}

/**
 * Returns how a part's code changes another part's page: compares navigating there from the part with navigating from a
 * third part while the part is blocked.
 */
export async function findLeftovers(
  page: Page,
  siteUrl: string,
  { part, from, instead, to }: Route,
): Promise<string[]> {
  const files = `**/mf/${part}/**`;
  const found = await persistentDifferences(async () => {
    // Blocked because parts are also preloaded.
    await page.route(files, (route) => route.abort());
    await navigate(page, siteUrl, instead, to);
    const [before, steady] = [await readComputedStyles(page), await readComputedStyles(page)];
    await page.unroute(files);
    await navigate(page, siteUrl, from, to);
    return findDifferences(page, before, steady);
  });
  return found ?? ["it has other elements, or is never the same twice"];
}

/** A page counts as idle after this time without requests or DOM changes. */
const IDLE_MS = 700;

async function navigate(page: Page, siteUrl: string, from: PageStop, to: PageStop): Promise<void> {
  await page.goto(siteUrl + from.path);
  await waitForPage(page, from);
  // Navigates like a link of the shell.
  await page.evaluate((path) => {
    history.pushState({ idx: 1, key: Math.random().toString(36).slice(2) }, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, to.path);
  await waitForPage(page, to);
}

async function waitForPage(page: Page, { title }: PageStop): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.title.startsWith(wanted) && !document.querySelector("main .sh-loading"),
    title,
    { timeout: TIMEOUT_MS },
  );
  await page.waitForLoadState("networkidle");
  await page.evaluate(waitUntilIdle, { stillMs: IDLE_MS, patienceMs: TIMEOUT_MS });
}

/** Runs in the page: browsers have no event for the end of a client-side navigation. */
const waitUntilIdle = ({ stillMs, patienceMs }: { stillMs: number; patienceMs: number }) =>
  new Promise<void>((resolve) => {
    const begun = performance.now();
    let changed = begun;
    new MutationObserver(() => void (changed = performance.now())).observe(document, {
      childList: true,
      subtree: true,
    });
    new PerformanceObserver(() => void (changed = performance.now())).observe({ type: "resource" });
    const timer = setInterval(() => {
      if (performance.now() - changed < stillMs && performance.now() - begun < patienceMs) return;
      clearInterval(timer);
      resolve();
    }, 50);
  });
