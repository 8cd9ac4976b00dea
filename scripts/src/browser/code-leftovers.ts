import type { Page } from "@playwright/test";

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

/** Returns how a page differs when reached from a part, rather than from a third part with the part blocked. */
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

export async function waitForPage(page: Page, { title }: PageStop): Promise<void> {
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

const MAX_REPORTED = 3;

/** Computed styles of all elements in document order: one value per name. */
interface ComputedStyles {
  names: string[];
  rows: string[][];
}

/** Elements that render: the number of preload links depends on the previous page. */
const RENDERED = "*:not(link, script, style, meta, template, noscript)";

/** Deduplicates values for a faster transfer. Skips sizes and positions, which also differ around a change. */
export async function readComputedStyles(page: Page): Promise<ComputedStyles> {
  const text = await page.evaluate((drawn) => {
    const FOLLOWS =
      /^(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|(?:perspective|transform)-origin|top|right|bottom|left|inset.*)$/;
    const names = [...getComputedStyle(document.documentElement)].filter(
      (name) => !FOLLOWS.test(name) && !name.startsWith("--"),
    );
    const known = new Map<string, number>();
    const rows = [...document.body.querySelectorAll(drawn), document.body, document.documentElement].map((element) => {
      const style = getComputedStyle(element);
      return names.map((name) => {
        const value = style.getPropertyValue(name);
        if (!known.has(value)) known.set(value, known.size);
        return known.get(value)!;
      });
    });
    return JSON.stringify({ names, values: [...known.keys()], rows });
  }, RENDERED);
  const { names, values, rows } = JSON.parse(text) as { names: string[]; values: string[]; rows: number[][] };
  return { names, rows: rows.map((row) => row.map((index) => values[index]!)) };
}

/** Returns null if the elements changed. Ignores values that also differ in `steady`, like those of a clock. */
export async function findDifferences(
  page: Page,
  { names, rows: before }: ComputedStyles,
  { rows: steady }: ComputedStyles,
): Promise<string[] | null> {
  const { rows: after } = await readComputedStyles(page);
  if (after.length !== before.length || steady.length !== before.length) return null;
  const changes = before.flatMap((row, index) => {
    const at = row.findIndex((value, column) => value === steady[index]![column] && value !== after[index]![column]);
    return at === -1 ? [] : [{ index, property: names[at]!, from: row[at]!, to: after[index]![at]! }];
  });
  const elements = await page.evaluate(namesOf, {
    drawn: RENDERED,
    indexes: changes.slice(0, MAX_REPORTED).map(({ index }) => index),
  });
  return elements.map(
    (element, index) =>
      `${changes[index]!.property} of ${element} is ${changes[index]!.to}, not ${changes[index]!.from}`,
  );
}

function namesOf({ drawn, indexes }: { drawn: string; indexes: readonly number[] }): string[] {
  const all = [...document.body.querySelectorAll(drawn), document.body, document.documentElement];
  return indexes.map((index) => {
    const { tagName, classList } = all[index]!;
    return `<${[tagName.toLowerCase(), ...classList].join(".")}>`;
  });
}

/** Attempts, in case a page was still loading or a slow machine rendered late. */
const MAX_ATTEMPTS = 2;

/** Returns differences that persist, or null if the page never had the same elements twice. */
async function persistentDifferences(compare: () => Promise<string[] | null>): Promise<string[] | null> {
  let found: string[] | null = null;
  for (let attemptsLeft = MAX_ATTEMPTS; attemptsLeft > 0; attemptsLeft -= 1) {
    found = await compare();
    if (found?.length === 0) return found;
  }
  return found;
}
