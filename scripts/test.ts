import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import pc from "picocolors";
import { onStop, stopChildren } from "./src/process/children";
import { hasPostgres, startPostgres } from "@conquest/server/src/testing/start-postgres";
import { findBrowser } from "./src/process/find-browser";
import { runNode, runNpm } from "./src/process/run-command";
import { startSite, stopSite } from "./src/process/site-child";

/**
 * Types, lint, unit and server tests, then the journeys in a real browser against the site as npm start runs it.
 * `npm test -- unit journeys` runs only those steps.
 */

const require = createRequire(import.meta.url);
const bin = (name: string, file: string) => path.join(path.dirname(require.resolve(`${name}/package.json`)), file);

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

let reports = "";

function step(title: string) {
  console.log(`\n${pc.bold(pc.cyan(`— ${title}`))}`);
}

/** A check that either holds or not counts as one. */
async function check(title: string, script: string): Promise<Count> {
  step(title);
  const code = await runNpm(script);
  console.log(code === 0 ? pc.green(`${title}: clean`) : pc.red(`${title}: not clean`));
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
}

async function jest(args: string[] = [], environment: Record<string, string> = {}): Promise<Count> {
  const file = path.join(reports, "jest.json");
  await rm(file, { force: true });
  const options = ["--json", `--outputFile=${file}`, "--maxWorkers=2", "--testTimeout=30000"];
  const code = await runNode(["--experimental-vm-modules", "--no-warnings", bin("jest", "bin/jest.js"), ...args, ...options], environment);
  const report = await readReport<JestReport>(file);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed, skipped: report.numPendingTests };
}

function unitTests(): Promise<Count> {
  step("Unit and server tests");
  return jest();
}

/** The server's tests once more: the embedded database is one connection and forgives what PostgreSQL does not. */
async function serverTestsOnPostgres(): Promise<Count> {
  step("Server tests on PostgreSQL");
  if (!hasPostgres) {
    console.log(pc.yellow("Skipped: no PostgreSQL binaries on this machine."));
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const postgres = await startPostgres();
  try {
    return await jest(["--selectProjects", "server"], { TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
}

async function journeys(): Promise<Count> {
  step("Journeys in a browser");
  const browser = await findBrowser();
  console.log(`Browser: ${browser}`);
  const site = await startSite({ isLoud: true });
  try {
    const file = path.join(reports, "playwright.json");
    const code = await runNode([bin("@playwright/test", "cli.js"), "test", "-c", "e2e", "--project=journeys", "--reporter=list,json"], {
      SITE_URL: site.url,
      CHROME_PATH: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    });
    const report = await readReport<PlaywrightReport>(file);
    if (!report) return { passed: 0, failed: 1, skipped: 0 };
    const { expected, unexpected, flaky, skipped } = report.stats;
    const failed = unexpected + report.errors.length;
    return { passed: expected + flaky, failed: failed === 0 && code !== 0 ? 1 : failed, skipped };
  } finally {
    await stopSite(site);
    await rm(site.dataFolder, { recursive: true, force: true });
  }
}

const readReport = async <Report>(file: string): Promise<Report | null> => {
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as Report);
};

/** A step that breaks off counts as a failure and lets the others run. */
const counted = (work: () => Promise<Count>): Promise<Count> =>
  work().catch((error: unknown) => {
    console.error(pc.red(error instanceof Error ? error.message : String(error)));
    return { passed: 0, failed: 1, skipped: 0 };
  });

onStop(() => void stopChildren().then(() => process.exit(130)));

reports = await mkdtemp(path.join(tmpdir(), "conquest-reports-"));
const steps: Record<string, () => Promise<Count>> = {
  types: () => check("Types", "types"),
  lint: () => check("Lint", "lint"),
  unit: unitTests,
  postgres: serverTestsOnPostgres,
  journeys,
};
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in steps));
if (unknown) throw new Error(`There is no step ${unknown}. There are: ${Object.keys(steps).join(", ")}`);
const total: Count = { passed: 0, failed: 0, skipped: 0 };
for (const [name, work] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { passed, failed, skipped } = await counted(work);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}
await rm(reports, { recursive: true, force: true });

console.log("");
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
