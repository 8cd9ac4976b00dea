import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { count, sql } from "drizzle-orm";
import { readAuditLog } from "../testing/read-audit-log";
import { migrationsFolder } from "./known-migrations";
import { openDatabase } from "./open-database";
import { contests } from "./schema/contests";
import { HIDDEN_OFFSET, STAGE } from "./stages";
import { verifyDerivedData } from "./verify-derived-data";

const CONTESTS = 2_000;

/** Adds 2,000 contests with participants, refunds, entries and winners; triggers write most derived data. */
const ROWS = `
  insert into users (id, uid, email, role, status, created_at)
    select 'person-' || n, 'uid-' || n, 'person-' || n || '@example.com', case when n < 5 then 'creator' else 'user' end, case when n = 4 then 'blocked' else 'verified' end, now()
    from generate_series(1, 20) n;
  insert into contests (id, creator_id, name, image, description, task, tag, registration_price, prize, deadline, status, review, opened_at, created_at, updated_at)
    select 'contest-' || n, 'person-' || (1 + n % 4), 'Contest ' || n, '/media/a.svg', 'A poster for নদী by Łukasz, محمّد ' || n, 'Do it', 'Book Review', 10, n % 50,
      now() + (n % 97 - 48) * interval '12 hours', case when n % 10 = 0 then 'pending' else 'open' end, case when n % 10 = 0 then 'in_review' else 'approved' end,
      now(), now(), now()
    from generate_series(1, ${CONTESTS}) n;
  insert into participations (id, contest_id, user_id, amount, last4, paid_at)
    select 'place-' || n || '-' || u, 'contest-' || n, 'person-' || (5 + (n + u) % 16), 10, '4242', now() from generate_series(1, ${CONTESTS}, 10) n, generate_series(0, 1) u;
  insert into participations (id, contest_id, user_id, amount, last4, paid_at)
    select 'refund-' || n, 'contest-' || n, 'person-' || (5 + n % 16), 7, '4242', now() - interval '2 days' from generate_series(2, ${CONTESTS}, 10) n;
  update participations set state = 'refunded', refunded_at = now() where id like 'refund-%';
  insert into entries (id, contest_id, user_id, text, sha256, submitted_at, created_at, number)
    select 'entry-' || n, 'contest-' || n, 'person-' || (5 + n % 16), 'Mine', repeat('0', 64), now(), now(), 100 from generate_series(1, ${CONTESTS}, 50) n;
  update contests c set participant_count = (select count(*) from participations p where p.contest_id = c.id and p.state = 'paid'),
    paid_total = (select coalesce(sum(amount), 0) from participations p where p.contest_id = c.id and p.state = 'paid'),
    entry_count = (select count(*) from entries e where e.contest_id = c.id);
  update contests set winner_id = e.user_id, winner_entry_id = e.id, winner_note = '', winner_at = now(), winner_declared_by = creator_id from entries e where e.contest_id = contests.id;
  update users set removed_at = now(), email = null, role = 'user' where id = 'person-2';
`;

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "conquest-migrations-"));
  dataDir = join(folder, "database");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a database of the current schema with rows in it. */
async function createFilledDatabase(): Promise<void> {
  const database = await openDatabase({ dataDir });
  await database.migrate();
  for (const statement of ROWS.split(/;\n/).filter((text) => text.trim()))
    await database.db.execute(sql.raw(statement));
  await database.close();
}

/** Copies the migrations and appends some. Returns the folder. */
function migrationsWith(...added: string[]): string {
  const copy = join(folder, "migrations");
  cpSync(migrationsFolder, copy, { recursive: true });
  const file = join(copy, "meta/_journal.json");
  const { entries, ...journal } = JSON.parse(readFileSync(file, "utf8")) as Journal;
  const last = entries.at(-1)!;
  added.forEach((text, index) => {
    const tag = `${String(entries.length).padStart(4, "0")}_added`;
    writeFileSync(join(copy, `${tag}.sql`), text);
    entries.push({ ...last, idx: last.idx + index + 1, when: last.when + index + 1, tag });
  });
  writeFileSync(file, JSON.stringify({ ...journal, entries }));
  return copy;
}

/** Migrates in another process, which is killed once it has printed this many lines. */
async function migrateAndKill(migrations: string, killAfter: number): Promise<string[]> {
  const program = fileURLToPath(new URL("../testing/migrate-and-report.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", program, dataDir, migrations], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split("\n").length > killAfter) child.kill("SIGKILL");
  });
  await new Promise((resolve) => child.once("close", resolve));
  return output.split("\n").filter(Boolean);
}

it("derives searches, tallies, records and the ledger by triggers", async () => {
  await createFilledDatabase();
  const { db, close } = await openDatabase({ dataDir });
  expect((await verifyDerivedData(db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  const words = await db.execute(
    sql`select word from search_words where word in ('łukasz', 'lukasz', 'محمّد', 'محمد', 'নদী')`,
  );
  expect(words.rows.map(({ word }) => word).toSorted()).toEqual(["lukasz", "محمد", "নদী"].toSorted());
  const { rows } = await db.execute(
    sql`select distinct creator_id, stage from contests where winner_at is not null order by 1`,
  );
  // Wins outlive their creator, but are hidden while the creator is blocked.
  expect(rows).toEqual([
    { creator_id: "person-2", stage: STAGE.completed },
    { creator_id: "person-4", stage: STAGE.completed + HIDDEN_OFFSET },
  ]);
  expect(await readAuditLog(db)).toEqual({
    payments: 600,
    refunds: 200,
    taken: 5400,
    refunded: 1400,
    held: 4000,
    differenceCount: 0,
    differences: [],
  });
  await close();
}, 300_000);

it("applies later migrations to existing rows, reports them first and survives a kill", async () => {
  await createFilledDatabase();
  const migrations = migrationsWith(
    "alter table contests add column venue text;--> statement-breakpoint\nupdate contests set venue = 'Dhaka' where status = 'open';",
    "create index contests_by_venue on contests (venue);--> statement-breakpoint\nalter table contests alter column venue set default 'online';",
  );
  const [reported] = await migrateAndKill(migrations, 1);
  expect(reported).toMatch(/^\d{4}_added,\d{4}_added$/);
  const database = await openDatabase({ dataDir, migrations });
  const pending: string[][] = [];
  await database.migrate({ steps: (steps) => void pending.push(steps) });
  // The kill came before or after the commit, never in between.
  expect([[], [reported!.split(",")]]).toContainEqual(pending);
  const { rows } = await database.db.execute(
    sql`select count(venue)::int as venues, count(*)::int as all from contests`,
  );
  expect(rows).toEqual([{ venues: CONTESTS * 0.9, all: CONTESTS }]);
  expect((await verifyDerivedData(database.db)).filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  await database.close();
}, 300_000);

it("changes nothing if a migration fails", async () => {
  await createFilledDatabase();
  const failing = migrationsWith("alter table contests add column venue text;--> statement-breakpoint\nselect 1 / 0;");
  const database = await openDatabase({ dataDir, migrations: failing });
  await expect(database.migrate()).rejects.toThrow();
  await database.close();
  const { db, migrate, close } = await openDatabase({ dataDir });
  await migrate();
  expect(await db.select({ count: count() }).from(contests)).toEqual([{ count: CONTESTS }]);
  const columns = await db.execute(sql`select 1 from information_schema.columns where column_name = 'venue'`);
  expect(columns.rows).toEqual([]);
  await close();
}, 300_000);

it("refuses a database from before the initial schema", async () => {
  const { db, migrate, close } = await openDatabase({ dataDir });
  await migrate();
  await db.execute(sql`update drizzle.__drizzle_migrations set created_at = 1`);
  await expect(migrate()).rejects.toThrow("before the first release, which cannot be upgraded");
  await close();
}, 300_000);
