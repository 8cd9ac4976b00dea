import type { Page } from "@playwright/test";
import { differencesOf, lastingDifferences, looksOf } from "./looks";

/** A page without parameters: its address, and the title by which it is known to be there. */
export interface Stop {
  path: string;
  title: string;
}

/** In milliseconds. */
const PATIENCE_MS = 15_000;

interface Way {
  part: string;
  from: Stop;
  instead: Stop;
  to: Stop;
}

/**
 * What the code of a part leaves behind on a page of another: how that page looks to whoever walks there, within the tab, from a
 * page of the part, and to whoever walks there from a page of a third one and has nothing of the part. In words.
 */
export async function leftBehind(page: Page, siteUrl: string, { part, from, instead, to }: Way): Promise<string[]> {
  const files = `**/mf/${part}/**`;
  const found = await lastingDifferences(async () => {
    // Parts are loaded before somebody comes to them, too.
    await page.route(files, (route) => route.abort());
    await walk(page, siteUrl, instead, to);
    const [before, steady] = [await looksOf(page), await looksOf(page)];
    await page.unroute(files);
    await walk(page, siteUrl, from, to);
    return differencesOf(page, before, steady);
  });
  return found ?? ["it has other elements, or is never the same twice"];
}

/** Nothing has been asked for or drawn for so long, in milliseconds. */
const STILL_MS = 700;

async function walk(page: Page, siteUrl: string, from: Stop, to: Stop): Promise<void> {
  await page.goto(siteUrl + from.path);
  await arrive(page, from);
  // As a link of the frame does it.
  await page.evaluate((path) => {
    history.pushState({ idx: 1, key: Math.random().toString(36).slice(2) }, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, to.path);
  await arrive(page, to);
}

async function arrive(page: Page, { title }: Stop): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.title.startsWith(wanted) && !document.querySelector("main .sh-loading"),
    title,
    { timeout: PATIENCE_MS },
  );
  await page.waitForLoadState("networkidle");
  await page.evaluate(untilStill, { stillMs: STILL_MS, patienceMs: PATIENCE_MS });
}

/** In the page: a walk within a tab has no end that the browser knows of. */
const untilStill = ({ stillMs, patienceMs }: { stillMs: number; patienceMs: number }) =>
  new Promise<void>((resolve) => {
    const begun = performance.now();
    let changed = begun;
    new MutationObserver(() => void (changed = performance.now())).observe(document, {
      childList: true,
      subtree: true,
    });
    new PerformanceObserver(() => void (changed = performance.now())).observe({ type: "resource" });
    const looking = setInterval(() => {
      if (performance.now() - changed < stillMs && performance.now() - begun < patienceMs) return;
      clearInterval(looking);
      resolve();
    }, 50);
  });
