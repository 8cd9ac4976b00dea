import lighthouse, { type Result } from "lighthouse";
import { freePort } from "@conquest/scripts/src/process/ports";
import { openBrowser, type Certificate } from "./site";

export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
type Category = (typeof CATEGORIES)[number];

/** Scores from 0 to 100 of each run, by category. */
type Points = Record<Category, number[]>;

export interface Audited {
  points: Points;
  lost: string[];
}

/** Retries because the browser sometimes misses the start of its trace on a busy machine. */
const MAX_ATTEMPTS = 3;

async function audit(address: string, port: number): Promise<Result> {
  let reason = "it says nothing";
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
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

/** Runs Lighthouse with its mobile preset in a separate browser. Adds each page to `audited` as soon as it is done. */
export async function auditPages(
  certificate: Certificate,
  addresses: readonly [string, string][],
  runs: number,
  audited: Map<string, Audited>,
): Promise<void> {
  const port = await freePort();
  const browser = await openBrowser(certificate, port);
  try {
    for (const [page, address] of addresses) {
      const points: Points = { performance: [], accessibility: [], "best-practices": [], seo: [] };
      let lost: string[] = [];
      for (let run = 0; run < runs; run += 1) {
        const { categories, audits } = await audit(address, port);
        for (const category of CATEGORIES) points[category].push(Math.round((categories[category]?.score ?? 0) * 100));
        const weighted = Object.values(categories).flatMap(({ auditRefs }) =>
          auditRefs.filter(({ weight }) => weight > 0),
        );
        lost = weighted
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
