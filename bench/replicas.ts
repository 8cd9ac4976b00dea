import { parseArgs } from "node:util";
import { getContestDetails, listContests } from "@conquest/shared/contracts/listing";
import { startPostgres, startStandby, type RunningPostgres } from "@conquest/server/src/testing/start-postgres";
import { CALLS } from "./calls";
import { addCpuQuota, hasCpuQuotas, type CpuQuota } from "./cpu-quota";
import { cpuSecondsOf } from "./cpu-time";
import { requestsPerSecond, withPinnedCores } from "./load";
import { machineLines, metadataLines, outputFile, saveReport, SPREAD_EXPLAINED, table, withSpread } from "./report";
import { parsePositiveInteger, runBench } from "./run-bench";
import { pathOf } from "./questions";
import { addToCluster, fillDatabase, openServer, SETTINGS, type Facts, type OpenServer } from "./servers";

/** Benchmarks reads with the primary only, with one and with two replicas. */

const USAGE = `npm run bench -- replicas [--rounds 9] [--seconds 3] [--contests 1000] [--cores 0.2] [--out bench/results.md]

Servers without, with one and with two replicas get the same reads in turns, which no cache answers: first with all of the machine, then
with at most --cores of a core for each database (needs root and control groups of version 1).`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    seconds: { type: "string", default: "3" },
    contests: { type: "string", default: "1000" },
    cores: { type: "string", default: "0.2" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const REPLICAS = [0, 1, 2] as const;
const LISTS = ["participated", "notices", "own contests", "managed contests", "users"].map((name) => CALLS[name]!);

const READS: Record<string, (facts: Facts, turn: number) => { path: string; cookie?: string }> = {
  "visitors: lists and contests": ({ contestIds }, turn) => ({
    path:
      turn % 2 === 0
        ? `${pathOf(listContests)}?turn=${turn}`
        : `${pathOf(getContestDetails, { id: contestIds[turn % contestIds.length]! })}?turn=${turn}`,
  }),
  "signed in: lists": (facts, turn) => {
    const { path, who } = LISTS[turn % LISTS.length]!;
    return { path: path(facts), cookie: facts[who!].cookie };
  },
};

let turn = 0;
function measureRate({ port }: OpenServer, facts: Facts, seconds: number, kind: string): Promise<number> {
  return requestsPerSecond(port, seconds, (request) => {
    const { path, cookie } = READS[kind]!(facts, (turn += 1));
    return { ...request, path, headers: { ...request.headers, ...(cookie && { cookie }) } };
  });
}

interface Figures {
  rates: number[];
  /** CPU seconds of the primary's processes, and of those of the database with the most, for a thousand reads. */
  ofPrimary: number[];
  ofBusiest: number[];
}

interface Options {
  rounds: number;
  seconds: number;
  contests: number;
}

/** Figures by row: the kind of reads, the limit, and the number of replicas. */
async function measure(options: Options, cores: number, figures: Map<string, Figures>): Promise<void> {
  const primary = await startPostgres(SETTINGS);
  const { url } = await addToCluster(primary.url, "bench");
  const databases: RunningPostgres[] = [primary];
  const servers: OpenServer[] = [];
  const quotas: CpuQuota[] = [];
  try {
    const facts = await fillDatabase({ url }, options.contests);
    for (const _ of [1, 2]) databases.push(await startStandby(primary, SETTINGS));
    const readUrls = databases.slice(1).map((standby) => standby.url.replace("/postgres?", "/bench?"));
    for (const count of REPLICAS)
      servers.push(await openServer({ url, readUrls: readUrls.slice(0, count) }, { PUBLIC_ANSWERS_KEPT_MS: "0" }));
    if (hasCpuQuotas) databases.forEach(({ pid }, index) => quotas.push(addCpuQuota(String(index), pid)));
    await withPinnedCores(
      servers.map(({ process: child }) => child),
      async () => {
        for (const limit of hasCpuQuotas ? [null, cores] : [null]) {
          for (const quota of quotas) quota.setCores(limit);
          for (const kind of Object.keys(READS)) {
            for (const server of servers) await measureRate(server, facts, options.seconds, kind);
            for (let round = 0; round < options.rounds; round += 1) {
              // Each round in another order, because the first one may find other caches than the last one.
              for (const count of round % 2 === 0 ? REPLICAS : REPLICAS.toReversed()) {
                const before = databases.map(({ pid }) => cpuSecondsOf(pid));
                const rate = await measureRate(servers[count]!, facts, options.seconds, kind);
                const costs = databases.map(
                  ({ pid }, index) => (1000 * (cpuSecondsOf(pid) - before[index]!)) / (rate * options.seconds),
                );
                const row = rowOf(kind, limit, count);
                const { rates, ofPrimary, ofBusiest } = figures.get(row) ?? { rates: [], ofPrimary: [], ofBusiest: [] };
                figures.set(row, {
                  rates: [...rates, rate],
                  ofPrimary: [...ofPrimary, costs[0]!],
                  ofBusiest: [...ofBusiest, Math.max(...costs)],
                });
                console.log(
                  `  ${row}: ${rate.toFixed(0)} per second, ${costs.map((cost) => cost.toFixed(2)).join(", ")} s`,
                );
              }
            }
          }
        }
      },
    );
  } finally {
    for (const server of servers) await server.close();
    for (const quota of quotas) quota.remove();
    for (const database of databases.toReversed()) await database.stop();
  }
}

const rowOf = (kind: string, limit: number | null, replicas: number) =>
  `${kind}, ${limit === null ? "no limit" : `${limit} cores each`}, ${replicas === 0 ? "primary only" : `${replicas} ${replicas === 1 ? "replica" : "replicas"}`}`;

async function bench(): Promise<string[]> {
  const number = (name: keyof Options) => parsePositiveInteger(name, values[name]);
  const options: Options = { rounds: number("rounds"), seconds: number("seconds"), contests: number("contests") };
  const cores = Number(values.cores);
  const machine = await machineLines(["autocannon"]);
  const figures = new Map<string, Figures>();
  await measure(options, cores, figures);
  const rows = [...figures].map(([row, { rates, ofPrimary, ofBusiest }]) => {
    const alone = figures.get(row.replace(/, \d+ replicas?$/, ", primary only"))!.rates;
    const ratios = rates.map((rate, round) => rate / alone[round]!);
    return [
      row,
      withSpread(rates),
      rates === alone ? "" : withSpread(ratios, 2),
      withSpread(ofPrimary, 2),
      withSpread(ofBusiest, 2),
    ];
  });
  const failures = hasCpuQuotas ? [] : ["limited databases: control groups of version 1 are not writable"];
  const report = [
    ...metadataLines("Replicas", { rounds: options.rounds, machine, failures }, `${options.contests} contests`),
    `${SPREAD_EXPLAINED} A ratio is that of two figures of one round. The server has one core, the client the other; the databases use both. The CPU time for a thousand reads is that of PostgreSQL's processes, of the primary and of the database with the most. No response comes from a cache.`,
    table([["reads", "per second", "to the primary only", "CPU s of the primary", "CPU s of the busiest"], ...rows]),
  ].join("\n\n");
  await saveReport("Replicas", outputFile(values.out, options.rounds >= 9), report);
  return [];
}

await runBench(bench, values.help, USAGE);
