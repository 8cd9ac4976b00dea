import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import type { Database } from "@conquest/server/src/database/database";
import { openDatabase, type DatabaseLocation } from "@conquest/server/src/database/open-database";
import { joinContest } from "@conquest/shared/contracts/participation";
import { fillDatabase } from "../variants/filled-database";
import { signInAll, type Member } from "../variants/members";
import type { Databases } from "../variants/open-databases";
import { openServer } from "../variants/open-server";
import { sendRequest, sendOk } from "./send-request";
import { alternateRuns, type Comparison } from "./comparison";
import { joinScript, readStatements } from "./join-statements";
import { pathOf } from "./request-groups";

const run = promisify(execFile);

/** Equals the size of the server's connection pool. */
const CLIENTS = 10;
/** Generates enough contests that enough users have not yet joined the measured ones. */
const CONTESTS_PER_USER = 10;

/** Gives each user an IP address, because joins are rate-limited per address. */
const ipAddressOf = (number: number) => `10.1.${number >> 8}.${number & 255}`;

const joinRequest = (port: number, contestId: string, { cookie, email }: Member, number: number) => ({
  port,
  path: pathOf(joinContest),
  method: joinContest.method,
  headers: { cookie, "x-forwarded-for": ipAddressOf(number) },
  body: { contestId, email },
});

async function findJoiners(db: Database, count: number, contestIds: readonly string[]): Promise<Member[]> {
  const { rows } = await db.execute<{ id: string; email: string }>(sql`
    select id, email from users
    where role = 'user' and status = 'verified' and not exists (
      select 1 from participations p where p.user_id = users.id and p.contest_id in ${contestIds})
    order by id limit ${count}`);
  if (rows.length < count) throw new Error(`There are only ${rows.length} people to join.`);
  return signInAll(db, rows);
}

/** Waits until the log stops growing, because due jobs run when the server starts. */
async function waitForStableSize(logFile: string): Promise<number> {
  for (let last = -1; ;) {
    const { size } = await stat(logFile);
    if (size === last) return size;
    last = size;
    await setTimeout(2_000);
  }
}

async function recordJoinStatements(logFile: string, { url }: DatabaseLocation, contestId: string, member: Member) {
  const loggingUrl = new URL(url!);
  loggingUrl.searchParams.set("options", "-c log_statement=all");
  const server = await openServer({ url: loggingUrl.toString() });
  try {
    await sendRequest({ port: server.port, path: "/api/nothing" });
    const size = await waitForStableSize(logFile);
    await sendOk(joinRequest(server.port, contestId, member, 0));
    return readStatements((await readFile(logFile)).subarray(size).toString("utf8"));
  } finally {
    await server.close();
  }
}

interface Joiners {
  db: Database;
  place: DatabaseLocation;
  members: Member[];
  /** Returns joins per second and throws unless all members joined. `work` returns the elapsed seconds. */
  rateOf(work: (contestId: string) => Promise<number>): Promise<number>;
  withPgbench(contestId: string): Promise<number>;
}

/** Runs `work` with a database of users who can still join the given number of contests. */
async function withJoiners<T>(
  databases: Databases,
  { people, contests }: { people: number; contests: number },
  work: (joiners: Joiners) => Promise<T>,
): Promise<T> {
  const { logFile, binaries } = databases.postgres!;
  const each = Math.ceil(people / CLIENTS);
  const place = await databases.add("postgres");
  const { openIds } = await fillDatabase(place, CONTESTS_PER_USER * people);
  const contestIds = openIds.slice(0, contests + 1);
  const database = await openDatabase(place);
  const { db } = database;
  const folder = await mkdtemp(path.join(tmpdir(), "conquest-pgbench-"));
  try {
    const [first, ...members] = (await findJoiners(db, each * CLIENTS + 1, contestIds)) as [Member, ...Member[]];
    const joined = { member: first, contestId: contestIds.pop()!, address: ipAddressOf(0) };
    const statements = await recordJoinStatements(logFile, place, joined.contestId, first);
    await writeJoiners(db, members);
    return await work({
      db,
      place,
      members,
      async rateOf(join) {
        const contestId = contestIds.pop()!;
        const countOf = async () =>
          Number(
            (
              await db.execute<{ count: number }>(
                sql`select participant_count as count from contests where id = ${contestId}`,
              )
            ).rows[0]!.count,
          );
        const before = await countOf();
        const seconds = await join(contestId);
        const count = (await countOf()) - before;
        if (count !== members.length) throw new Error(`${count} of ${members.length} joined.`);
        return members.length / seconds;
      },
      async withPgbench(contestId) {
        const file = path.join(folder, "join.sql");
        await writeFile(file, joinScript(statements, joined, contestId, each));
        const args = [
          "-n",
          "-M",
          "prepared",
          "-c",
          String(CLIENTS),
          "-j",
          "2",
          "-t",
          String(each),
          "-D",
          "k=0",
          "-f",
          file,
          place.url!,
        ];
        const { stdout } = await run(path.join(binaries, "pgbench"), args);
        const [, rate] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
        if (rate === undefined) throw new Error(`pgbench measured nothing:\n${stdout}`);
        return members.length / Number(rate);
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
    await database.close();
  }
}

/** Two contests per round and two for the warm-up. */
const contestsFor = (rounds: number) => 2 * (rounds + 1);

const joinConcurrently = (port: number, members: readonly Member[]) => async (contestId: string) => {
  const startedAt = performance.now();
  await Promise.all(members.map((member, number) => sendOk(joinRequest(port, contestId, member, number))));
  return (performance.now() - startedAt) / 1000;
};

/** Measures joins per second when many users join one contest at once, compared with pgbench running the same statements. */
export async function measureJoins(
  databases: Databases,
  { people, rounds }: { people: number; rounds: number },
): Promise<Comparison[]> {
  return withJoiners(
    databases,
    { people, contests: contestsFor(rounds) },
    async ({ place, members, rateOf, withPgbench }) => {
      const server = await openServer(place);
      const overHttp = joinConcurrently(server.port, members);
      const comparison: Comparison = {
        measure: "joins",
        what: `postgres: ${members.length} people join one contest at once`,
        other: "pgbench",
        product: [],
        others: [],
        unit: "a second",
      };
      try {
        await sendRequest({ port: server.port, path: "/api/nothing" });
        await rateOf(overHttp);
        await rateOf(withPgbench);
        await alternateRuns(rounds, [[comparison, () => rateOf(overHttp), () => rateOf(withPgbench)]]);
      } finally {
        await server.close();
      }
      return [comparison];
    },
  );
}

/**
 * Measures the cost of the triggers that maintain list orders and counts, through the server (concurrent joins share a
 * transaction) and pgbench (one each). Indexes on contests add no cost while updates are heap-only.
 */
export async function measureJoinCost(
  databases: Databases,
  { people, rounds }: { people: number; rounds: number },
): Promise<Comparison[]> {
  return withJoiners(
    databases,
    { people, contests: 2 * contestsFor(rounds) },
    async ({ db, place, members, rateOf, withPgbench }) => {
      const heapOnlyShare = async () => {
        const { rows } = await db.execute<{ share: string }>(sql`
        select round(100.0 * n_tup_hot_upd / n_tup_upd, 1) as share from pg_stat_user_tables where relname = 'contests'`);
        return rows[0]!.share;
      };
      const server = await openServer(place);
      const ways = { "asked of the server": joinConcurrently(server.port, members), pgbench: withPgbench };
      const comparisons: Comparison[] = [];
      try {
        for (const [way, join] of Object.entries(ways)) {
          const withTriggers = (act: "enable" | "disable") => async () => {
            for (const table of ["contests", "participations"])
              await db.execute(sql.raw(`alter table ${table} ${act} trigger user`));
            return rateOf(join);
          };
          const comparison: Comparison = {
            measure: "join-cost",
            what: `postgres: joining one contest, ${way}`,
            other: "without what is kept",
            product: [],
            others: [],
            unit: "a second",
          };
          await withTriggers("disable")();
          await withTriggers("enable")();
          await db.execute(sql`select pg_stat_reset()`);
          await alternateRuns(rounds, [[comparison, withTriggers("enable"), withTriggers("disable")]]);
          comparison.what += `, ${members.length} at a time (${await heapOnlyShare()} % of the updates of contests were heap-only)`;
          comparisons.push(comparison);
        }
      } finally {
        await server.close();
      }
      return comparisons;
    },
  );
}

async function writeJoiners(db: Database, members: readonly Member[]): Promise<void> {
  await db.execute(
    sql`create table joiners (n serial primary key, id text not null, email text not null, session text not null, address text not null)`,
  );
  const rows = JSON.stringify(
    members.map(({ id, email, sessionHash }, number) => ({
      id,
      email,
      session: sessionHash,
      address: ipAddressOf(number),
    })),
  );
  await db.execute(
    sql`insert into joiners (id, email, session, address) select id, email, session, address from json_populate_recordset(null::joiners, ${rows}::json)`,
  );
  await db.execute(sql`vacuum (analyze) joiners`);
}
