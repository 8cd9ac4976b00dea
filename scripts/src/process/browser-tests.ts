import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildParts } from "../parts/build-parts";
import { PARTS } from "../parts/parts";
import { findBrowser } from "./find-browser";
import { runNode } from "./run-command";
import { startSite, stopSite } from "./site-child";
import { failure, type Count } from "./test-count";

const playwright = path.join(
  path.dirname(createRequire(import.meta.url).resolve("@playwright/test/package.json")),
  "cli.js",
);

const REPORTERS = { journeys: "list", alone: "list", conformance: "e2e/conformance-reporter.ts" };

/** All browsers have one address; together they exceed the default limit. */
const SITE_ENV = { REQUESTS_PER_MINUTE: "10000" };

interface PlaywrightReport {
  stats: { expected: number; flaky: number; skipped: number };
  errors: PlaywrightError[];
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { status: string; results: { errors: PlaywrightError[] }[] }[] }[];
}

interface PlaywrightError {
  message?: string;
  location?: { file: string; line: number };
}

/** A timeout is reported first; the later errors say what it waited for. */
const joinErrors = (errors: PlaywrightError[]) =>
  errors
    .map(({ message = "", location }) =>
      location ? `${message}\nat ${path.basename(location.file)}:${location.line}` : message,
    )
    .join("\n");

const failuresOf = ({ suites = [], specs }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ results }) => failure(title, joinErrors(results.at(-1)?.errors ?? []))),
  ),
  ...suites.flatMap(failuresOf),
];

export async function runBrowserTests(
  project: keyof typeof REPORTERS,
  args: string[] = [],
  { keepsTraces = false } = {},
): Promise<Count> {
  const browser = await findBrowser();
  console.log(`Browser: ${browser}`);
  const reports = await mkdtemp(path.join(tmpdir(), "conquest-reports-"));
  const report = path.join(reports, "playwright.json");
  // The bytes and budgets of releases, instead of the quick builds of `npm start`.
  await buildParts(PARTS, { log: console.log });
  const site = await startSite({ isLoud: true, env: SITE_ENV });
  try {
    const code = await runNode(
      [
        playwright,
        "test",
        "-c",
        "e2e",
        `--project=${project}`,
        `--reporter=${REPORTERS[project]},json`,
        "--no-deps",
        ...args,
      ],
      {
        SITE_URL: site.url,
        DATA_DIR: site.dataFolder,
        CHROME_PATH: browser,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        ...(keepsTraces && { KEEP_TRACES: "yes" }),
      },
    );
    const { stats, errors, suites } = JSON.parse(await readFile(report, "utf8")) as PlaywrightReport;
    const failures = [
      ...suites.flatMap(failuresOf),
      ...errors.map(({ message }) => failure("Outside a test", message)),
    ];
    if (failures.length === 0 && code !== 0) failures.push(`Playwright ended with ${code}, but no test failed`);
    return { passed: stats.expected + stats.flaky, failures, skipped: stats.skipped };
  } finally {
    await stopSite(site);
    await rm(site.dataFolder, { recursive: true, force: true });
    await rm(reports, { recursive: true, force: true });
  }
}
