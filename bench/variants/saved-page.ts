import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "@playwright/test";
import { difference } from "@conquest/scripts/src/browser/compare-pictures";
import { loadPictures } from "@conquest/scripts/src/browser/load-pictures";
import { root } from "@conquest/scripts/src/root";
import { WIDTH } from "../browser/visit";

/** The document as it stands, without what runs in it. Runs in the page; names no function, which the compiler would mark. */
const serialise = (page: Page) =>
  page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    // What somebody has entered is no attribute.
    const entered = document.querySelectorAll("input");
    copy.querySelectorAll("input").forEach((input, index) => {
      input.toggleAttribute("checked", entered[index]!.checked);
      input.setAttribute("value", entered[index]!.value);
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
    for (const gone of copy.querySelectorAll("script, noscript")) gone.remove();
    // The copy is another origin, from which the site would not give its files.
    return `<!doctype html>\n${copy.outerHTML.replaceAll(location.origin, "")}`;
  });

async function photograph(page: Page): Promise<Buffer> {
  await loadPictures(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.screenshot({ fullPage: true, animations: "disabled" });
}

const folder = path.join(root, ".conquest/bench/refused-copy");

async function keep(photographs: readonly Buffer[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [index, photograph] of photographs.entries())
    await writeFile(path.join(folder, index === 0 ? "original.png" : "copy.png"), photograph);
}

/** A countdown may tick between the text and the photograph. */
const TRIES = 4;
/** A digit of a countdown is less than this. */
const ALIKE = 0.0005;

interface SavedPage {
  html: string;
  photographs: Buffer[];
  /** The share of pixels in which it looks other than what it was saved from. */
  difference: number;
}

/**
 * What a browser makes of a page before it paints depends on these too: `Cross-Origin-Opener-Policy` alone has it begin
 * again in another process.
 */
const IS_OF_THE_PAGE =
  /^(cross-origin-|origin-agent-cluster$|content-security-policy$|permissions-policy$|referrer-policy$|x-)/;

type Show = (html: string, headers: Record<string, string>) => string;

/** As somebody sees it who comes for the first time: who has been here is given stylesheets in another way. */
async function saveOnce(browser: Browser, address: string, content: string, show: Show): Promise<SavedPage> {
  const context = await browser.newContext({
    locale: "en-GB",
    timezoneId: "Asia/Dhaka",
    viewport: { width: WIDTH, height: 800 },
  });
  try {
    const page = await context.newPage();
    const headers = (await (await page.goto(address))?.allHeaders()) ?? {};
    await page.locator(content).first().waitFor();
    await page.waitForLoadState("networkidle");
    const html = await serialise(page);
    const original = await photograph(page);
    await page.goto(
      show(html, Object.fromEntries(Object.entries(headers).filter(([name]) => IS_OF_THE_PAGE.test(name)))),
    );
    const copy = await photograph(page);
    await page.goto("about:blank");
    return { html, photographs: [original, copy], difference: (await difference(page, original, copy)).share };
  } finally {
    await context.close();
  }
}

/**
 * Saves what is at `address` once `content` is there and nothing loads any more. `show` puts the copy where it can be opened,
 * with the headers that say how the page is to be treated, and answers its address: a copy that looks otherwise is none, and
 * refused.
 */
export async function savePage(browser: Browser, address: string, content: string, show: Show): Promise<SavedPage> {
  let saved = await saveOnce(browser, address, content, show);
  for (let turn = 1; turn < TRIES && saved.difference > ALIKE; turn += 1)
    saved = await saveOnce(browser, address, content, show);
  if (saved.difference > ALIKE) {
    await keep(saved.photographs);
    throw new Error(
      `The copy of ${address} differs in ${(saved.difference * 100).toFixed(2)} % of its pixels: see ${path.relative(root, folder)}.`,
    );
  }
  return saved;
}
