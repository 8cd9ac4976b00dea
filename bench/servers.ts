import { spawn, type ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql, type SQL } from "drizzle-orm";
import type { Database } from "@conquest/server/src/database/database";
import { openDatabase, type DatabaseLocation } from "@conquest/server/src/database/open-database";
import { systemClock } from "@conquest/server/src/platform/clock";
import { startPostgres } from "@conquest/server/src/testing/start-postgres";
import { seedMany } from "@conquest/scripts/src/demo/many/seed-many";
import { trackChildProcess } from "@conquest/scripts/src/process/children";
import { freePort } from "@conquest/scripts/src/process/ports";
import { root } from "@conquest/scripts/src/root";

export const DATABASES = ["postgres", "embedded"] as const;
export type DatabaseKind = (typeof DATABASES)[number];

export interface Databases {
  add(kind: DatabaseKind): Promise<DatabaseLocation>;
  close(): Promise<void>;
}

/** The settings recommended in `docs/operate.md`; durability stays on. */
export const SETTINGS = ["max_wal_size=4GB", "shared_buffers=2GB"];

/** Opens temporary databases: a PostgreSQL cluster, if requested, and embedded databases in folders. */
export async function openDatabases(kinds: readonly DatabaseKind[]): Promise<Databases> {
  const postgres = kinds.includes("postgres") ? await startPostgres(SETTINGS) : null;
  const folders: string[] = [];
  let count = 0;
  return {
    async add(kind) {
      if (kind === "postgres") return addToCluster(postgres!.url, `bench_${(count += 1)}`);
      folders.push(await mkdtemp(path.join(tmpdir(), "conquest-bench-")));
      return { dataDir: path.join(folders.at(-1)!, "database") };
    },
    async close() {
      await postgres?.stop();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

export async function addToCluster(clusterUrl: string, name: string): Promise<DatabaseLocation> {
  const cluster = await openDatabase({ url: clusterUrl });
  await cluster.db.execute(sql`create database ${sql.identifier(name)}`);
  await cluster.close();
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return { url: url.toString() };
}

export interface OpenServer {
  port: number;
  /** Leads its own process group. */
  process: ChildProcess;
  /** Milliseconds until the first response. */
  startedIn: number;
  close(): Promise<void>;
}

const START_TIMEOUT_MS = 120_000;

export async function openServer(
  { url, directUrl, preparesStatements, readUrls = [], dataDir }: DatabaseLocation,
  env: Record<string, string> = {},
): Promise<OpenServer> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = trackChildProcess(
    spawn(process.execPath, ["--import", "tsx", path.join(root, "server/src/commands/server.ts")], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      detached: true,
      env: {
        ...process.env,
        PORT: String(port),
        DATABASE_URL: url ?? "",
        DATABASE_DIRECT_URL: directUrl ?? "",
        DATABASE_PREPARED_STATEMENTS: preparesStatements === false ? "off" : "on",
        DATABASE_READ_URLS: readUrls.join(","),
        DATA_DIR: dataDir ?? "",
        PICTURES_DIR: "memory",
        FILES_DIR: "memory",
        FIREBASE_AUTH_EMULATOR_HOST: "127.0.0.1:9",
        LOG_LEVEL: "warn",
        // All requests of a benchmark come from one address unless a header says otherwise.
        REQUESTS_PER_MINUTE: "10000000",
        TRUST_PROXY: "loopback",
        ...env,
      },
    }),
  );
  while (!(await isResponding(port))) {
    if (child.exitCode !== null || performance.now() - startedAt > START_TIMEOUT_MS) {
      child.kill("SIGKILL");
      throw new Error("The server did not start.");
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    port,
    process: child,
    startedIn: performance.now() - startedAt,
    close: () =>
      new Promise((resolve) => {
        child.once("close", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

const isResponding = (port: number) =>
  fetch(`http://127.0.0.1:${port}/api/nothing`).then(
    () => true,
    () => false,
  );

export interface Member {
  id: string;
  email: string;
  cookie: string;
}

const HOUR_MS = 60 * 60 * 1000;
const BATCH_SIZE = 1000;

/** Inserts a session for each user without the identity provider. */
export async function signInAll(db: Database, people: readonly { id: string; email: string }[]): Promise<Member[]> {
  const at = new Date().toISOString();
  const expiresAt = new Date(Date.now() + 12 * HOUR_MS).toISOString();
  const members = people.map(({ id, email }) => {
    const session = randomBytes(32).toString("base64url");
    return {
      id,
      email,
      cookie: `conquest_session=${session}`,
      hash: createHash("sha256").update(session).digest("hex"),
    };
  });
  for (let from = 0; from < members.length; from += BATCH_SIZE) {
    const rows = members
      .slice(from, from + BATCH_SIZE)
      .map(({ id, hash }) => sql`(${hash}, ${id}, ${at}, ${at}, ${expiresAt})`);
    await db.execute(
      sql`insert into sessions (id_hash, user_id, created_at, last_used_at, expires_at) values ${sql.join(rows, sql`, `)}`,
    );
  }
  return members;
}

/** Signs in people who have joined none of these contests. */
export async function findJoiners(db: Database, count: number, contestIds: readonly string[]): Promise<Member[]> {
  const { rows } = await db.execute<{ id: string; email: string }>(sql`
    select id, email from users
    where role = 'user' and status = 'verified' and not exists (
      select 1 from participations p where p.user_id = users.id and p.contest_id in ${contestIds})
    order by id limit ${count}`);
  if (rows.length < count) throw new Error(`There are only ${rows.length} people to join.`);
  return signInAll(db, rows);
}

export interface Facts {
  contests: number;
  admin: Member;
  /** The creator with the most contests. */
  creator: Member;
  creatorPageId: string;
  /** The user with the most joins. */
  user: Member;
  /** Ids of public contests in random order. */
  contestIds: string[];
  /** Ids of open contests, those with the fewest participants first. */
  openIds: string[];
  crowdedId: string;
}

const SAMPLE = 500;

async function idsOf(db: Database, query: SQL): Promise<string[]> {
  return (await db.execute<{ id: string }>(query)).rows.map(({ id }) => id);
}

async function readFacts(db: Database, contests: number): Promise<Facts> {
  const people = await Promise.all(
    [
      sql`select id, email from users where role = 'admin' order by email limit 1`,
      sql`select id, email from users where status = 'verified' and id = (
            select creator_id from contests join users owner on owner.id = creator_id and owner.status = 'verified'
            group by creator_id order by count(*) desc, creator_id limit 1)`,
      sql`select id, email from users where id = (
            select user_id from participations join users u on u.id = user_id and u.status = 'verified'
            group by user_id order by count(*) desc, user_id limit 1)`,
    ].map(async (query) => (await db.execute<{ id: string; email: string }>(query)).rows[0]!),
  );
  const [admin, creator, user] = (await signInAll(db, people)) as [Member, Member, Member];
  const isPublic = sql`c.status = 'open' and c.cancelled_at is null and exists (select 1 from users o where o.id = c.creator_id and o.status = 'verified')`;
  const inRandomOrder = sql`order by md5(c.id) limit ${SAMPLE}`;
  return {
    contests,
    admin,
    creator,
    creatorPageId: (
      await idsOf(db, sql`select public_id as id from creator_records where creator_id = ${creator.id}`)
    )[0]!,
    user,
    contestIds: await idsOf(db, sql`select c.id from contests c where ${isPublic} ${inRandomOrder}`),
    openIds: await idsOf(
      db,
      sql`select c.id from contests c where ${isPublic} and winner_at is null and deadline > now() + interval '1 day' order by participant_count, c.id limit ${SAMPLE}`,
    ),
    crowdedId: (
      await idsOf(
        db,
        sql`select contest_id as id from entries group by contest_id order by count(*) desc, contest_id limit 1`,
      )
    )[0]!,
  };
}

/** Fills a database with generated contests and two joins per contest. */
export async function fillDatabase(place: DatabaseLocation, contests: number): Promise<Facts> {
  const startedAt = performance.now();
  const database = await openDatabase({ ...place, isBackgroundWork: true });
  try {
    await database.migrate();
    await seedMany(database.db, systemClock, { contests, joins: 2 * contests, joinAmount: "prize" });
    const facts = await readFacts(database.db, contests);
    // Avoids a checkpoint during the measurements.
    await database.db.execute(sql`checkpoint`);
    console.log(
      `  ${contests} contests in ${place.url ? "PostgreSQL" : "an embedded database"} after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    );
    return facts;
  } finally {
    await database.close();
  }
}
