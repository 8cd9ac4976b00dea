import { parseArgs } from "node:util";
import { measureInteractions, type Interactions } from "./interactions";
import { auditPages, CATEGORIES, type Audited } from "./lighthouse";
import { requestsPerSecond, withPinnedCores } from "./load";
import { firstVisits, openPages, PAGES, type PaintSite } from "./pages";
import {
  atLeast,
  atMost,
  goalTable,
  machineLines,
  metadataLines,
  outputFile,
  saveReport,
  SPREAD_EXPLAINED,
  table,
  withSpread,
  type Goal,
} from "./report";
import { measurer, parseNames, parsePositiveInteger, runBench } from "./run-bench";
import { makeCertificate, openBrowser } from "./site";
import { CIRCUMSTANCES, type Visit } from "./visit";

/** Benchmarks how fast pages render and become interactive. */

const MEASURES = ["visits", "interactions", "rate", "lighthouse"] as const;

const USAGE = `npm run bench -- paint [--rounds 7] [--pages ${PAGES.map(({ name }) => name).join(",")}]
  [--measures ${MEASURES.join(",")}] [--out bench/results.md]

A full run is saved in bench/results.md, any other in .conquest/bench/results.md.`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    pages: { type: "string" },
    measures: { type: "string" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

interface Results {
  visits: Map<string, Visit[]>;
  interactions: Interactions;
  audits: Map<string, Audited>;
  /** Pages per second, from the page cache and rendered for each request. */
  rate?: { cached: number[]; rendered: number[] };
}

/** Limits for the machine of bench/results.md, in milliseconds and kB. */
const LIMITS = {
  public: { firstPaint: 600, largestPaint: 750, hydrated: 2300, blocking: 35, scripts: 150 },
  signedIn: { largestPaint: 3500, content: 3500 },
  homeScripts: 140,
  interaction: 100,
  lighthouse: 95,
  cachedPages: 2000,
  renderedPages: 60,
};

const RATE_SECONDS = 5;
const WARM_UP_SECONDS = 3;
/** Lighthouse stabilizes its own scores; three runs are enough to see the spread. */
const AUDITS = 3;
const AUDITED = { home: "/", all: "/all_contests", contest: "/contest-details/:id", login: "/login" };

async function pagesPerSecond({ site }: PaintSite, rounds: number): Promise<NonNullable<Results["rate"]>> {
  let count = 0;
  const measureRate = (path: () => string, seconds = RATE_SECONDS) =>
    requestsPerSecond(site.port, seconds, (request) => ({ ...request, path: path() }));
  const newAddress = () => `/?n=${(count += 1)}`;
  return withPinnedCores([site.child.process], async () => {
    const rate: NonNullable<Results["rate"]> = { cached: [], rendered: [] };
    await measureRate(() => "/", WARM_UP_SECONDS);
    await measureRate(newAddress, WARM_UP_SECONDS);
    for (let round = 0; round < rounds; round += 1) {
      rate.cached.push(await measureRate(() => "/"));
      rate.rendered.push(await measureRate(newAddress));
    }
    return rate;
  });
}

async function bench(): Promise<string[]> {
  const rounds = parsePositiveInteger("rounds", values.rounds);
  const pageNames = parseNames(
    PAGES.map(({ name }) => name),
    values.pages,
  );
  const measures = parseNames(MEASURES, values.measures);
  const isFullRun = pageNames.length === PAGES.length && measures.length === MEASURES.length && rounds >= 7;
  const certificate = await makeCertificate();
  const browser = await openBrowser(certificate);
  const tools = ["@playwright/test", "web-vitals", "lighthouse", "autocannon"];
  const machine = await machineLines(tools, [["Chromium", browser.version()]]);
  const failures: string[] = [];
  const results: Results = { visits: new Map(), interactions: new Map(), audits: new Map() };
  const measure = measurer(measures, failures);
  try {
    const open = await openPages(certificate, browser);
    try {
      await measure("visits", async () => {
        const pages = PAGES.filter(({ name }) => pageNames.includes(name));
        await firstVisits(open, pages, rounds, results.visits);
      });
      await measure("interactions", () => measureInteractions(open, rounds, results.interactions));
      await measure("rate", async () => {
        results.rate = await pagesPerSecond(open, rounds);
      });
      await measure("lighthouse", async () => {
        const addresses = Object.entries(AUDITED).map(([name, path]): [string, string] => [name, open.addressOf(path)]);
        await auditPages(certificate, addresses, AUDITS, results.audits);
      });
    } finally {
      await open.site.close();
    }
  } finally {
    await browser.close();
  }
  const metadata = metadataLines("Paint", { rounds, machine, failures }, CIRCUMSTANCES);
  await saveReport("Paint", outputFile(values.out, isFullRun), [...metadata, ...reportLines(results)].join("\n\n"));
  return failures;
}

function pageGoals(name: string, visits: readonly Visit[]): Goal[] {
  const of = (read: (visit: Visit) => number) => visits.map(read);
  const zero = (what: string, values: number[]): Goal => {
    const worst = Math.max(...values);
    return { what: `${name}: ${what}`, measured: `at most ${Number(worst.toFixed(4))}`, goal: "0", isMet: worst === 0 };
  };
  const upTo = (what: string, read: (visit: Visit) => number, limit: number, unit = " ms", digits = 0) =>
    atMost(`${name}: ${what}`, of(read), limit, unit, digits);
  const isPublic = !PAGES.find((page) => page.name === name)?.role;
  const scripts = ["home", "bangla"].includes(name) ? LIMITS.homeScripts : LIMITS.public.scripts;
  return [
    ...(isPublic
      ? [
          upTo("first paint", ({ firstPaint }) => firstPaint, LIMITS.public.firstPaint),
          upTo("largest paint", ({ largestPaint }) => largestPaint, LIMITS.public.largestPaint),
          upTo("page responds to a click", ({ hydrated }) => hydrated, LIMITS.public.hydrated),
          upTo("blocking time", ({ blocking }) => blocking, LIMITS.public.blocking),
          upTo("scripts", ({ scriptBytes }) => scriptBytes / 1000, scripts, " kB", 1),
        ]
      : [
          upTo("largest paint", ({ largestPaint }) => largestPaint, LIMITS.signedIn.largestPaint),
          upTo("time of content", ({ content }) => content, LIMITS.signedIn.content),
        ]),
    zero(
      "layout shift",
      of(({ shift }) => shift),
    ),
    zero(
      "hydration mismatches",
      of(({ mismatches }) => mismatches),
    ),
    zero(
      "errors and warnings on the console",
      of(({ complaints }) => complaints),
    ),
  ];
}

const VISIT_ROWS: [string, (visit: Visit) => number, digits?: number][] = [
  ["first paint, ms", ({ firstPaint }) => firstPaint],
  ["largest paint, ms", ({ largestPaint }) => largestPaint],
  ["content, ms", ({ content }) => content],
  ["layout responds to a click, ms", ({ frameHydrated }) => frameHydrated],
  ["page responds to a click, ms", ({ hydrated }) => hydrated],
  ["blocking, ms", ({ blocking }) => blocking],
  ["layout shift", ({ shift }) => shift, 3],
  ["requests", ({ requests }) => requests],
  ["transferred, kB", ({ bytes }) => bytes / 1000, 1],
  ["scripts, kB", ({ scriptBytes }) => scriptBytes / 1000, 1],
];

function reportLines({ visits, interactions, audits, rate }: Results): string[] {
  const goals = [
    ...[...visits].flatMap(([name, ofPage]) => pageGoals(name, ofPage)),
    ...[...interactions].map(([name, times]) => atMost(name, times, LIMITS.interaction, " ms")),
    ...[...audits].flatMap(([page, { points }]) =>
      CATEGORIES.map((category) => atLeast(`Lighthouse, ${page}: ${category}`, points[category], LIMITS.lighthouse)),
    ),
    ...(rate
      ? [
          atLeast("pages per second, cached", rate.cached, LIMITS.cachedPages),
          atLeast("pages per second, rendered", rate.rendered, LIMITS.renderedPages),
        ]
      : []),
  ];
  const lost = [...audits].map(([page, { lost }]) => `- ${page}: lost points on ${lost.join(", ") || "nothing"}`);
  const visitRows = VISIT_ROWS.map(([title, read, digits]) => [
    title,
    ...[...visits.values()].map((ofPage) => withSpread(ofPage.map(read), digits)),
  ]);
  const [english, bangla] = [visits.get("home"), visits.get("bangla")];
  const pairRows =
    english && bangla
      ? VISIT_ROWS.map(([title, read, digits]) => [
          title,
          withSpread(
            bangla.map((visit, round) => read(visit) - read(english[round]!)),
            digits,
          ),
        ])
      : [];
  return [
    SPREAD_EXPLAINED,
    "## Goals",
    goalTable(goals),
    ...(visits.size > 0 ? ["## First visits", table([["", ...visits.keys()], ...visitRows])] : []),
    ...(pairRows.length > 0
      ? ["## Home in Bangla, less home in English", table([["", "difference"], ...pairRows])]
      : []),
    ...(lost.length > 0 ? ["## Lighthouse, mobile", lost.join("\n")] : []),
  ];
}

await runBench(bench, values.help, USAGE);
