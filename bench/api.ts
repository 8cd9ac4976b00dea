import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "@conquest/scripts/src/root";
import { API_MEASURES, type Comparison } from "./load/comparison";
import { measureJoinCost, measureJoins } from "./load/joins";
import { measurePublicCalls } from "./load/public-calls";
import { measureSignedInCalls } from "./load/signed-in-calls";
import { measureStartUp } from "./load/start-up";
import { apiReport } from "./report/api-report";
import { machineLines } from "./report/machine";
import { saveResults } from "./report/results-file";
import { parseNames, measurer, runBench, parsePositiveInteger } from "./run/run-bench";
import { BEFORE } from "./variants/earlier-sources";
import { DATABASES, openDatabases, type Databases, type DatabaseKind } from "./variants/open-databases";

/** Benchmarks API calls against minimal baselines and an earlier commit. */

const USAGE = `npm run bench -- api [--rounds 7] [--seconds 3] [--measures ${API_MEASURES.join(",")}] [--databases ${DATABASES.join(",")}]
  [--contests 62] [--against ${BEFORE}] [--people 1000] [--many 100000] [--out bench/results.md]

Without anything, all of it, into bench/results.md; whatever is less goes into .conquest/bench/results.md, unless --out says
where. Public calls are asked about --contests generated contests, for --seconds each time; --against is the tag or commit
that signed-in calls are compared with; --people join one contest at once, on PostgreSQL; the server starts with --many
contests in its embedded database.`;

const DEFAULTS = { contests: "62", people: "1000", many: "100000" };

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "3" },
    measures: { type: "string" },
    databases: { type: "string" },
    contests: { type: "string", default: DEFAULTS.contests },
    against: { type: "string", default: BEFORE },
    people: { type: "string", default: DEFAULTS.people },
    many: { type: "string", default: DEFAULTS.many },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

async function bench(): Promise<void> {
  const [rounds, seconds] = [
    parsePositiveInteger("rounds", values.rounds, USAGE),
    parsePositiveInteger("seconds", values.seconds, USAGE),
  ];
  const [contests, people, many] = [
    parsePositiveInteger("contests", values.contests, USAGE),
    parsePositiveInteger("people", values.people, USAGE),
    parsePositiveInteger("many", values.many, USAGE),
  ];
  const measures = parseNames(API_MEASURES, values.measures, USAGE);
  const kinds = parseNames(DATABASES, values.databases, USAGE);

  const startedAt = performance.now();
  const hasDefaults =
    values.contests === DEFAULTS.contests && values.people === DEFAULTS.people && values.many === DEFAULTS.many;
  const isFullRun =
    hasDefaults && rounds >= 7 && measures.length === API_MEASURES.length && kinds.length === DATABASES.length;
  const out = path.resolve(root, values.out ?? (isFullRun ? "bench/results.md" : ".conquest/bench/results.md"));
  const machine = await machineLines([["compared with", values.against]], ["autocannon", "fastify"]);
  const results: Comparison[] = [];
  const failures: string[] = [];
  const measure = measurer(new Set(measures), failures);
  /** Opens separate databases for each measure so that measures do not affect each other. */
  const withDatabases = async (
    ofKinds: readonly DatabaseKind[],
    work: (databases: Databases) => Promise<Comparison[]>,
  ) => {
    const databases = await openDatabases(ofKinds);
    try {
      results.push(...(await work(databases)));
    } finally {
      await databases.close();
    }
  };

  await measure("public", async () => {
    for (const kind of kinds)
      await withDatabases([kind], (databases) => measurePublicCalls(databases, { kind, contests, rounds, seconds }));
  });
  await measure("signed-in", async () => {
    for (const kind of kinds)
      await withDatabases([kind], (databases) =>
        measureSignedInCalls(databases, { kind, against: values.against, rounds, seconds }),
      );
  });
  await measure("joins", async () => {
    if (kinds.includes("postgres"))
      await withDatabases(["postgres"], (databases) => measureJoins(databases, { people, rounds }));
  });
  await measure("join-cost", async () => {
    if (kinds.includes("postgres"))
      await withDatabases(["postgres"], (databases) => measureJoinCost(databases, { people, rounds }));
  });
  await measure("start", async () => {
    if (kinds.includes("embedded"))
      await withDatabases(["embedded"], (databases) => measureStartUp(databases, { contests: many, rounds }));
  });

  const command = ["npm run bench -- api", ...process.argv.slice(2)].join(" ");
  const report = apiReport(results, { command, rounds, machine, failures });
  await saveResults({ title: "Api", out, report, results, startedAt });
  if (failures.length > 0) process.exitCode = 1;
}

await runBench(bench, values.help, USAGE);
