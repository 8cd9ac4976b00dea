import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import pc from "picocolors";
import { hasPostgres } from "@conquest/server/src/testing/start-postgres";
import { onStop, stopChildren } from "./src/process/children";
import { runNode } from "./src/process/run-command";
import { guaranteeViolations } from "./src/safety/guarantee-violations";
import { tryDatabaseFaults } from "./src/safety/database-faults";
import { tryRollingRestarts } from "./src/safety/rolling-restarts";
import { findProgram } from "./src/safety/start-nginx";
import { writeSafetyReport, type SafetyStatistics } from "./src/safety/safety-report";
import { findFaketime, tryClock, tryKillingOneOfTwo, tryKills, tryProvider } from "./src/safety/server-faults";
import { trySiteStarts } from "./src/safety/site-starts";

const USAGE = `npm run test:safety [-- --inputs 10000] [--crowds 500] [--kills 100] [--restarts 10] [--only access,inputs,crowd,kills,site,database,provider,two,clock,restarts] [--fault "PostgreSQL killed"]

Without anything, all of it in its long form (about two hours), and writes docs/safety.md. With --only, prints alone; --fault names the
faults of the database that are tried. Ends with 1 where something is not as promised.`;

const TRIALS = [
  "access",
  "inputs",
  "crowd",
  "kills",
  "site",
  "database",
  "provider",
  "two",
  "clock",
  "restarts",
] as const;
const { values } = parseArgs({
  options: {
    inputs: { type: "string", default: "10000" },
    crowds: { type: "string", default: "500" },
    kills: { type: "string", default: "100" },
    restarts: { type: "string", default: "10" },
    only: { type: "string" },
    fault: { type: "string", default: "" },
    help: { type: "boolean", default: false },
  },
});

const require = createRequire(import.meta.url);

async function jest(
  pattern: string,
  environment: Record<string, string>,
): Promise<Record<string, Record<string, number>>> {
  const folder = await mkdtemp(path.join(tmpdir(), "conquest-figures-"));
  const bin = path.join(path.dirname(require.resolve("jest/package.json")), "bin/jest.js");
  const code = await runNode(
    [
      "--experimental-vm-modules",
      "--no-warnings",
      bin,
      "--selectProjects",
      "server",
      "--testPathPatterns",
      pattern,
      "--silent",
    ],
    { ...environment, SAFETY_FIGURES: folder },
  );
  const files = await readdir(folder);
  const entries = await Promise.all(
    files.map(
      async (file) =>
        [
          path.basename(file, ".json"),
          JSON.parse(await readFile(path.join(folder, file), "utf8")) as Record<string, number>,
        ] as const,
    ),
  );
  await rm(folder, { recursive: true, force: true });
  if (code !== 0) process.exitCode = 1;
  return Object.fromEntries(entries);
}

async function run(): Promise<void> {
  if (values.help) return console.log(USAGE);
  const selected = values.only?.split(",") ?? TRIALS;
  const has = (trial: (typeof TRIALS)[number]) => selected.includes(trial);
  const log = (line: string) => console.log(pc.dim(`  ${line}`));
  const step = (title: string) => console.log(pc.bold(pc.cyan(`— ${title}`)));
  const figures: SafetyStatistics = {};

  const canRun = (trial: (typeof TRIALS)[number], needed: Record<string, boolean>): boolean => {
    if (!has(trial)) return false;
    const missing = Object.keys(needed).filter((name) => !needed[name]);
    if (missing.length > 0) (figures.notTried ??= []).push(`${trial}, for want of ${missing.join(" and ")}`);
    return missing.length === 0;
  };
  if (has("access") || has("inputs")) {
    step("Access and inputs");
    const pattern = [has("access") && "safety/access", has("inputs") && "safety/inputs"].filter(Boolean).join("|");
    Object.assign(figures, await jest(pattern, { SAFETY_INPUTS: values.inputs }));
  }
  if (canRun("crowd", { PostgreSQL: hasPostgres })) {
    step("A crowd");
    Object.assign(figures, await jest("safety/at-once", { AT_ONCE_ROUNDS: values.crowds }));
  }
  if (selected.some((trial) => !["access", "inputs", "crowd"].includes(trial))) {
    if ((await runNode(["--import", "tsx", path.join(import.meta.dirname, "build-server.ts")])) !== 0)
      throw new Error("The server was not built.");
  }
  if (has("kills")) {
    step("Kills of the server");
    figures.kills = await tryKills(Number(values.kills), log);
  }
  if (has("site")) {
    step("All of it killed");
    figures.site = await trySiteStarts(10);
  }
  if (has("provider")) {
    step("The identity provider");
    figures.provider = await tryProvider();
  }
  const nginx = findProgram("nginx");
  const faketime = findFaketime();
  if (canRun("two", { PostgreSQL: hasPostgres })) {
    step("One of two servers killed");
    figures.two = await tryKillingOneOfTwo(20);
  }
  if (canRun("database", { PostgreSQL: hasPostgres })) {
    step("Faults of the database");
    figures.database = await tryDatabaseFaults(log, (title) => title.startsWith(values.fault));
  }
  if (canRun("clock", { PostgreSQL: hasPostgres, libfaketime: faketime !== null })) {
    step("A clock that is an hour ahead");
    figures.clock = await tryClock(faketime!);
  }
  if (canRun("restarts", { PostgreSQL: hasPostgres, nginx: nginx !== null })) {
    step("Rolling restarts behind nginx");
    figures.restarts = await tryRollingRestarts(nginx!, Number(values.restarts));
  }
  console.log(JSON.stringify(figures, null, 2));
  for (const trial of figures.notTried ?? []) console.log(pc.yellow(`NOT TRIED: ${trial}`));
  const broken = guaranteeViolations(figures);
  for (const sentence of broken) console.error(pc.red(sentence));
  if (broken.length > 0) process.exitCode = 1;
  if (values.only === undefined) await writeSafetyReport(figures);
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
