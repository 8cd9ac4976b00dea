import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { openDatabase } from "@conquest/server/src/database/open-database";
import { systemClock } from "@conquest/server/src/platform/clock";
import { findProgram } from "@conquest/server/src/testing/find-program";
import { startPostgres } from "@conquest/server/src/testing/start-postgres";
import { buildParts } from "@conquest/scripts/src/parts/build-parts";
import { PARTS } from "@conquest/scripts/src/parts/parts";
import { releaseBuilds } from "@conquest/scripts/src/parts/release-builds";
import { startNginx } from "@conquest/scripts/src/safety/start-nginx";
import {
  ASSUMPTIONS,
  COST_KEYS,
  DAY,
  loadOf,
  MEASURED_KINDS,
  visitsPerSecond,
  type Cost,
  type Costs,
  type MeasuredKind,
} from "./capacity-model";
import { capacityReport, type DayHour, type Results } from "./capacity-report";
import { measureServers, type Bench } from "./capacity-servers";
import { lanesOf, openTraffic, sendAtRates, sendInLanes, warmUp, type Traffic } from "./capacity-traffic";
import { cpuSecondsOf, ownCpuSecondsOf } from "./cpu-time";
import { requestsPerSecond } from "./load";
import { machineLines, metadataLines, outputFile, saveReport } from "./report";
import { measurer, parseNames, parsePositiveInteger, runBench } from "./run-bench";
import { addToCluster, fillDatabase, openServer, SETTINGS, type OpenServer } from "./servers";

/** Measures what requests cost, predicts the cost of a day, replays that day, and compares two servers with one. */

const MEASURES = ["day", "servers"] as const;
const DEFAULTS = { contests: "5000", visitors: "10000000", seconds: "4", rounds: "5", quota: "0.2" };

const USAGE = `npm run bench -- capacity [--measures ${MEASURES.join(",")}] [--contests ${DEFAULTS.contests}] [--visitors ${DEFAULTS.visitors}]
  [--seconds ${DEFAULTS.seconds}] [--rounds ${DEFAULTS.rounds}] [--quota ${DEFAULTS.quota}] [--out bench/results.md]

day: measures each kind of request, then sends the requests of --visitors a month as they arrive in each hour of a day, for --seconds per
hour, to one server over PostgreSQL. servers: two servers with --quota of a core each, and one of them alone, get signed-in calls in
turns for --rounds; needs root and cgroup v1. A full run is saved in bench/results.md, any other in .conquest/bench/results.md.`;

const { values } = parseArgs({
  options: {
    measures: { type: "string" },
    contests: { type: "string", default: DEFAULTS.contests },
    visitors: { type: "string", default: DEFAULTS.visitors },
    seconds: { type: "string", default: DEFAULTS.seconds },
    rounds: { type: "string", default: DEFAULTS.rounds },
    quota: { type: "string", default: DEFAULTS.quota },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const COST_SECONDS = 1.2;
const IDLE_SECONDS = 10;
const LANES = 2;
/** Reads outside the server must not find that nothing was written, because a busy site always has writes. */
const WRITE_INTERVAL_MS = 200;

const NOTHING: Cost = { server: 0, rendering: 0, postgres: 0, edge: 0, sent: 0, wal: 0 };

/** Returns what all programs have used so far: CPU milliseconds, and bytes of WAL. */
async function usedSoFar({ postgres, database }: Bench, server: OpenServer): Promise<Cost> {
  const { rows } = await database.db.execute<{ wal: string }>(
    sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal`,
  );
  const [all, own] = [cpuSecondsOf(server.process.pid!), ownCpuSecondsOf(server.process.pid!)];
  return {
    ...NOTHING,
    server: 1000 * own,
    rendering: 1000 * (all - own),
    postgres: 1000 * cpuSecondsOf(postgres.pid),
    wal: Number(rows[0]!.wal),
  };
}

const combine = (one: Cost, other: Cost, work: (one: number, other: number) => number) =>
  Object.fromEntries(COST_KEYS.map((key) => [key, work(one[key], other[key])])) as unknown as Cost;

/** Runs `work` and returns what it used, with its seconds. */
async function measureUse<T>(bench: Bench, server: OpenServer, work: () => Promise<T>) {
  const [before, startedAt] = [await usedSoFar(bench, server), performance.now()];
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  return { result, seconds, used: combine(await usedSoFar(bench, server), before, (after, from) => after - from) };
}

async function measureIdle(bench: Bench, server: OpenServer): Promise<Cost> {
  const { used, seconds } = await measureUse(
    bench,
    server,
    () => new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000)),
  );
  return combine(used, used, (total) => total / seconds);
}

async function measureCosts(bench: Bench, server: OpenServer, traffic: Traffic, idle: Cost): Promise<Costs> {
  const costs = new Map<MeasuredKind, Cost>();
  for (const kind of MEASURED_KINDS) {
    const { result, used, seconds } = await measureUse(bench, server, () =>
      sendInLanes(lanesOf(LANES, kind, traffic, [server.port]), { seconds: COST_SECONDS }),
    );
    const cost = combine(used, idle, (total, each) => Math.max(0, total - each * seconds) / result.count);
    costs.set(kind, { ...cost, sent: result.bytes / result.count });
    console.log(
      `  ${kind}: ${COST_KEYS.map((key) => `${key} ${costs.get(kind)![key].toFixed(2)}`).join(", ")}; ${(result.count / seconds).toFixed(0)} per second`,
    );
  }
  return Object.fromEntries(costs) as Costs;
}

const meanOf = (before: Costs, after: Costs) =>
  Object.fromEntries(
    MEASURED_KINDS.map((kind) => [kind, combine(before[kind], after[kind], (one, other) => (one + other) / 2)]),
  ) as Costs;

/** CPU milliseconds of nginx, with TLS, for the home page out of its cache; undefined without nginx. */
async function measureEdge(server: OpenServer): Promise<number | undefined> {
  const program = findProgram("nginx");
  if (!program) return undefined;
  const folder = await mkdtemp(path.join(tmpdir(), "conquest-edge-"));
  const nginx = await startNginx(program, folder, [server.port, server.port]);
  try {
    const send = (seconds: number) =>
      requestsPerSecond(nginx.url, seconds, (request) => ({ ...request, path: "/", headers: request.headers }));
    await send(1);
    const before = cpuSecondsOf(nginx.child.pid!);
    const rate = await send(2);
    return (1000 * (cpuSecondsOf(nginx.child.pid!) - before)) / (rate * 2);
  } finally {
    const ended = new Promise((resolve) => nginx.child.once("close", resolve));
    nginx.child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

async function readSizes({ database }: Bench): Promise<Results["sizes"]> {
  const { rows } = await database.db.execute<{ name: string; bytes: string; rows: string }>(sql`
    select relname as name, pg_total_relation_size(oid) as bytes,
      (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', relname), false, true, '')))[1]::text as rows
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'release%'
    order by 2 desc`);
  return rows.map((row) => ({ name: row.name, bytes: Number(row.bytes), rows: Number(row.rows) }));
}

async function replayDay(bench: Bench, server: OpenServer, traffic: Traffic, options: Options): Promise<DayHour[]> {
  const visits = visitsPerSecond(options.visitors);
  const hours: DayHour[] = [];
  for (const [hour, share] of DAY.entries()) {
    const load = loadOf(visits * share);
    const { result, used, seconds } = await measureUse(bench, server, () =>
      sendAtRates(options.seconds, load, (kind) => traffic.send(kind, server.port)),
    );
    const measured = combine(used, used, (total) => total / seconds);
    hours.push({ hour, load, measured, samples: result });
    console.log(`  ${hour}:00, ${result.length} requests, server ${(measured.server / 10).toFixed(1)} % of a core`);
  }
  return hours;
}

async function measureDay(bench: Bench, options: Options, results: Results): Promise<void> {
  await buildParts(PARTS, { log: console.log });
  await releaseBuilds({ db: bench.database.db, clock: systemClock }, PARTS, console.log);
  const server = await openServer(bench.location);
  const writing = setInterval(
    () => void bench.database.db.execute(sql`select txid_current()`).catch(() => undefined),
    WRITE_INTERVAL_MS,
  );
  try {
    const traffic = await openTraffic(bench.database.db, bench.facts, server.port, true);
    await warmUp(MEASURED_KINDS, traffic, [server.port]);
    const idle = await measureIdle(bench, server);
    // Before and after the day, because other work on the machine makes the same request cost more or less.
    const before = await measureCosts(bench, server, traffic, idle);
    results.day = await replayDay(bench, server, traffic, options);
    const after = await measureCosts(bench, server, traffic, idle);
    const edgeHit = await measureEdge(server);
    results.site = { costs: meanOf(before, after), idle, ...(edgeHit !== undefined && { edgeHit }) };
    results.sizes = await readSizes(bench);
  } finally {
    clearInterval(writing);
    await server.close();
  }
}

interface Options {
  contests: number;
  visitors: number;
  seconds: number;
  rounds: number;
  quota: number;
}

async function bench(): Promise<string[]> {
  const number = (name: "contests" | "visitors" | "seconds" | "rounds") => parsePositiveInteger(name, values[name]);
  const quota = Number(values.quota);
  if (!(quota > 0 && quota <= 1)) throw new Error("--quota must be a share of a core, such as 0.3.");
  const options: Options = {
    contests: number("contests"),
    visitors: number("visitors"),
    seconds: number("seconds"),
    rounds: number("rounds"),
    quota,
  };
  const measures = parseNames(MEASURES, values.measures);
  const machine = await machineLines(["autocannon"], []);
  const failures: string[] = [];
  const results: Results = { servers: [], quota };
  const measure = measurer(measures, failures);
  const postgres = await startPostgres(SETTINGS);
  const location = await addToCluster(postgres.url, "capacity");
  const database = await openDatabase({ ...location, isBackgroundWork: true });
  try {
    const facts = await fillDatabase(location, options.contests);
    // Otherwise autovacuum would do this during the measurements.
    await database.db.execute(sql`vacuum (analyze)`);
    const all: Bench = { postgres, location, database, facts };
    await measure("day", () => measureDay(all, options, results));
    await measure("servers", () => measureServers(all, options, (round) => results.servers.push(round)));
  } finally {
    await database.close();
    await postgres.stop();
  }
  const hasDefaults = Object.entries(DEFAULTS).every(
    ([name, value]) => values[name as keyof typeof DEFAULTS] === value,
  );
  const isFullRun = hasDefaults && measures.length === MEASURES.length && failures.length === 0;
  const report = [
    ...metadataLines("Capacity", { rounds: options.rounds, machine, failures }, `${options.contests} contests`),
    ...capacityReport(results, ASSUMPTIONS, options),
  ].join("\n\n");
  await saveReport("Capacity", outputFile(values.out, isFullRun), report);
  return failures;
}

await runBench(bench, values.help, USAGE);
