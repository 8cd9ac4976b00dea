import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { openDatabase } from "@conquest/server/src/database/open-database";
import { joinContest } from "@conquest/shared/contracts/participation";
import { CALLS, type Call } from "./calls";
import { CONNECTIONS, requestsPerSecond, sendOk, withPinnedCores } from "./load";
import { pathOf } from "./questions";
import {
  atLeast,
  atMost,
  goalTable,
  machineLines,
  median,
  metadataLines,
  outputFile,
  saveReport,
  SPREAD_EXPLAINED,
  table,
  withSpread,
  type Goal,
} from "./report";
import { measurer, parseNames, parsePositiveInteger, runBench } from "./run-bench";
import {
  DATABASES,
  fillDatabase,
  findJoiners,
  openDatabases,
  openServer,
  type Databases,
  type DatabaseKind,
} from "./servers";

/** Benchmarks API calls per second, concurrent joins of one contest, and the startup time with many contests. */

const MEASURES = ["calls", "joins", "start"] as const;
const DEFAULTS = { contests: "100", people: "1000", many: "100000" };

const USAGE = `npm run bench -- api [--rounds 7] [--seconds 3] [--measures ${MEASURES.join(",")}] [--databases ${DATABASES.join(",")}]
  [--contests ${DEFAULTS.contests}] [--people ${DEFAULTS.people}] [--many ${DEFAULTS.many}] [--out bench/results.md]

Calls are sent for --seconds per round, about --contests generated contests. --people join one contest at once, on PostgreSQL.
The server starts with --many contests in its embedded database. A full run is saved in bench/results.md, any other in
.conquest/bench/results.md.`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "3" },
    measures: { type: "string" },
    databases: { type: "string" },
    contests: { type: "string", default: DEFAULTS.contests },
    people: { type: "string", default: DEFAULTS.people },
    many: { type: "string", default: DEFAULTS.many },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

/** Limits for the machine of bench/results.md. */
const LIMITS = { publicCalls: 10_000, joins: 400, startRatio: 1.2 };

/** Values of each round, by what was measured. */
type Figures = Map<string, number[]>;

function record(figures: Figures, name: string, value: number): void {
  figures.set(name, [...(figures.get(name) ?? []), value]);
  console.log(`  ${name}: ${value.toFixed(0)}`);
}

async function measureCalls(databases: Databases, kind: DatabaseKind, options: Options, rates: Figures): Promise<void> {
  const place = await databases.add(kind);
  const facts = await fillDatabase(place, options.contests);
  const server = await openServer(place);
  try {
    const measureRate = ({ who, path }: Call) =>
      requestsPerSecond(server.port, options.seconds, (request) => ({
        ...request,
        path: path(facts),
        headers: { ...request.headers, ...(who && { cookie: facts[who].cookie }) },
      }));
    await withPinnedCores([server.process], async () => {
      for (const call of Object.values(CALLS)) await measureRate(call);
      for (let round = 0; round < options.rounds; round += 1) {
        for (const [name, call] of Object.entries(CALLS)) record(rates, `${kind}: ${name}`, await measureRate(call));
      }
    });
  } finally {
    await server.close();
  }
}

/** Generates enough contests that enough users have not yet joined the measured ones. */
const CONTESTS_PER_USER = 10;

async function measureJoins(databases: Databases, { people, rounds }: Options, rates: Figures): Promise<void> {
  const place = await databases.add("postgres");
  const { openIds } = await fillDatabase(place, CONTESTS_PER_USER * people);
  const contestIds = openIds.slice(0, rounds + 1);
  const { db, close } = await openDatabase(place);
  const server = await openServer(place);
  try {
    const members = await findJoiners(db, people, contestIds);
    const countOf = async (contestId: string) => {
      const { rows } = await db.execute<{ count: number }>(
        sql`select participant_count as count from contests where id = ${contestId}`,
      );
      return Number(rows[0]!.count);
    };
    for (const [round, contestId] of contestIds.entries()) {
      const before = await countOf(contestId);
      const startedAt = performance.now();
      const requests = members.map(({ cookie, email }, number) => {
        // An IP address for each person, because joins are rate-limited per address.
        const headers = { cookie, "x-forwarded-for": `10.1.${number >> 8}.${number & 255}` };
        const { method } = joinContest;
        return sendOk({ port: server.port, path: pathOf(joinContest), method, headers, body: { contestId, email } });
      });
      await Promise.all(requests);
      const seconds = (performance.now() - startedAt) / 1000;
      const count = (await countOf(contestId)) - before;
      if (count !== members.length) throw new Error(`${count} of ${members.length} joined.`);
      // The first contest is the warm-up.
      if (round > 0) record(rates, `postgres: ${people} people join one contest at once`, people / seconds);
    }
  } finally {
    await server.close();
    await close();
  }
}

async function measureStart(databases: Databases, { many, rounds }: Options, times: Figures): Promise<void> {
  const full = await databases.add("embedded");
  await fillDatabase(full, many);
  const empty = await databases.add("embedded");
  const database = await openDatabase(empty);
  await database.migrate();
  await database.close();
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, place] of [
      [`${many} contests`, full],
      ["empty", empty],
    ] as const) {
      const server = await openServer(place);
      await server.close();
      // The first round only warms the file system cache.
      if (round >= 0) record(times, name, server.startedIn);
    }
  }
}

interface Options {
  rounds: number;
  seconds: number;
  contests: number;
  people: number;
  many: number;
}

async function bench(): Promise<string[]> {
  const number = (name: keyof Options) => parsePositiveInteger(name, values[name]);
  const options: Options = {
    rounds: number("rounds"),
    seconds: number("seconds"),
    contests: number("contests"),
    people: number("people"),
    many: number("many"),
  };
  const measures = parseNames(MEASURES, values.measures);
  const kinds = parseNames(DATABASES, values.databases);
  const hasDefaults = Object.entries(DEFAULTS).every(([name, value]) => values[name as keyof Options] === value);
  const isComplete = measures.length === MEASURES.length && kinds.length === DATABASES.length;
  const isFullRun = hasDefaults && isComplete && options.rounds >= 7;
  const machine = await machineLines(["autocannon"]);
  const failures: string[] = [];
  const results = { calls: new Map() as Figures, joins: new Map() as Figures, start: new Map() as Figures };
  const measure = measurer(measures, failures);
  /** Opens separate databases for each measure, so that measures do not affect each other. */
  const withDatabases = async (kind: DatabaseKind, work: (databases: Databases) => Promise<void>) => {
    if (!kinds.includes(kind)) return;
    const databases = await openDatabases([kind]);
    await work(databases).finally(databases.close);
  };
  await measure("calls", async () => {
    for (const kind of DATABASES) await withDatabases(kind, (all) => measureCalls(all, kind, options, results.calls));
  });
  await measure("joins", () => withDatabases("postgres", (all) => measureJoins(all, options, results.joins)));
  await measure("start", () => withDatabases("embedded", (all) => measureStart(all, options, results.start)));

  const [full, empty] = [...results.start.values()];
  const goals: Goal[] = [
    ...[...results.calls]
      .filter(([name]) => Object.entries(CALLS).some(([call, { who }]) => !who && name.endsWith(`: ${call}`)))
      .map(([name, rates]) => atLeast(`${name}, per second`, rates, LIMITS.publicCalls)),
    ...[...results.joins].map(([name, rates]) => atLeast(`${name}, per second`, rates, LIMITS.joins)),
    ...(full && empty
      ? [atMost("start, full : empty", [median(full) / median(empty)], LIMITS.startRatio, "×", 2)]
      : []),
  ];
  const titles = { calls: "Calls per second", joins: "Joins per second", start: "Start, ms" };
  const report = [
    ...metadataLines("Api", { rounds: options.rounds, machine, failures }, `${CONNECTIONS} connections`),
    "Server and client have one core each; PostgreSQL uses both. `start` lasts from the start of the process to its first response.",
    SPREAD_EXPLAINED,
    "## Goals",
    goalTable(goals),
    ...MEASURES.filter((name) => results[name].size > 0).flatMap((name) => [
      `## ${titles[name]}`,
      table([["", "measured"], ...[...results[name]].map(([what, figures]) => [what, withSpread(figures)])]),
    ]),
  ].join("\n\n");
  await saveReport("Api", outputFile(values.out, isFullRun), report);
  return failures;
}

await runBench(bench, values.help, USAGE);
