import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import pc from "picocolors";
import { runBrowserTests } from "./src/process/browser-tests";
import { onStop, stopChildren } from "./src/process/children";
import { fastestFolder, hasPostgres, startPostgres } from "@conquest/server/src/testing/start-postgres";
import { hasPooler } from "@conquest/server/src/testing/start-pgbouncer";
import { OTHER_ENGINES, runInOtherEngines } from "./src/process/other-engines";
import { runNode, runNpm } from "./src/process/run-command";
import { withPooler } from "./src/process/with-pooler";
import { addCounts, describeCount, failure, type Count } from "./src/process/test-count";

/** Runs the fast steps, or the named ones: `npm test -- unit journeys`. `npm test -- all` adds the slow steps. */

const require = createRequire(import.meta.url);
const bin = (name: string, file: string) => path.join(path.dirname(require.resolve(`${name}/package.json`)), file);

let reports = "";

function step(title: string) {
  console.log(`\n${pc.bold(pc.cyan(`— ${title}`))}`);
}

async function check(title: string, script: string): Promise<Count> {
  step(title);
  const code = await runNpm("run", "--silent", script);
  console.log(code === 0 ? pc.green(`${title}: clean`) : pc.red(`${title}: not clean`));
  return { passed: code === 0 ? 1 : 0, failures: code === 0 ? [] : [title], skipped: 0 };
}

interface JestReport {
  numPassedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    message: string;
    /** `failed` without a failed test if the file itself threw. */
    status: "passed" | "failed";
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

async function jest(args: string[] = [], environment: Record<string, string> = {}): Promise<Count> {
  const file = path.join(reports, "jest.json");
  await rm(file, { force: true });
  const options = ["--json", `--outputFile=${file}`, "--maxWorkers=2"];
  const code = await runNode(
    [
      "--max-semi-space-size=64",
      "--experimental-vm-modules",
      "--no-warnings",
      bin("jest", "bin/jest.js"),
      ...args,
      ...options,
    ],
    environment,
  );
  const report = await readReport<JestReport>(file);
  if (!report) return { passed: 0, failures: ["Jest wrote no report"], skipped: 0 };
  const failures = report.testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const file = path.basename(name);
      const failed = assertionResults.filter(({ status }) => status === "failed");
      if (failed.length === 0) return [failure(file, message)];
      return failed.map(({ fullName, failureMessages }) => failure(`${file}: ${fullName}`, failureMessages[0]));
    });
  if (failures.length === 0 && code !== 0) failures.push(`Jest ended with ${code}, though no test failed`);
  return { passed: report.numPassedTests, failures, skipped: report.numPendingTests };
}

/** Uses PostgreSQL if available, as in production; it is also faster. See docs/decisions/0042. */
async function unitTests(): Promise<Count> {
  step(
    hasPostgres
      ? "Unit tests, and server tests on PostgreSQL"
      : "Unit tests, and server tests on the embedded database: there are no PostgreSQL binaries on this machine",
  );
  return onPostgres([], { TESTS: "short" });
}

/** Tests of what differs between Node versions. All are unit tests too, so `all` leaves this step out. */
const NODE_STEP = "node";
const NODE_TESTS = [
  "server/src/(ssr|pages/media)/",
  "server/src/platform/(files|identity|limits|typesetting)/",
  "server/src/database/embedded-folder\\.",
  "server/src/features/session/",
  "shared/contracts/",
  "shared/ui/dialog\\.",
];

function nodeTests(): Promise<Count> {
  step(`Tests of what differs between Node versions, on ${process.version}`);
  return onPostgres(["--testPathPatterns", ...NODE_TESTS], { TESTS: "short" });
}

const ON_BOTH = ["contest-search\\.", "equal-lists\\."];
/** Needs its own server: any transaction on the same PostgreSQL breaks its assumptions. */
const NEEDS_OWN_SERVER = "page-cache\\.";

async function longTests(): Promise<Count> {
  step("Unit and server tests that take long");
  if (!hasPostgres) return jest(["--testPathPatterns", "\\.long\\.test\\."]);
  const all = await onPostgres([
    "--testPathPatterns",
    "\\.long\\.test\\.",
    "--testPathIgnorePatterns",
    "/node_modules/",
    NEEDS_OWN_SERVER,
  ]);
  return addCounts(all, await jest(["--testPathPatterns", ...ON_BOTH, NEEDS_OWN_SERVER]));
}

async function onPostgres(args: string[], environment: Record<string, string> = {}): Promise<Count> {
  if (!hasPostgres) return jest(args, environment);
  const postgres = await startPostgres();
  try {
    return await jest(args, { ...environment, TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

/** Half a minute; npm run test:safety -- --only pooler runs all server tests in this way. */
const POOLED_TESTS = ["safety/at-once", "(session-end|ledger|spots|waiting-list|release|send-emails|teams)-races"];

async function throughPooler(): Promise<Count> {
  const title = "Concurrent requests, and races, through PgBouncer";
  step(hasPooler ? title : `${title}: skipped, because this machine has no PostgreSQL or no PgBouncer`);
  if (!hasPooler) return { passed: 0, failures: [], skipped: 1 };
  return withPooler((environment) =>
    jest(["--selectProjects", "server", "--testPathPatterns", ...POOLED_TESTS], {
      ...environment,
      AT_ONCE_ROUNDS: "4",
    }),
  );
}

/** Runs one fault of each kind; npm run test:safety runs all. */
async function faults(): Promise<Count> {
  const title = "A kill of the server, and one of its database";
  step(title);
  const trials = hasPostgres ? "kills,database" : "kills";
  const options = ["--only", trials, "--kills", "1", "--fault", "PostgreSQL killed"];
  const code = await runNode(["--import", "tsx", path.join(import.meta.dirname, "safety.ts"), ...options]);
  return {
    passed: code === 0 ? 1 : 0,
    failures: code === 0 ? [] : [`${title}: something is not as docs/safety.md promises`],
    skipped: hasPostgres ? 0 : 1,
  };
}

function browserTests(title: string, project: "journeys" | "conformance"): Promise<Count> {
  step(title);
  return runBrowserTests(project);
}

/** Groups that take about as long as each other; Playwright's sharding would split by number of tests. */
const FAULT_TESTS = "faults\\.spec\\.ts (?!.*falls back to the previous one without leftovers)";
const SHORT_FILES = "(all-pages-translated|developer-panel|failing-ssr|languages|overdue-winner|two-servers)\\.spec";
const ALONE_GROUPS = [`--grep=${FAULT_TESTS}`, `--grep=${SHORT_FILES}`, `--grep-invert=${FAULT_TESTS}|${SHORT_FILES}`];

/** Runs the groups in parallel, each with its own site, because they change global state. */
async function alone(): Promise<Count> {
  step("Journeys that change global state");
  const counts = await Promise.all(
    ALONE_GROUPS.map((option, index) => runBrowserTests("alone", [option, `--output=test-results/alone-${index + 1}`])),
  );
  return counts.reduce(addCounts);
}

function otherEngines(): Promise<Count> {
  step("The main job in other engines");
  return runInOtherEngines(OTHER_ENGINES);
}

const readReport = async <Report>(file: string): Promise<Report | null> => {
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as Report);
};

const orFailure = (work: () => Promise<Count>): Promise<Count> =>
  work().catch((error: unknown) => ({
    passed: 0,
    failures: [failure("A step broke off", error instanceof Error ? error.message : String(error))],
    skipped: 0,
  }));

onStop(() => void stopChildren().then(() => process.exit(130)));

process.env["TMPDIR"] ??= fastestFolder();
reports = await mkdtemp(path.join(tmpdir(), "conquest-reports-"));
/** Stages run in sequence, the steps of a stage in parallel. The checks fill the cores while tests wait, or wait for the last file. */
const stages: Record<string, () => Promise<Count>>[] = [
  {
    types: () => check("Types", "types"),
    lint: () => check("Lint", "lint"),
    format: () => check("Format", "format:check"),
    unit: unitTests,
  },
  { [NODE_STEP]: nodeTests },
  { journeys: () => browserTests("Journeys in a browser", "journeys") },
  { long: longTests },
  { pooler: throughPooler },
  { faults, engines: otherEngines },
  { alone },
  { conformance: () => browserTests("The specification in a browser", "conformance") },
];
const names = stages.flatMap(Object.keys);
const allSteps = names.filter((name) => name !== NODE_STEP);
const DEFAULT_STEPS = ["types", "lint", "format", "unit"];
const stepArgs = process.argv.slice(2);
const selected = stepArgs.length === 0 ? DEFAULT_STEPS : stepArgs[0] === "all" ? allSteps : stepArgs;
const unknown = selected.find((name) => !names.includes(name));
if (unknown) throw new Error(`There is no step ${unknown}. There are: all, ${names.join(", ")}`);
const durations: string[] = [];
let total: Count = { passed: 0, failures: [], skipped: 0 };
for (const stage of stages) {
  const steps = Object.entries(stage).filter(([name]) => selected.includes(name));
  const startedAt = performance.now();
  total = [total, ...(await Promise.all(steps.map(([, work]) => orFailure(work))))].reduce(addCounts);
  if (steps.length > 0)
    durations.push(
      `${steps.map(([name]) => name).join(" and ")} ${Math.round((performance.now() - startedAt) / 1000)} s`,
    );
}
await rm(reports, { recursive: true, force: true });

console.log(`\nTook: ${durations.join(", ")}`);
for (const line of total.failures) console.log(pc.red(line));
console.log(describeCount(total));
const countFile = process.env["COUNT_FILE"];
if (countFile) await writeFile(countFile, JSON.stringify(total));
process.exit(total.failures.length > 0 || total.passed === 0 ? 1 : 0);
