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
import { pagesASecond } from "./measures/pages-a-second";
import { machineLines } from "./report/machine";
import { paintReport } from "./report/paint-report";
import { FEW_REMOTES, MANY_REMOTES, type PaintResults } from "./report/paint-results";
import { keepResults } from "./report/results-file";
import { chosen, measurer, runBench, wholeNumber } from "./run/run-bench";
import { BEFORE } from "./variants/earlier-sources";
import { openSite } from "./variants/open-site";
import { openVariants, VARIANTS } from "./variants/open-variants";
import type { Variant } from "./variants/variant";

/** How fast pages are there to see and to use, beside other ways of serving the same pages. */

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

/** So many remotes as the sites of a hundred have, beside the four of this one. */
const MORE_REMOTES = 96;
/** Lighthouse steadies its own figures; three runs show whether it could. */
const AUDITS = 3;
const AUDITED = { home: "/", all: "/all_contests", contest: "/contest-details/:id", login: "/login" };

async function bench(): Promise<void> {
  const rounds = wholeNumber("rounds", values.rounds, USAGE);
  const pageNames = chosen(
    PAGES.map(({ name }) => name),
    values.pages,
    USAGE,
  );
  const pages = PAGES.filter(({ name }) => pageNames.includes(name));
  const names = chosen(VARIANTS, values.variants, USAGE);
  const isNarrowed = values.pages !== undefined || values.variants !== undefined;
  const measures = new Set(chosen(MEASURES, values.measures ?? (isNarrowed ? "visits" : undefined), USAGE));
  if (values["no-lighthouse"]) measures.delete("lighthouse");

  const startedAt = performance.now();
  const isWhole = !isNarrowed && measures.size === MEASURES.length && rounds >= 7;
  const out = path.resolve(root, values.out ?? (isWhole ? "bench/results.md" : ".conquest/bench/results.md"));
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
          await releaseManyRemotes(many, MORE_REMOTES);
          const alike = {
            isAlive: true,
            hasSignedInPages: true,
            contestId: "",
            states: new Map(),
            close: async () => undefined,
          };
          const both: Variant[] = [
            { ...alike, name: FEW_REMOTES, url: product.url },
            { ...alike, name: MANY_REMOTES, url: many.url },
          ];
          const home = PAGES.filter(({ name }) => name === "home");
          results.remotes = (await firstVisits(browser, both, home, rounds)).get("home")!;
        } finally {
          await many.close();
        }
      });
      await measure("rate", async () => {
        results.rate = await pagesASecond(product, os.cpus().length, rounds);
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
  await keepResults({ title: "Paint", out, report, results, startedAt });
  if (failures.length > 0) process.exitCode = 1;
}

await runBench(bench, values.help, USAGE);
