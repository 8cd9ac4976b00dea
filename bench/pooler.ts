import { parseArgs } from "node:util";
import type { DatabaseLocation } from "@conquest/server/src/database/open-database";
import { poolerPreparesStatements, poolerVersion, startPooler } from "@conquest/server/src/testing/start-pgbouncer";
import { startPostgres } from "@conquest/server/src/testing/start-postgres";
import { CALLS } from "./calls";
import { cpuSecondsOf } from "./cpu-time";
import { requestsPerSecond, withPinnedCores } from "./load";
import { goalTable, machineLines, median, metadataLines, outputFile, saveReport, table, withSpread } from "./report";
import { parsePositiveInteger, runBench } from "./run-bench";
import { addToCluster, fillDatabase, openServer, SETTINGS, type Facts, type OpenServer } from "./servers";

/** Benchmarks what a connection pooler, and statements that are not prepared, cost signed-in calls. */

const USAGE = `npm run bench -- pooler [--rounds 15] [--seconds 3] [--contests 100] [--out bench/results.md]

Servers over one PostgreSQL, directly and through PgBouncer, get the same mix of signed-in calls in turns. With a PgBouncer before
1.21, prepared statements are measured only directly.`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "15" },
    seconds: { type: "string", default: "3" },
    contests: { type: "string", default: "100" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const LEAST_SHARE = 0.9;
const DIRECT = "direct, prepared";
const POOLED = "PgBouncer, prepared";
const UNPREPARED = "direct, not prepared";
const POOLED_UNPREPARED = "PgBouncer, not prepared";

/** Calls of signed-in users in turns, so that each is as frequent as the others. */
function measureRate({ port }: OpenServer, facts: Facts, seconds: number): Promise<number> {
  const calls = Object.values(CALLS).filter(({ who }) => who);
  let count = 0;
  return requestsPerSecond(port, seconds, (request) => {
    const { path, who } = calls[(count += 1) % calls.length]!;
    return { ...request, path: path(facts), headers: { ...request.headers, cookie: facts[who!].cookie } };
  });
}

/** Values of each round, by configuration. */
type Figures = Map<string, number[]>;

async function measure(options: Options, { rates, costs }: { rates: Figures; costs: Figures }): Promise<void> {
  const postgres = await startPostgres(SETTINGS);
  const { url: directUrl } = await addToCluster(postgres.url, "bench");
  const pooler = await startPooler(directUrl!);
  const direct: DatabaseLocation = { url: directUrl };
  const through: DatabaseLocation = { url: pooler.url, directUrl };
  const locations = new Map([
    [DIRECT, direct],
    ...(poolerPreparesStatements() ? [[POOLED, through] as const] : []),
    [UNPREPARED, { ...direct, preparesStatements: false }],
    [POOLED_UNPREPARED, { ...through, preparesStatements: false }],
  ]);
  const servers = new Map<string, OpenServer>();
  try {
    const facts = await fillDatabase(direct, options.contests);
    for (const [name, location] of locations) servers.set(name, await openServer(location));
    await withPinnedCores(
      [...servers.values()].map(({ process: child }) => child),
      async () => {
        for (const server of servers.values()) await measureRate(server, facts, options.seconds);
        for (let round = 0; round < options.rounds; round += 1) {
          // Each round in another order, because the first one may find other caches than the last one.
          const order = round % 2 === 0 ? [...servers] : [...servers].toReversed();
          for (const [name, server] of order) {
            const cpuSeconds = () =>
              [server.process.pid!, postgres.pid, pooler.pid].map(cpuSecondsOf).reduce((sum, each) => sum + each);
            const before = cpuSeconds();
            const rate = await measureRate(server, facts, options.seconds);
            const cost = (1000 * (cpuSeconds() - before)) / (rate * options.seconds);
            for (const [figures, value] of [
              [rates, rate],
              [costs, cost],
            ] as const)
              figures.set(name, [...(figures.get(name) ?? []), value]);
            console.log(`  ${name}: ${rate.toFixed(0)} per second, ${cost.toFixed(2)} ms CPU each`);
          }
        }
      },
    );
  } finally {
    for (const server of servers.values()) await server.close();
    await pooler.stop();
    await postgres.stop();
  }
}

interface Options {
  rounds: number;
  seconds: number;
  contests: number;
}

async function bench(): Promise<string[]> {
  const number = (name: keyof Options) => parsePositiveInteger(name, values[name]);
  const options: Options = { rounds: number("rounds"), seconds: number("seconds"), contests: number("contests") };
  const machine = await machineLines(["autocannon"], [["PgBouncer", poolerVersion()]]);
  const [rates, costs]: [Figures, Figures] = [new Map(), new Map()];
  await measure(options, { rates, costs });
  const ratios = (one: string, other: string, figures = rates) =>
    figures.get(one)!.map((value, round) => value / figures.get(other)![round]!);
  const pairs = [
    [POOLED, DIRECT],
    [POOLED_UNPREPARED, UNPREPARED],
    [UNPREPARED, DIRECT],
    [POOLED_UNPREPARED, DIRECT],
  ].filter((pair) => pair.every((name) => rates.has(name))) as [string, string][];
  const goals = pairs
    .slice(0, -2)
    .map(([one, other]) => ({
      what: `${one} : ${other}`,
      measured: `${withSpread(ratios(one, other), 2)}×`,
      goal: `≥ ${LEAST_SHARE}×`,
      isMet: median(ratios(one, other)) >= LEAST_SHARE,
    }));
  const report = [
    ...metadataLines("Pooler", { rounds: options.rounds, machine, failures: [] }, `${options.contests} contests`),
    "Each figure is a median, with the lower and upper quartile in brackets. A ratio is that of two figures of one round. The servers share one core, the client has the other; PostgreSQL and PgBouncer use both.",
    "## Goals",
    goalTable(goals),
    "## Ratios",
    table([
      ["", "calls per second", "CPU time per call"],
      ...pairs.map(([one, other]) => [
        `${one} : ${other}`,
        withSpread(ratios(one, other), 2),
        withSpread(ratios(one, other, costs), 2),
      ]),
    ]),
    "## Signed-in calls",
    table([
      ["", "per second", "CPU ms each, of server, PostgreSQL and PgBouncer"],
      ...[...rates].map(([name, all]) => [name, withSpread(all), withSpread(costs.get(name)!, 2)]),
    ]),
  ].join("\n\n");
  await saveReport("Pooler", outputFile(values.out, options.rounds >= 15), report);
  return [];
}

await runBench(bench, values.help, USAGE);
