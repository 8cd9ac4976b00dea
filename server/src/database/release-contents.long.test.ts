import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import pg from "pg";
import { startPostgres } from "../testing/start-postgres";
import type { Database } from "./database";
import { migrationsFolder } from "./known-migrations";
import { openDatabase } from "./open-database";

const RELEASES = 300;
const FILES = 100;

/** Every release changes three of its files; the first is an SSR bundle, which is not compressed. */
const ROWS = [
  `insert into releases (part, version, integrity, created_at, created_by)
    select 'shell', 'v' || n, '{}', now() - n * interval '1 hour', 'tests' from generate_series(1, ${RELEASES}) n`,
  `insert into release_files (part, version, path, content, brotli, gzip, content_type, sha384)
    select 'shell', 'v' || n, 'file-' || f || '.js', content, case when f > 1 then substr(content, 1, 900) end, case when f > 1 then substr(content, 1, 1000) end, 'text/javascript', encode(sha384(content), 'base64')
    from generate_series(1, ${RELEASES}) n, generate_series(1, ${FILES}) f,
      lateral (select convert_to(repeat(md5(f || case when f <= 3 then ' of ' || n else '' end), 100), 'UTF8') as content) of_file`,
];

const DIGEST = sql`select md5(string_agg(row_to_json(f)::text, '' order by version, path)) as digest, count(*)::int as count
  from (select part, version, path, content, brotli, gzip, content_type, sha384 from release_files) f`;
const digestOf = async (db: Database) => (await db.execute<{ digest: string; count: number }>(DIGEST)).rows[0]!;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "conquest-release-contents-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Copies the migrations of the previous version. */
function earlierMigrations(): string {
  const copy = join(folder, "migrations");
  cpSync(migrationsFolder, copy, { recursive: true });
  const file = join(copy, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: { tag: string }[] };
  const end = journal.entries.findIndex(({ tag }) => tag === "0017_release_contents");
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  return copy;
}

async function fill(location: Parameters<typeof openDatabase>[0]) {
  const database = await openDatabase({ ...location, migrations: earlierMigrations() });
  await database.migrate();
  for (const rows of ROWS) await database.db.execute(sql.raw(rows));
  const digest = await digestOf(database.db);
  expect(digest.count).toBe(RELEASES * FILES);
  await database.close();
  return digest;
}

async function expectMoved(db: Database, digest: { digest: string; count: number }) {
  expect(await digestOf(db)).toEqual(digest);
  const { rows } = await db.execute(sql`select count(*)::int as contents from release_contents`);
  expect(rows).toEqual([{ contents: RELEASES * 3 + FILES - 3 }]);
}

it("moves the files of an embedded database, also after a kill", async () => {
  const dataDir = join(folder, "database");
  const digest = await fill({ dataDir });
  const program = fileURLToPath(new URL("../testing/migrate-and-report.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", program, dataDir, migrationsFolder], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  // The first line is printed just before the migration.
  child.stdout.once("data", () => child.kill("SIGKILL"));
  await new Promise((resolve) => child.once("close", resolve));
  const { db, migrate, close } = await openDatabase({ dataDir });
  await migrate();
  await expectMoved(db, digest);
  await close();
}, 300_000);

describe("with servers of the previous version", () => {
  const READ = {
    name: "read",
    text: "select content, brotli, sha384 from release_files where part = 'shell' and version = $1 and path = $2",
  };
  const ADD_FILE = {
    name: "add",
    text: "insert into release_files (part, version, path, content, brotli, gzip, content_type, sha384) values ('shell', $1, $2, $3, null, null, 'text/javascript', $4)",
  };
  const ADD =
    "insert into releases (part, version, integrity, created_at, created_by) values ('shell', $1, '{}', now(), 'tests')";
  const LOCK = "select pg_advisory_xact_lock(76401)";

  it("moves all files, and these servers go on reading and storing", async () => {
    const { url, stop } = await startPostgres();
    const digest = await fill({ url });
    const clients = [1, 2, 3].map(() => new pg.Client(url));
    const [first, second, reader] = clients as [pg.Client, pg.Client, pg.Client];
    await Promise.all(clients.map((client) => client.connect()));
    const untilWaiting = async (count: number) => {
      for (let waiting = -1; waiting !== count;)
        waiting = (
          await reader.query<{ count: number }>(
            "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'",
          )
        ).rows[0]!.count;
    };
    const whole = { ...READ, values: ["v1", "file-1.js"] };
    const before = (await reader.query(whole)).rows;

    await first.query("begin");
    await first.query(ADD, ["early"]);
    await first.query({ ...ADD_FILE, values: ["early", "a.js", Buffer.from("early"), "hash of early"] });
    const { db, migrate, close } = await openDatabase({ url });
    const migrating = migrate();
    await untilWaiting(1);
    await second.query("begin");
    const late = second.query(ADD, ["late"]);
    await untilWaiting(2);
    expect((await reader.query(whole)).rows).toEqual(before);
    await first.query({ ...ADD_FILE, values: ["early", "b.js", Buffer.from("same"), "hash of same"] });
    await first.query(LOCK);
    await first.query("update releases set rolled_back_at = null where version = 'early'");
    await first.query("commit");
    await migrating;
    await late;
    await second.query({ ...ADD_FILE, values: ["late", "c.js", Buffer.from("same"), "hash of same"] });
    await second.query({ ...ADD_FILE, values: ["late", "d.js", Buffer.from("new"), "hash of new"] });
    await second.query("commit");

    expect((await reader.query(whole)).rows).toEqual(before);
    for (const [version, path, content] of [
      ["early", "a.js", "early"],
      ["early", "b.js", "same"],
      ["late", "c.js", "same"],
      ["late", "d.js", "new"],
    ])
      expect(
        (await reader.query<{ content: Buffer }>({ ...READ, values: [version, path] })).rows.map((row) =>
          row.content.toString(),
        ),
      ).toEqual([content]);
    const { rows } = await db.execute(
      sql`select count(*)::int as count from release_contents where sha384 like 'hash%'`,
    );
    expect(rows).toEqual([{ count: 3 }]);
    await db.execute(sql`delete from releases where version in ('early', 'late')`);
    await db.execute(sql`delete from release_contents where sha384 like 'hash%'`);
    await expectMoved(db, digest);
    await Promise.all(clients.map((client) => client.end()));
    await close();
    await stop();
  }, 300_000);
});
