import type { Browser } from "@playwright/test";
import { openVisit, type Seen, type StorageState, type VisitOptions } from "./visit";

/** One first visit in numbers: milliseconds, bytes and counts. */
export interface Visit {
  firstPaint: number;
  largestPaint: number;
  /** When what the visitor came for was there to see. */
  content: number;
  /** When the frame around the page answered to a click; missing where it never will. */
  frameHydrated?: number;
  /** When the page in it did so too. */
  hydrated?: number;
  blocking: number;
  shift: number;
  requests: number;
  bytes: number;
  scriptBytes: number;
  complaints: number;
  mismatches: number;
}
export type Metric = keyof Visit;

/** What a task takes beyond this keeps people waiting, in milliseconds. */
const LONG_MS = 50;

/** As Lighthouse counts it: what long tasks take beyond 50 ms after the first paint, here until the page is at rest. */
const blockingTime = ({ tasks, firstPaint = 0 }: Seen): number =>
  tasks
    .map(({ startTime, duration }) => startTime + duration - Math.max(startTime, firstPaint) - LONG_MS)
    .filter((excess) => excess > 0)
    .reduce((sum, excess) => sum + excess, 0);

/** React's words for it, in full and as the number of its production build. */
const MISMATCH = /hydrat|did not match|#(?:418|419|421|422|423|425)\b/i;

/** Also answers the browser's storage as the visit left it: a session is replaced by the next. */
export async function measureVisit(
  browser: Browser,
  options: VisitOptions,
): Promise<{ visit: Visit; state: StorageState | undefined; told: string[] }> {
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
    const { firstPaint = NaN, largestPaint = NaN, content = NaN, frameHydrated, hydrated, shift } = seen;
    const visit: Visit = {
      firstPaint,
      largestPaint,
      content: Math.max(content, firstPaint),
      ...(options.isAlive && { frameHydrated, hydrated }),
      blocking: blockingTime(seen),
      shift,
      requests: open.traffic.requests,
      bytes: open.traffic.bytes,
      scriptBytes,
      complaints: open.complaints.length,
      mismatches: open.complaints.filter((text) => MISMATCH.test(text)).length,
    };
    const state = options.state && (await open.context.storageState({ indexedDB: true }));
    return { visit, state, told: open.complaints };
  } finally {
    await open.close();
  }
}
