import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

/** A mobile connection: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up. Throughput is in bytes per second. */
const CONNECTION = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

export const CPU_SLOWDOWN = 4;

export const CIRCUMSTANCES =
  "150 ms round trip, 1.6 Mbit/s down and 0.75 up, processor four times slower, cold cache, HTTP/2 and TLS";

async function slowDown(cdp: CDPSession, cpuSlowdown = CPU_SLOWDOWN): Promise<void> {
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", CONNECTION);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
}

interface Traffic {
  bytes: number;
  requests: number;
  isQuietFor(milliseconds: number): boolean;
}

function watchTraffic(cdp: CDPSession): Traffic {
  const inFlight = new Set<string>();
  let lastActivityAt = performance.now();
  const traffic: Traffic = {
    bytes: 0,
    requests: 0,
    isQuietFor: (milliseconds) => inFlight.size === 0 && performance.now() - lastActivityAt >= milliseconds,
  };
  const end = (requestId: string) => {
    lastActivityAt = performance.now();
    return inFlight.delete(requestId);
  };
  cdp.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (/^(data|blob):/.test(request.url)) return;
    lastActivityAt = performance.now();
    inFlight.add(requestId);
    traffic.requests += 1;
  });
  // A preloaded resource is requested again where it is used and then served from the memory cache.
  cdp.on("Network.requestServedFromCache", ({ requestId }) => {
    if (end(requestId)) traffic.requests -= 1;
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (end(requestId)) traffic.bytes += encodedDataLength;
  });
  cdp.on("Network.loadingFailed", ({ requestId }) => void end(requestId));
  return traffic;
}

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

const DEFAULT_WIDTH = 1280;
const QUIET_MS = 600;
const TIMEOUT_MS = 60_000;

/** Opens a page in a new browser context over a slow connection and waits until it is idle. */
export async function openVisit(
  browser: Browser,
  { address, content, state, width = DEFAULT_WIDTH, cpuSlowdown }: VisitOptions,
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
      traffic.isQuietFor(QUIET_MS) && content !== undefined && largestPaint !== undefined && hydrated !== undefined;
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

export interface Visit {
  firstPaint: number;
  largestPaint: number;
  content: number;
  /** The time when the layout around the page was hydrated. */
  frameHydrated: number;
  hydrated: number;
  blocking: number;
  shift: number;
  requests: number;
  bytes: number;
  scriptBytes: number;
  complaints: number;
  mismatches: number;
}

const LONG_TASK_MS = 50;

/** Computes Lighthouse's total blocking time, but until the page is idle rather than until it is interactive. */
const blockingTime = ({ tasks, firstPaint = 0 }: Seen): number =>
  tasks
    .map(({ startTime, duration }) => startTime + duration - Math.max(startTime, firstPaint) - LONG_TASK_MS)
    .filter((excess) => excess > 0)
    .reduce((sum, excess) => sum + excess, 0);

/** Matches React's hydration errors: messages of the development build and error numbers of production. */
const HYDRATION_ERROR = /hydrat|did not match|#(?:418|419|421|422|423|425)\b/i;

/** Also returns the browser's storage after the visit, because visits replace the session cookie. */
export async function measureVisit(
  browser: Browser,
  options: VisitOptions,
): Promise<{ visit: Visit; state: StorageState | undefined; complaints: string[] }> {
  const open = await openVisit(browser, options);
  try {
    const seen = await open.look();
    const scriptBytes = await open.page.evaluate(() => {
      const sizes = new Map<string, number>();
      for (const { name, encodedBodySize } of performance.getEntriesByType("resource") as PerformanceResourceTiming[]) {
        if (new URL(name).pathname.endsWith(".js")) sizes.set(name, Math.max(sizes.get(name) ?? 0, encodedBodySize));
      }
      return [...sizes.values()].reduce((sum, size) => sum + size, 0);
    });
    const { firstPaint = NaN, largestPaint = NaN, content = NaN, shift } = seen;
    const { frameHydrated = NaN, hydrated = NaN } = seen;
    const visit: Visit = {
      firstPaint,
      largestPaint,
      content: Math.max(content, firstPaint),
      frameHydrated,
      hydrated,
      blocking: blockingTime(seen),
      shift,
      requests: open.traffic.requests,
      bytes: open.traffic.bytes,
      scriptBytes,
      complaints: open.complaints.length,
      mismatches: open.complaints.filter((text) => HYDRATION_ERROR.test(text)).length,
    };
    const state = options.state && (await open.context.storageState({ indexedDB: true }));
    return { visit, state, complaints: open.complaints };
  } finally {
    await open.close();
  }
}
