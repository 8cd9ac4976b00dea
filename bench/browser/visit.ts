import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { slowDown } from "./slow-connection";
import { watchTraffic, type Traffic } from "./traffic";

export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** What the page noted of itself, see watch-page.js. Milliseconds since the navigation began. */
export interface Seen {
  firstPaint?: number;
  largestPaint?: number;
  content?: number;
  /** The switch in the navbar answers to a click. */
  frameHydrated?: number;
  /** The first control of the page itself answers too. */
  hydrated?: number;
  shift: number;
  tasks: { startTime: number; duration: number }[];
  interactions: { startTime: number; duration: number }[];
  clickToContent?: number;
}

export interface VisitOptions {
  address: string;
  /** Selector of what the visitor comes for. */
  content: string;
  /** False for a page without scripts: nothing of it will ever answer. */
  isAlive: boolean;
  state?: StorageState;
  width?: number;
  /** So many times slower than this machine; 4 unless given. */
  cpuSlowdown?: number;
}

/** A page that somebody has just opened, and that has come to rest. */
export interface OpenVisit {
  page: Page;
  context: BrowserContext;
  traffic: Traffic;
  /** Errors and warnings on the console, and uncaught ones. */
  complaints: string[];
  look(): Promise<Seen>;
  close(): Promise<void>;
}

const webVitals = path.join(path.dirname(createRequire(import.meta.url).resolve("web-vitals")), "web-vitals.iife.js");
/** One script of the two: each is run in a scope of its own. */
const WATCHER = [webVitals, path.join(import.meta.dirname, "watch-page.js")]
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** How wide the page is that most figures are of; its height is 800. */
export const WIDTH = 1280;
const QUIET_MS = 600;
const DEADLINE_MS = 60_000;

/** A first visit: a browser that knows nothing, over a slow connection. */
export async function openVisit(
  browser: Browser,
  { address, content, isAlive, state, width = WIDTH, cpuSlowdown }: VisitOptions,
): Promise<OpenVisit> {
  const context = await browser.newContext({
    locale: "en-GB",
    timezoneId: "Asia/Dhaka",
    viewport: { width, height: 800 },
    ...(state && { storageState: state }),
  });
  try {
    await context.addInitScript(`globalThis.conquestContent = ${JSON.stringify(content)};`);
    await context.addInitScript(WATCHER);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", ({ message }) => complaints.push(message));
    const cdp = await context.newCDPSession(page);
    const traffic = watchTraffic(cdp);
    await slowDown(cdp, cpuSlowdown);
    const look = () => page.evaluate(() => (globalThis as unknown as { conquestBench: Seen }).conquestBench);
    await page.goto(address, { waitUntil: "load", timeout: DEADLINE_MS });
    const isAtRest = ({ content, hydrated, largestPaint }: Seen) =>
      traffic.isQuietFor(QUIET_MS) &&
      content !== undefined &&
      largestPaint !== undefined &&
      (hydrated !== undefined || !isAlive);
    const givenUpAt = performance.now() + DEADLINE_MS;
    while (!isAtRest(await look())) {
      if (performance.now() > givenUpAt)
        throw new Error(`${address} did not come to rest: ${JSON.stringify(await look())} ${complaints.join("\n")}`);
      await pause(100);
    }
    return { page, context, traffic, complaints, look, close: () => context.close() };
  } catch (error) {
    await context.close();
    throw error;
  }
}
