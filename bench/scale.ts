import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sendOk, sendRequest } from "./load";
import { GROUPS, QUESTIONS, type Group, type Question } from "./questions";
import {
  atMost,
  goalTable,
  machineLines,
  median,
  metadataLines,
  outputFile,
  quantile,
  saveReport,
  table,
  type Goal,
} from "./report";
import { measurer, parseNames, parsePositiveInteger, runBench } from "./run-bench";
import { DATABASES, fillDatabase, openDatabases, openServer, type DatabaseKind, type Facts } from "./servers";

/** Benchmarks how much slower calls get as the number of contests grows. */

const SIZES = "10000,1000000";
const EMBEDDED_SIZES = "10000,100000";

const USAGE = `npm run bench -- scale [--rounds 7] [--seconds 1] [--databases ${DATABASES.join(",")}]
  [--sizes ${SIZES}] [--embedded-sizes ${EMBEDDED_SIZES}] [--groups "${GROUPS.join(",")}"] [--out bench/results.md]

Each call is repeated for --seconds in each round, at least once. A full run is saved in bench/results.md, any other in
.conquest/bench/results.md.`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "1" },
    databases: { type: "string" },
    sizes: { type: "string", default: SIZES },
    "embedded-sizes": { type: "string", default: EMBEDDED_SIZES },
    groups: { type: "string" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const MAX_FLAT_GROWTH = 1.5;
const MAX_SEARCH_MS = 50;
/** Large enough for the 99th percentile of seven rounds to cover several samples. */
const MAX_REPEATS = 100;

/** Milliseconds of one call with few and with many contests. */
interface Times {
  question: Question;
  few: number[];
  many: number[];
}

interface OpenSize {
  port: number;
  facts: Facts;
}

interface Options {
  kind: DatabaseKind;
  questions: readonly Question[];
  rounds: number;
  seconds: number;
  failures: string[];
}

/** Sends the same requests to servers with both sizes, alternately and one at a time. */
async function measureScale(
  [few, many]: readonly [OpenSize, OpenSize],
  { kind, questions, rounds, seconds, failures }: Options,
): Promise<Times[]> {
  const results: Times[] = [];
  const requests = new Map<Times, Record<"few" | "many", () => Promise<number>>>();
  const orDrop = (times: Times, work: () => Promise<void>) =>
    work().catch((error: unknown) => {
      requests.delete(times);
      failures.push(`${kind}, ${times.question.group}, ${times.question.name}: ${(error as Error).message}`);
    });
  for (const question of questions) {
    const times: Times = { question, few: [], many: [] };
    results.push(times);
    await orDrop(times, async () => {
      requests.set(times, { few: await prepareRequest(few, question), many: await prepareRequest(many, question) });
    });
  }
  for (let round = 0; round < rounds; round += 1) {
    console.log(`  round ${round + 1} of ${rounds}`);
    for (const [times, send] of requests) {
      await orDrop(times, async () => {
        for (const size of round % 2 === 0 ? (["few", "many"] as const) : (["many", "few"] as const)) {
          const until = performance.now() + seconds * 1000;
          let count = 0;
          do times[size].push(await send[size]());
          while ((count += 1) < MAX_REPEATS && performance.now() < until);
        }
      });
    }
  }
  return results.filter(({ few, many }) => few.length > 0 && many.length > 0);
}

/** Returns a function that sends the request and returns its duration, after one warm-up request. */
async function prepareRequest({ facts, port }: OpenSize, question: Question): Promise<() => Promise<number>> {
  const headers = { cookie: question.who && facts[question.who].cookie };
  let turn = 0;
  const cursor = await cursorAfter(port, question.path(facts, 0), question.skippedPages ?? 0);
  const measureOnce = async () => {
    const path = new URL(question.path(facts, (turn += 1)), "http://relative.invalid");
    if (cursor) path.searchParams.set("cursor", cursor);
    // Prevents a cached response from an earlier request.
    path.searchParams.set("turn", String(turn));
    return sendWithRetry({ port, path: path.pathname + path.search, headers });
  };
  await measureOnce();
  return measureOnce;
}

/** Retries after a 429, because searches are rate-limited per address. Returns the duration of the successful request only. */
async function sendWithRetry(options: Parameters<typeof sendRequest>[0]): Promise<number> {
  const answer = await sendRequest(options);
  if (answer.status !== 429) return answer.status === 200 ? answer.ms : (await sendOk(options)).ms;
  await setTimeout(1000 * Number(answer.headers["retry-after"] ?? 1));
  return sendWithRetry(options);
}

/** Returns the cursor after skipping `pages` pages, or of the last page if there are fewer. */
async function cursorAfter(port: number, path: string, pages: number): Promise<string | null> {
  let cursor: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    const { headers } = await sendRequest({ port, path: cursor ? `${path}&cursor=${cursor}` : path });
    const next = /<([^>]+)>; rel="next"/.exec(String(headers["link"] ?? ""))?.[1];
    if (!next) break;
    cursor = new URL(next, "http://relative.invalid").searchParams.get("cursor");
  }
  return cursor;
}

function sizesOf(name: "sizes" | "embedded-sizes"): [few: number, many: number] {
  const sizes = values[name].split(",").map((size) => parsePositiveInteger(name, size));
  const [few, many] = sizes.toSorted((one, other) => one - other);
  if (sizes.length !== 2 || few === many) throw new Error(`--${name} must be two numbers of contests.`);
  return [few!, many!];
}

async function bench(): Promise<string[]> {
  const rounds = parsePositiveInteger("rounds", values.rounds);
  const seconds = Number(values.seconds);
  if (!(seconds >= 0)) throw new Error("--seconds must be a number.");
  const kinds = parseNames(DATABASES, values.databases);
  const groups = parseNames(GROUPS, values.groups);
  const sizes = { postgres: sizesOf("sizes"), embedded: sizesOf("embedded-sizes") };
  const questions = QUESTIONS.filter(({ group }) => groups.includes(group));
  const hasDefaultSizes = values.sizes === SIZES && values["embedded-sizes"] === EMBEDDED_SIZES;
  const isComplete = kinds.length === DATABASES.length && groups.length === GROUPS.length;
  const machine = await machineLines([]);
  const failures: string[] = [];
  const results = new Map<DatabaseKind, Times[]>();
  const measure = measurer(kinds, failures);

  for (const kind of DATABASES) {
    await measure(kind, async () => {
      const databases = await openDatabases([kind]);
      const closes = [databases.close];
      try {
        const open = async (size: number): Promise<OpenSize> => {
          const place = await databases.add(kind);
          const facts = await fillDatabase(place, size);
          const server = await openServer(place);
          closes.push(server.close);
          return { port: server.port, facts };
        };
        const [few, many] = sizes[kind];
        const both = [await open(few), await open(many)] as const;
        results.set(kind, await measureScale(both, { kind, questions, rounds, seconds, failures }));
      } finally {
        for (const close of closes.toReversed()) await close();
      }
    });
  }

  const report = [
    ...metadataLines("Scale", { rounds, machine, failures }, "one call at a time"),
    "Each call is sent over one HTTP connection, each time with another address (and other contests, tags and words in turn), so that no cached response is used. The databases alternate; the first call is not counted. `calls` says how often: below a hundred, p99 is close to the slowest. The data is that of `npm run seed -- --contests`, with two joins per contest.",
    "## Goals",
    goalTable([...results].flatMap(([kind, times]) => goalsOf(kind, sizes[kind][1], times))),
    ...[...results].flatMap(([kind, times]) => [
      `## Times: ${kind}`,
      ...groups.map((group) => timesTable(group, sizes[kind], times)),
    ]),
  ].join("\n\n");
  await saveReport("Scale", outputFile(values.out, hasDefaultSizes && isComplete && rounds >= 7), report);
  return failures;
}

const p99 = (times: readonly number[]) => quantile(times, 0.99);
const growth = ({ few, many }: Times) => p99(many) / p99(few);

function goalsOf(kind: DatabaseKind, most: number, results: readonly Times[]): Goal[] {
  const goals = GROUPS.flatMap((group) => {
    const ofGroup = results.filter(({ question }) => question.group === group);
    const [worst] = ofGroup.toSorted((one, other) => growth(other) - growth(one));
    if (!worst) return [];
    const flat = ofGroup.filter((one) => growth(one) <= MAX_FLAT_GROWTH).length;
    const what = `${kind}: ${group}, p99 with ${most} : fewest; the worst of ${ofGroup.length} (${worst.question.name}); ${flat} are flat`;
    return atMost(what, [growth(worst)], MAX_FLAT_GROWTH, "×", 2);
  });
  const [slowest] = results
    .filter(({ question }) => question.group === "search")
    .toSorted((one, other) => p99(other.many) - p99(one.many));
  if (!slowest || kind !== "postgres") return goals;
  const what = `${kind}: search, p99 with ${most}, the worst (${slowest.question.name})`;
  return [...goals, atMost(what, [p99(slowest.many)], MAX_SEARCH_MS, " ms", 1)];
}

function timesTable(group: Group, [few, many]: readonly [number, number], results: readonly Times[]): string {
  const ms = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
  return table([
    [group, `p50 ms, ${few}`, `p50 ms, ${many}`, `p99 ms, ${few}`, `p99 ms, ${many}`, "p99 ratio", "calls"],
    ...results
      .filter(({ question }) => question.group === group)
      .map((times) => [
        times.question.name,
        ...[median(times.few), median(times.many), p99(times.few), p99(times.many)].map(ms),
        growth(times).toFixed(2),
        `${times.few.length}, ${times.many.length}`,
      ]),
  ]);
}

await runBench(bench, values.help, USAGE);
