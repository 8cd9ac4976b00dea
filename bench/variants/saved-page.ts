import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "@playwright/test";
import { difference } from "@conquest/scripts/src/browser/compare-pictures";
import { loadPictures } from "@conquest/scripts/src/browser/load-pictures";
import { root } from "@conquest/scripts/src/root";
import { DEFAULT_WIDTH } from "../browser/visit";

/** Serializes the document without scripts. Runs in the page, so it declares no functions: the compiler would add helpers. */
const serialize = (page: Page) =>
  page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    // The current state of an input is not in its attributes.
    const originals = document.querySelectorAll("input");
    copy.querySelectorAll("input").forEach((input, index) => {
      input.toggleAttribute("checked", originals[index]!.checked);
      input.setAttribute("value", originals[index]!.value);
    });
    const sheets = [...copy.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href"));
    for (const link of copy.querySelectorAll("link[rel=preload], link[rel=modulepreload]")) {
      const as = link.getAttribute("as");
      if (
        link.getAttribute("rel") === "modulepreload" ||
        as === "script" ||
        as === "fetch" ||
        sheets.includes(link.getAttribute("href"))
      )
        link.remove();
    }
    for (const script of copy.querySelectorAll("script, noscript")) script.remove();
    // The copy has another origin, to which the site would not serve its files.
    return `<!doctype html>\n${copy.outerHTML.replaceAll(location.origin, "")}`;
  });

async function takeScreenshot(page: Page): Promise<Buffer> {
  await loadPictures(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.screenshot({ fullPage: true, animations: "disabled" });
}

const folder = path.join(root, ".conquest/bench/refused-copy");

async function saveScreenshots(screenshots: readonly Buffer[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [index, screenshot] of screenshots.entries())
    await writeFile(path.join(folder, index === 0 ? "original.png" : "copy.png"), screenshot);
}

/** Retries because a countdown may tick between serialization and screenshot. */
const MAX_ATTEMPTS = 4;
/** Larger than one digit of a countdown. */
const MAX_DIFFERENCE = 0.0005;

interface SavedPage {
  html: string;
  screenshots: Buffer[];
  difference: number;
}

/** Headers that affect the first paint: `Cross-Origin-Opener-Policy` alone makes the browser switch processes. */
const PAGE_HEADERS =
  /^(cross-origin-|origin-agent-cluster$|content-security-policy$|permissions-policy$|referrer-policy$|x-)/;

type ServeCopy = (html: string, headers: Record<string, string>) => string;

/** Uses a new context, because returning visitors get their stylesheets in another way. */
async function saveOnce(browser: Browser, address: string, content: string, serveCopy: ServeCopy): Promise<SavedPage> {
  const context = await browser.newContext({
    locale: "en-GB",
    timezoneId: "Asia/Dhaka",
    viewport: { width: DEFAULT_WIDTH, height: 800 },
  });
  try {
    const page = await context.newPage();
    const headers = (await (await page.goto(address))?.allHeaders()) ?? {};
    await page.locator(content).first().waitFor();
    await page.waitForLoadState("networkidle");
    const html = await serialize(page);
    const original = await takeScreenshot(page);
    await page.goto(
      serveCopy(html, Object.fromEntries(Object.entries(headers).filter(([name]) => PAGE_HEADERS.test(name)))),
    );
    const copy = await takeScreenshot(page);
    await page.goto("about:blank");
    return { html, screenshots: [original, copy], difference: (await difference(page, original, copy)).share };
  } finally {
    await context.close();
  }
}

/**
 * Saves the page at `address` once `content` exists and the network is idle. `serveCopy` serves the copy and returns its address.
 * Throws if the copy looks different.
 */
export async function savePage(
  browser: Browser,
  address: string,
  content: string,
  serveCopy: ServeCopy,
): Promise<SavedPage> {
  let saved = await saveOnce(browser, address, content, serveCopy);
  for (let attempt = 1; attempt < MAX_ATTEMPTS && saved.difference > MAX_DIFFERENCE; attempt += 1)
    saved = await saveOnce(browser, address, content, serveCopy);
  if (saved.difference > MAX_DIFFERENCE) {
    await saveScreenshots(saved.screenshots);
    throw new Error(
      `The copy of ${address} differs in ${(saved.difference * 100).toFixed(2)} % of its pixels: see ${path.relative(root, folder)}.`,
    );
  }
  return saved;
}
