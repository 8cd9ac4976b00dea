import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "@conquest/scripts/src/root";
import { openBrowser } from "./browser/open-browser";
import { makeCertificate } from "./front/certificate";
import { firstVisits } from "./measures/first-visits";
import { measureInteractions } from "./measures/interactions";
import { auditPages } from "./measures/lighthouse";
import { releaseManyRemotes } from "./measures/many-remotes";
import { PAGES } from "./measures/pages";
import { pagesPerSecond } from "./measures/pages-a-second";
import { machineLines } from "./report/machine";
import { paintReport } from "./report/paint-report";
import { FEW_REMOTES, MANY_REMOTES, type PaintResults } from "./report/paint-results";
import { saveResults } from "./report/results-file";
import { parseNames, measurer, runBench, parsePositiveInteger } from "./run/run-bench";
import { BEFORE } from "./variants/earlier-sources";
import { openSite } from "./variants/open-site";
import { openVariants, VARIANTS } from "./variants/open-variants";
import type { Variant } from "./variants/variant";

/** Benchmarks how fast pages render and become interactive, compared with other ways of serving them. */

const MEASURES = ["visits", "interactions", "remotes", "rate", "lighthouse"] as const;

const USAGE = `npm run bench -- paint [--rounds 7] [--pages ${PAGES.map(({ name }) => name).join(",")}]
  [--variants ${VARIANTS.join(",")}] [--against ${BEFORE}]
  [--measures ${MEASURES.join(",")}] [--no-lighthouse] [--out bench/results.md]

Without anything, all of it, into bench/results.md. A run that names pages or variants makes their first visits alone, unless
it names measures too. Whatever is less than all goes into .conquest/bench/results.md, unless --out says where.`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    pages: { type: "string" },
    variants: { type: "string" },
    against: { type: "string", default: BEFORE },
    measures: { type: "string" },
    "no-lighthouse": { type: "boolean", default: false },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

/** Added to the site's own four remotes to make a hundred. */
const EXTRA_REMOTES = 96;
/** Lighthouse stabilises its own scores; three runs are enough to see the spread. */
const AUDITS = 3;
const AUDITED = { home: "/", all: "/all_contests", contest: "/contest-details/:id", login: "/login" };

async function bench(): Promise<void> {
  const rounds = parsePositiveInteger("rounds", values.rounds, USAGE);
  const pageNames = parseNames(
    PAGES.map(({ name }) => name),
    values.pages,
    USAGE,
  );
  const pages = PAGES.filter(({ name }) => pageNames.includes(name));
  const names = parseNames(VARIANTS, values.variants, USAGE);
  const isFiltered = values.pages !== undefined || values.variants !== undefined;
  const measures = new Set(parseNames(MEASURES, values.measures ?? (isFiltered ? "visits" : undefined), USAGE));
  if (values["no-lighthouse"]) measures.delete("lighthouse");

  const startedAt = performance.now();
  const isFullRun = !isFiltered && measures.size === MEASURES.length && rounds >= 7;
  const out = path.resolve(root, values.out ?? (isFullRun ? "bench/results.md" : ".conquest/bench/results.md"));
  const certificate = await makeCertificate();
  const browser = await openBrowser(certificate);
  const machine = await machineLines(
    [["Chromium", browser.version()]],
    ["@playwright/test", "web-vitals", "lighthouse", "autocannon"],
  );
  const results: PaintResults = { visits: new Map() };
  const failures: string[] = [];
  const measure = measurer(measures, failures);

  try {
    const { variants, product, close } = await openVariants(certificate, browser, {
      names,
      pages,
      against: values.against,
    });
    try {
      await measure("visits", async () => {
        results.visits = await firstVisits(browser, variants, pages, rounds);
      });
      await measure("interactions", async () => {
        results.interactions = await measureInteractions(
          browser,
          variants.filter(({ name }) => name === "product"),
          rounds,
        );
      });
      await measure("remotes", async () => {
        const many = await openSite(certificate);
        try {
          await releaseManyRemotes(many, EXTRA_REMOTES);
          const common = {
            isAlive: true,
            hasSignedInPages: true,
            contestId: "",
            states: new Map(),
            close: async () => undefined,
          };
          const both: Variant[] = [
            { ...common, name: FEW_REMOTES, url: product.url },
            { ...common, name: MANY_REMOTES, url: many.url },
          ];
          const home = PAGES.filter(({ name }) => name === "home");
          results.remotes = (await firstVisits(browser, both, home, rounds)).get("home")!;
        } finally {
          await many.close();
        }
      });
      await measure("rate", async () => {
        results.rate = await pagesPerSecond(product, os.cpus().length, rounds);
      });
      await measure("lighthouse", async () => {
        const contestId = variants[0]?.contestId ?? "";
        const addresses = Object.fromEntries(
          Object.entries(AUDITED).map(([name, at]) => [name, product.url + at.replace(":id", contestId)]),
        );
        results.audits = new Map();
        await auditPages(certificate, addresses, AUDITS, results.audits);
      });
    } finally {
      await close();
    }
  } finally {
    await browser.close();
  }

  const command = ["npm run bench -- paint", ...process.argv.slice(2)].join(" ");
  const report = paintReport(results, { command, rounds, machine, failures });
  await saveResults({ title: "Paint", out, report, results, startedAt });
  if (failures.length > 0) process.exitCode = 1;
}

await runBench(bench, values.help, USAGE);
