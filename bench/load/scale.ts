import { readFile, stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { DatabaseLocation } from "@conquest/server/src/database/open-database";
import type { Facts } from "../variants/filled-database";
import type { DatabaseKind } from "../variants/open-databases";
import { openServer, type OpenServer } from "../variants/open-server";
import { ask, askSuccessfully } from "./send-request";
import type { Question } from "./request-groups";

/** What one question took, and what the database did for it. */
export interface Asked {
  /** Milliseconds of each time. */
  times: number[];
  /** Statements with their plans; empty where the database does not tell them. */
  plans: Plan[];
}

export interface Plan {
  statement: string;
  /** As `explain (analyze, buffers)` writes it. */
  plan: string;
  /** Of 8 kB, found in memory or read. */
  blocks: number;
}

/** By number of contests, and then by question. */
export type ScaleResults = Map<number, Map<Question, Asked>>;

interface Options {
  kind: DatabaseKind;
  questions: readonly Question[];
  rounds: number;
  /** So long is each question asked in each round, at least once and at most `MOST` times. */
  seconds: number;
  failures: string[];
  /** Of PostgreSQL, which tells plans there. */
  logFile?: string | undefined;
}

/** Enough in seven rounds that the slowest hundredth are several. */
const MOST = 100;

export interface FilledDatabase {
  facts: Facts;
  place: DatabaseLocation;
}

interface FilledServer extends FilledDatabase {
  server: OpenServer;
}

/** Asks the same questions of servers with databases of each size, in turns, one question at a time. */
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
    const asking = new Map<Question, [FilledServer, () => Promise<number>][]>();
    /** What is not answered is told and asked no more. */
    const orNoMore = (question: Question, work: () => Promise<void>) =>
      work().catch((error: unknown) => {
        asking.delete(question);
        failures.push(`${kind}, ${question.group}, ${question.name}: ${(error as Error).message}`);
      });
    for (const question of questions) {
      await orNoMore(question, async () => {
        asking.set(
          question,
          await Promise.all(
            filled.map(async (one) => [one, await asker(one, question)] as [FilledServer, () => Promise<number>]),
          ),
        );
      });
    }
    for (let round = 0; round < rounds; round += 1) {
      console.log(`  round ${round + 1} of ${rounds}`);
      for (const [question, ofServers] of asking) {
        await orNoMore(question, async () => {
          for (const [{ facts }, askOnce] of round % 2 === 0 ? ofServers : ofServers.toReversed()) {
            const { times } = results.get(facts.contests)!.get(question)!;
            const until = performance.now() + seconds * 1000;
            let count = 0;
            do times.push(await askOnce());
            while ((count += 1) < MOST && performance.now() < until);
          }
        });
      }
    }
    if (logFile) {
      for (const one of filled) {
        await one.server.close();
        const plansOf = results.get(one.facts.contests)!;
        await whileTelling(logFile, one, async (plansFor) => {
          for (const question of [...asking.keys()]) {
            await orNoMore(question, async () => {
              plansOf.get(question)!.plans = await plansFor(question);
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

/** How to ask a question of a server; the first times, which nobody counts, are behind it. Rejects where it is not answered. */
async function asker(
  { facts, server: { port } }: Pick<FilledServer, "facts" | "server">,
  question: Question,
): Promise<() => Promise<number>> {
  const headers = { cookie: question.who && facts[question.who].cookie };
  let turn = 0;
  const place = await placeBehind(port, question.path(facts, 0), question.pagesBehind ?? 0);
  const askOnce = async () => {
    const path = new URL(question.path(facts, (turn += 1)), "http://relative.invalid");
    if (place) path.searchParams.set("cursor", place);
    // No answer that was made for an earlier time will do.
    path.searchParams.set("turn", String(turn));
    return askWhenAllowed({ port, path: path.pathname + path.search, headers });
  };
  await askOnce();
  return askOnce;
}

/** Searches of one address are counted, also of one that only measures: it asks again when it may. Answers the milliseconds of the answer alone. */
async function askWhenAllowed(asked: Parameters<typeof ask>[0]): Promise<number> {
  const answer = await ask(asked);
  if (answer.status !== 429) return answer.status === 200 ? answer.ms : (await askSuccessfully(asked)).ms;
  await setTimeout(1000 * Number(answer.headers["retry-after"] ?? 1));
  return askWhenAllowed(asked);
}

/** The cursor of the page so many pages behind the first, or of the last one. */
async function placeBehind(port: number, path: string, pages: number): Promise<string | null> {
  let cursor: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    const { headers } = await ask({ port, path: cursor ? `${path}&cursor=${cursor}` : path });
    const next = /<([^>]+)>; rel="next"/.exec(String(headers["link"] ?? ""))?.[1];
    if (!next) break;
    cursor = new URL(next, "http://relative.invalid").searchParams.get("cursor");
  }
  return cursor;
}

/** Makes PostgreSQL write every plan into its log. */
const TELLING = [
  "session_preload_libraries=auto_explain",
  ...["log_min_duration=0", "log_analyze=on", "log_buffers=on"].map((setting) => `auto_explain.${setting}`),
];

/** While `work` runs there is a server whose database tells its plans. */
async function whileTelling(
  logFile: string,
  { facts, place }: FilledServer,
  work: (plansFor: (question: Question) => Promise<Plan[]>) => Promise<void>,
): Promise<void> {
  const url = new URL(place.url!);
  url.searchParams.set("options", TELLING.map((setting) => `-c ${setting}`).join(" "));
  // Measuring each node takes its time too.
  url.searchParams.set("statement_timeout", "0");
  const server = await openServer({ url: url.toString() });
  try {
    await work(async (question) => {
      const askOnce = await asker({ facts, server }, question);
      const { size } = await stat(logFile);
      await askOnce();
      return readPlans((await readFile(logFile)).subarray(size).toString("utf8"));
    });
  } finally {
    await server.close();
  }
}

/** What a server asks besides what it is asked for: who asks and how often they did, and what its jobs look for each minute. */
const BESIDE = /from "sessions"|"counted_uses"|"contest_promises"|delete from "contest_tally"|for update skip locked/;

/** The plans in a part of PostgreSQL's log, but for those of what is asked besides. */
export function readPlans(log: string): Plan[] {
  return log
    .split(/^(?=[^\t\n])/m)
    .filter((entry) => /plan:\n/.test(entry))
    .map((entry) => {
      const [head = "", text = ""] = entry.split(/plan:\n\tQuery Text: /);
      // A statement goes over several lines where it does in the sources; its plan begins with its first node.
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
    .filter(({ statement }) => !BESIDE.test(statement));
}
