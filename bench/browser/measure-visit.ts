import type { Browser } from "@playwright/test";
import { openVisit, type Seen, type StorageState, type VisitOptions } from "./visit";

export interface Visit {
  firstPaint: number;
  largestPaint: number;
  content: number;
  /** The time when the layout around the page was hydrated; undefined for a page without scripts. */
  frameHydrated?: number;
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
      mismatches: open.complaints.filter((text) => HYDRATION_ERROR.test(text)).length,
    };
    const state = options.state && (await open.context.storageState({ indexedDB: true }));
    return { visit, state, complaints: open.complaints };
  } finally {
    await open.close();
  }
}
