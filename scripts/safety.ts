import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import pc from "picocolors";
import { findProgram } from "@conquest/server/src/testing/find-program";
import { hasPooler } from "@conquest/server/src/testing/start-pgbouncer";
import { hasPostgres } from "@conquest/server/src/testing/start-postgres";
import { onStop, stopChildren } from "./src/process/children";
import { runNode } from "./src/process/run-command";
import { tryDatabaseFaults } from "./src/safety/database-faults";
import { tryEdge } from "./src/safety/edge";
import { tryOverload } from "./src/safety/overload";
import { tryFailover } from "./src/safety/failover";
import { missingPrograms } from "./src/safety/patroni-cluster";
import { tryPooledTests } from "./src/safety/pooled-tests";
import { tryRollingRestarts } from "./src/safety/rolling-restarts";
import {
  findFaketime,
  tryClock,
  tryKillingOneOfTwo,
  tryKills,
  tryProvider,
  trySiteStarts,
} from "./src/safety/server-faults";
import { violationsOf, writeSafetyReport, type TrialResult } from "./src/safety/trial-result";

const { values } = parseArgs({
  options: {
    inputs: { type: "string", default: "10000" },
    crowds: { type: "string", default: "500" },
    kills: { type: "string", default: "100" },
    restarts: { type: "string", default: "10" },
    outage: { type: "string", default: "300" },
    only: { type: "string" },
    fault: { type: "string", default: "" },
    help: { type: "boolean", default: false },
  },
});

interface Trial {
  name: string;
  /** Programs that it needs, each with whether it is installed. */
  needs?: Record<string, boolean>;
  /** Runs a server test instead of the built server. */
  isServerTest?: true;
  run(): Promise<TrialResult[]>;
}

const nginx = findProgram("nginx");
const faketime = findFaketime();
const skipped: string[] = [];
const log = (line: string) => console.log(pc.dim(`  ${line}`));
const skip = (reason: string) => void skipped.push(reason);
const needsPostgres = { PostgreSQL: hasPostgres };

const TRIALS: Trial[] = [
  { name: "access", isServerTest: true, run: () => runServerTest("access", "Access", ["wrong"]) },
  {
    name: "inputs",
    isServerTest: true,
    run: () => runServerTest("inputs", "Inputs", ["failed", "changed by a refusal"], { SAFETY_INPUTS: values.inputs }),
  },
  {
    name: "crowd",
    isServerTest: true,
    needs: needsPostgres,
    run: () => runServerTest("at-once", "A crowd", ["failed"], { AT_ONCE_ROUNDS: values.crowds }),
  },
  {
    name: "pooler",
    isServerTest: true,
    needs: { ...needsPostgres, PgBouncer: hasPooler },
    run: async () => [await tryPooledTests(values.crowds)],
  },
  { name: "kills", run: async () => [await tryKills(Number(values.kills), log)] },
  { name: "site", run: async () => [await trySiteStarts(10)] },
  { name: "provider", run: async () => [await tryProvider()] },
  { name: "two", needs: needsPostgres, run: async () => [await tryKillingOneOfTwo(20)] },
  {
    name: "database",
    needs: needsPostgres,
    run: () => tryDatabaseFaults(log, skip, (title) => title.includes(values.fault)),
  },
  {
    name: "failover",
    needs: { ...needsPostgres, ...Object.fromEntries(missingPrograms.map((name) => [name, false])) },
    run: () => tryFailover(log, skip, (title) => title.includes(values.fault)),
  },
  {
    name: "clock",
    needs: { ...needsPostgres, libfaketime: faketime !== null },
    run: async () => [await tryClock(faketime!)],
  },
  {
    name: "restarts",
    needs: { ...needsPostgres, nginx: nginx !== null },
    run: () => tryRollingRestarts(nginx!, Number(values.restarts)),
  },
  {
    name: "edge",
    needs: { ...needsPostgres, nginx: nginx !== null },
    run: () => tryEdge(nginx!, Number(values.outage)),
  },
  { name: "overload", run: tryOverload },
];

const USAGE = `npm run test:safety [-- --inputs 10000] [--crowds 500] [--kills 100] [--restarts 10] [--outage 300] [--only ${TRIALS.map(({ name }) => name).join(",")}]
  [--fault "PostgreSQL killed"]

Runs everything in its long form (about two hours) and writes docs/safety.md. With --only, it prints the results instead;
failover writes its own table there. --fault selects faults of database and failover. Exits with 1 if a guarantee is broken.`;

/** Runs tests of server/src/testing/safety, which write their figures into a file; figures named in `zero` must be zero. */
async function runServerTest(
  name: string,
  title: string,
  zero: readonly string[],
  environment: Record<string, string> = {},
): Promise<TrialResult[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "conquest-figures-"));
  const jest = path.join(path.dirname(createRequire(import.meta.url).resolve("jest/package.json")), "bin/jest.js");
  const flags = ["--experimental-vm-modules", "--no-warnings"];
  const code = await runNode(
    [...flags, jest, "--selectProjects", "server", "--testPathPatterns", `safety/${name}`, "--silent"],
    { ...environment, SAFETY_FIGURES: folder },
  );
  if (code !== 0) process.exitCode = 1;
  const results: TrialResult[] = [];
  for (const file of await readdir(folder)) {
    const figures = JSON.parse(await readFile(path.join(folder, file), "utf8")) as Record<string, number>;
    results.push({ title, figures, limits: Object.fromEntries(zero.map((each) => [each, 0])) });
  }
  await rm(folder, { recursive: true, force: true });
  return results;
}

async function run(): Promise<void> {
  if (values.help) return console.log(USAGE);
  const names = values.only?.split(",") ?? TRIALS.map(({ name }) => name);
  const unknown = names.find((name) => !TRIALS.some((trial) => trial.name === name));
  if (unknown) throw new Error(`There is no ${unknown}.\n\n${USAGE}`);
  const selected = TRIALS.filter(({ name }) => names.includes(name));
  if (selected.some(({ isServerTest }) => !isServerTest)) {
    if ((await runNode(["--import", "tsx", path.join(import.meta.dirname, "build-server.ts")])) !== 0)
      throw new Error("The server was not built.");
  }
  const results: TrialResult[] = [];
  for (const trial of selected) {
    const missing = Object.entries(trial.needs ?? {}).flatMap(([name, isInstalled]) => (isInstalled ? [] : [name]));
    if (missing.length > 0) skip(`${trial.name}: ${missing.join(" and ")} not installed`);
    else {
      console.log(pc.bold(pc.cyan(`— ${trial.name}`)));
      results.push(...(await trial.run()));
    }
  }
  console.log(JSON.stringify(results, null, 2));
  for (const reason of skipped) console.log(pc.yellow(`NOT TRIED: ${reason}`));
  const violations = results.flatMap(violationsOf);
  for (const sentence of violations) console.error(pc.red(sentence));
  if (violations.length > 0) process.exitCode = 1;
  if (values.only === undefined)
    await writeSafetyReport(
      results.filter(({ isInTable }) => !isInTable),
      skipped,
    );
}

onStop(() => void stopChildren().then(() => process.exit(130)));
try {
  await run();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await stopChildren();
process.exit();
