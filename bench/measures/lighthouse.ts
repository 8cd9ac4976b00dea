import lighthouse, { type Result } from "lighthouse";
import { freePort } from "@conquest/scripts/src/process/ports";
import { openBrowser } from "../browser/open-browser";
import type { Certificate } from "../front/certificate";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof CATEGORIES)[number];

/** Points of 100 of each run, by category. */
export type Points = Record<Category, number[]>;

export interface Audited {
  points: Points;
  /** What cost points in the last run. */
  lost: string[];
}

/** On a busy machine the browser now and then misses the beginning of its own trace. */
const TRIES = 3;

async function audit(address: string, port: number): Promise<Result> {
  let reason = "it says nothing";
  for (let turn = 0; turn < TRIES; turn += 1) {
    const result = await lighthouse(address, {
      port,
      logLevel: "error",
      output: "json",
      onlyCategories: [...CATEGORIES],
    });
    if (result && !result.lhr.runtimeError) return result.lhr;
    reason = result?.lhr.runtimeError?.message ?? reason;
  }
  throw new Error(`Lighthouse on ${address}: ${reason}`);
}

/** Lighthouse's own mobile telephone and connection, on a browser of its own. Each page goes into `audited` when it is done. */
export async function auditPages(
  certificate: Certificate,
  addresses: Record<string, string>,
  runs: number,
  audited: Map<string, Audited>,
): Promise<void> {
  const port = await freePort();
  const browser = await openBrowser(certificate, port);
  try {
    for (const [page, address] of Object.entries(addresses)) {
      const points: Points = { performance: [], accessibility: [], "best-practices": [], seo: [] };
      let lost: string[] = [];
      for (let run = 0; run < runs; run += 1) {
        const { categories, audits } = await audit(address, port);
        for (const category of CATEGORIES) points[category].push(Math.round((categories[category]?.score ?? 0) * 100));
        const weighed = Object.values(categories).flatMap(({ auditRefs }) =>
          auditRefs.filter(({ weight }) => weight > 0),
        );
        lost = weighed
          .map(({ id }) => audits[id]!)
          .filter(({ score }) => score !== null && score < 0.9)
          .map(({ id, displayValue }) => (displayValue ? `${id} (${displayValue})` : id));
      }
      audited.set(page, { points, lost });
      console.log(
        `  ${page.padEnd(8)} ${CATEGORIES.map((category) => `${category} ${points[category].join("/")}`).join(", ")}`,
      );
    }
  } finally {
    await browser.close();
  }
}
