import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { slowDown } from "./slow-connection";
import { watchTraffic, type Traffic } from "./traffic";

export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Metrics recorded by watch-page.js, in milliseconds since navigation start. */
export interface Seen {
  firstPaint?: number;
  largestPaint?: number;
  content?: number;
  frameHydrated?: number;
  /** The time when the first control of the page itself was hydrated. */
  hydrated?: number;
  shift: number;
  tasks: { startTime: number; duration: number }[];
  interactions: { startTime: number; duration: number }[];
  clickToContent?: number;
}

export interface VisitOptions {
  address: string;
  content: string;
  /** False for a page without scripts, which is never hydrated. */
  isAlive: boolean;
  state?: StorageState;
  width?: number;
  /** Defaults to `CPU_SLOWDOWN`. */
  cpuSlowdown?: number;
}

export interface OpenVisit {
  page: Page;
  context: BrowserContext;
  traffic: Traffic;
  complaints: string[];
  look(): Promise<Seen>;
  close(): Promise<void>;
}

const webVitals = path.join(path.dirname(createRequire(import.meta.url).resolve("web-vitals")), "web-vitals.iife.js");
/** Both scripts in one, because each init script runs in a scope of its own. */
const WATCHER = [webVitals, path.join(import.meta.dirname, "watch-page.js")]
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

export const DEFAULT_WIDTH = 1280;
const QUIET_MS = 600;
const TIMEOUT_MS = 60_000;

/** Opens a page in a new browser context over a slow connection and waits until it is idle. */
export async function openVisit(
  browser: Browser,
  { address, content, isAlive, state, width = DEFAULT_WIDTH, cpuSlowdown }: VisitOptions,
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
    await page.goto(address, { waitUntil: "load", timeout: TIMEOUT_MS });
    const isIdle = ({ content, hydrated, largestPaint }: Seen) =>
      traffic.isQuietFor(QUIET_MS) &&
      content !== undefined &&
      largestPaint !== undefined &&
      (hydrated !== undefined || !isAlive);
    const deadline = performance.now() + TIMEOUT_MS;
    while (!isIdle(await look())) {
      if (performance.now() > deadline)
        throw new Error(`${address} did not come to rest: ${JSON.stringify(await look())} ${complaints.join("\n")}`);
      await pause(100);
    }
    return { page, context, traffic, complaints, look, close: () => context.close() };
  } catch (error) {
    await context.close();
    throw error;
  }
}
