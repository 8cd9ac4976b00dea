import { parseArgs } from "node:util";
import type { DatabaseLocation } from "@conquest/server/src/database/open-database";
import { poolerPreparesStatements, poolerVersion, startPooler } from "@conquest/server/src/testing/start-pgbouncer";
import { CALLS } from "./calls";
import { requestsPerSecond, withPinnedCores } from "./load";
import { goalTable, machineLines, median, metadataLines, outputFile, saveReport, table, withSpread } from "./report";
import { parsePositiveInteger, runBench } from "./run-bench";
import { fillDatabase, openDatabases, openServer, type Facts, type OpenServer } from "./servers";

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

async function measure(options: Options, rates: Map<string, number[]>): Promise<void> {
  const databases = await openDatabases(["postgres"]);
  const { url: directUrl } = await databases.add("postgres");
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
            const rate = await measureRate(server, facts, options.seconds);
            rates.set(name, [...(rates.get(name) ?? []), rate]);
            console.log(`  ${name}: ${rate.toFixed(0)}`);
          }
        }
      },
    );
  } finally {
    for (const server of servers.values()) await server.close();
    await pooler.stop();
    await databases.close();
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
  const rates = new Map<string, number[]>();
  await measure(options, rates);
  const ratios = (one: string, other: string) =>
    (rates.get(one) ?? []).map((rate, round) => rate / rates.get(other)![round]!);
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
    table([["", "measured"], ...pairs.map(([one, other]) => [`${one} : ${other}`, withSpread(ratios(one, other), 2)])]),
    "## Signed-in calls per second",
    table([["", "measured"], ...[...rates].map(([name, all]) => [name, withSpread(all)])]),
  ].join("\n\n");
  await saveReport("Pooler", outputFile(values.out, options.rounds >= 15), report);
  return [];
}

await runBench(bench, values.help, USAGE);
