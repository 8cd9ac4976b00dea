import { readFile, stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { DatabaseLocation } from "@conquest/server/src/database/open-database";
import type { Facts } from "../variants/filled-database";
import type { DatabaseKind } from "../variants/open-databases";
import { openServer, type OpenServer } from "../variants/open-server";
import { sendRequest, sendOk } from "./send-request";
import type { Question } from "./request-groups";

export interface Measurement {
  times: number[];
  /** Empty for the embedded database, which does not log plans. */
  plans: Plan[];
}

export interface Plan {
  statement: string;
  /** Formatted like the output of `explain (analyze, buffers)`. */
  plan: string;
  /** Number of 8 kB blocks, cached or read from disk. */
  blocks: number;
}

export type ScaleResults = Map<number, Map<Question, Measurement>>;

interface Options {
  kind: DatabaseKind;
  questions: readonly Question[];
  rounds: number;
  /** Time to repeat each question in a round, at least once and at most `MAX_REPEATS` times. */
  seconds: number;
  failures: string[];
  logFile?: string | undefined;
}

/** Large enough for the 99th percentile of seven rounds to cover several samples. */
const MAX_REPEATS = 100;

export interface FilledDatabase {
  facts: Facts;
  place: DatabaseLocation;
}

interface FilledServer extends FilledDatabase {
  server: OpenServer;
}

/** Sends the same requests to servers with databases of each size, alternately and one at a time. */
export async function measureScale(
  databases: readonly FilledDatabase[],
  { kind, questions, rounds, seconds, failures, logFile }: Options,
): Promise<ScaleResults> {
  const filled: FilledServer[] = [];
  const results: ScaleResults = new Map(
    databases.map(({ facts }) => [
      facts.contests,
      new Map(questions.map((question) => [question, { times: [], plans: [] }])),
    ]),
  );
  try {
    for (const { facts, place } of databases) filled.push({ facts, place, server: await openServer(place) });
    const active = new Map<Question, [FilledServer, () => Promise<number>][]>();
    const orDrop = (question: Question, work: () => Promise<void>) =>
      work().catch((error: unknown) => {
        active.delete(question);
        failures.push(`${kind}, ${question.group}, ${question.name}: ${(error as Error).message}`);
      });
    for (const question of questions) {
      await orDrop(question, async () => {
        active.set(
          question,
          await Promise.all(
            filled.map(
              async (one) => [one, await prepareRequest(one, question)] as [FilledServer, () => Promise<number>],
            ),
          ),
        );
      });
    }
    for (let round = 0; round < rounds; round += 1) {
      console.log(`  round ${round + 1} of ${rounds}`);
      for (const [question, ofServers] of active) {
        await orDrop(question, async () => {
          for (const [{ facts }, measureOnce] of round % 2 === 0 ? ofServers : ofServers.toReversed()) {
            const { times } = results.get(facts.contests)!.get(question)!;
            const until = performance.now() + seconds * 1000;
            let count = 0;
            do times.push(await measureOnce());
            while ((count += 1) < MAX_REPEATS && performance.now() < until);
          }
        });
      }
    }
    if (logFile) {
      for (const one of filled) {
        await one.server.close();
        const measurements = results.get(one.facts.contests)!;
        await withPlanLogging(logFile, one, async (plansFor) => {
          for (const question of [...active.keys()]) {
            await orDrop(question, async () => {
              measurements.get(question)!.plans = await plansFor(question);
            });
          }
        });
      }
    }
    return results;
  } finally {
    await Promise.all(filled.map(({ server }) => server.process.exitCode === null && server.close()));
  }
}

/** Returns a function that sends the request and returns its duration, after one warm-up request. */
async function prepareRequest(
  { facts, server: { port } }: Pick<FilledServer, "facts" | "server">,
  question: Question,
): Promise<() => Promise<number>> {
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

const PLAN_LOGGING = [
  "session_preload_libraries=auto_explain",
  ...["log_min_duration=0", "log_analyze=on", "log_buffers=on"].map((setting) => `auto_explain.${setting}`),
];

async function withPlanLogging(
  logFile: string,
  { facts, place }: FilledServer,
  work: (plansFor: (question: Question) => Promise<Plan[]>) => Promise<void>,
): Promise<void> {
  const url = new URL(place.url!);
  url.searchParams.set("options", PLAN_LOGGING.map((setting) => `-c ${setting}`).join(" "));
  // Disables the timeout because instrumenting each plan node slows statements down.
  url.searchParams.set("statement_timeout", "0");
  const server = await openServer({ url: url.toString() });
  try {
    await work(async (question) => {
      const measureOnce = await prepareRequest({ facts, server }, question);
      const { size } = await stat(logFile);
      await measureOnce();
      return readPlans((await readFile(logFile)).subarray(size).toString("utf8"));
    });
  } finally {
    await server.close();
  }
}

/** Matches statements that no request asked for: session and rate-limit checks and the periodic jobs. */
const BACKGROUND_STATEMENT =
  /from "sessions"|"counted_uses"|"contest_promises"|delete from "contest_tally"|for update skip locked/;

/** Parses the plans from a part of PostgreSQL's log, without background statements. */
export function readPlans(log: string): Plan[] {
  return log
    .split(/^(?=[^\t\n])/m)
    .filter((entry) => /plan:\n/.test(entry))
    .map((entry) => {
      const [head = "", text = ""] = entry.split(/plan:\n\tQuery Text: /);
      // A statement may span several lines; the plan begins with its first node.
      const lines = text.trimEnd().split("\n");
      const first = lines.findIndex((line, index) => index > 0 && /^\t\S.*\(cost=/.test(line));
      const plan = lines.slice(first).map((line) => line.slice(1));
      const [, hit = 0, read = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan.join("\n")) ?? [];
      return {
        statement: lines.slice(0, first).join(" ").replace(/\s+/g, " "),
        plan: [...plan, `${/duration: [\d.]+ ms/.exec(head)?.[0] ?? ""}`].join("\n"),
        blocks: Number(hit) + Number(read),
      };
    })
    .filter(({ statement }) => !BACKGROUND_STATEMENT.test(statement));
}
