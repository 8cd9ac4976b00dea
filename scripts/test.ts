import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import pc from "picocolors";
import { runBrowserTests, type Count } from "./src/process/browser-tests";
import { onStop, stopChildren } from "./src/process/children";
import { hasPostgres, startPostgres } from "@conquest/server/src/testing/start-postgres";
import { runNode, runNpm } from "./src/process/run-command";

/**
 * Types, lint, unit and server tests, then the journeys in a real browser against the site as npm start runs it.
 * `npm test -- unit journeys` runs only those steps, `npm test -- all` the specification's conformance too.
 */

const require = createRequire(import.meta.url);
const bin = (name: string, file: string) => path.join(path.dirname(require.resolve(`${name}/package.json`)), file);

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
  const options = ["--json", `--outputFile=${file}`, "--maxWorkers=2"];
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

function browserTests(title: string, project: "journeys" | "conformance"): Promise<Count> {
  step(title);
  return runBrowserTests(project);
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
/** One after the other, but for the two checks: each is one thread. */
const stages: Record<string, () => Promise<Count>>[] = [
  { types: () => check("Types", "types"), lint: () => check("Lint", "lint") },
  { unit: unitTests },
  { postgres: serverTestsOnPostgres },
  { journeys: () => browserTests("Journeys in a browser", "journeys") },
  { conformance: () => browserTests("The specification in a browser", "conformance") },
];
const names = stages.flatMap(Object.keys);
const given = process.argv.slice(2);
const wanted = given.length === 0 ? names.filter((name) => name !== "conformance") : given[0] === "all" ? names : given;
const unknown = wanted.find((name) => !names.includes(name));
if (unknown) throw new Error(`There is no step ${unknown}. There are: all, ${names.join(", ")}`);
const total: Count = { passed: 0, failed: 0, skipped: 0 };
for (const stage of stages) {
  const works = Object.entries(stage).filter(([name]) => wanted.includes(name));
  for (const { passed, failed, skipped } of await Promise.all(works.map(([, work]) => counted(work)))) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
}
await rm(reports, { recursive: true, force: true });

console.log("");
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
