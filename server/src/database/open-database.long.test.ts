import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import pg from "pg";
import { contactMessages } from "./schema/messages";
import { users } from "./schema/people";
import { participations } from "./schema/taking-part";
import { describeOnPostgres } from "../testing/test-server";
import { startPostgres, type RunningPostgres } from "../testing/start-postgres";
import { openDatabase, type OpenDatabase } from "./open-database";
import { assertUpToDate, knownMigrations } from "./known-migrations";
import { isUniqueViolation } from "./violations";

const aMessage = (message: string) => ({ name: "A", email: "a@example.com", message, createdAt: new Date() });
const aUser = (uid: string, email: string) => ({ uid, email, createdAt: new Date() });

describe("the embedded database in a folder", () => {
  let folder: string;
  const opened: OpenDatabase[] = [];
  const open = async () => {
    const database = await openDatabase({ dataDir: join(folder, "database") });
    opened.push(database);
    await database.migrate();
    return database;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "conquest-"));
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("keeps its rows, and rejects a second server", async () => {
    const first = await open();
    await first.db.insert(contactMessages).values(aMessage("kept"));
    await expect(openDatabase({ dataDir: join(folder, "database") })).rejects.toThrow(/already using the database/);
    await opened.pop()!.close();
    const second = await open();
    expect(await second.db.select().from(contactMessages)).toMatchObject([{ message: "kept" }]);
  }, 120_000);

  it("reports unknown migrations of a newer version", async () => {
    const { db, migrate } = await open();
    const output: unknown[] = [];
    const listener = { newer: (count: number) => output.push(count), steps: (steps: string[]) => output.push(steps) };
    await migrate(listener);
    expect(output).toEqual([]);
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)`);
    await migrate(listener);
    expect(output).toEqual([1]);
  }, 120_000);

  it("is neither migrated nor created by commands", async () => {
    const newer = jest.fn();
    const empty = await openDatabase({ dataDir: join(folder, "empty") });
    opened.push(empty);
    await expect(assertUpToDate(empty.db, { newer })).rejects.toThrow(/does not contain the site's tables/);
    expect((await empty.db.execute(sql`select 1 from pg_namespace where nspname = 'drizzle'`)).rows).toEqual([]);
    const { db } = await open();
    await assertUpToDate(db, { newer });
    expect(newer).not.toHaveBeenCalled();
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)`);
    await assertUpToDate(db, { newer });
    expect(newer).toHaveBeenCalledWith(1);
    const later = join(folder, "later");
    const entries = [...(await knownMigrations()), { tag: "0001_later", when: 9000000000001 }];
    mkdirSync(join(later, "meta"), { recursive: true });
    writeFileSync(join(later, "meta/_journal.json"), JSON.stringify({ entries }));
    await expect(assertUpToDate(db, { newer, folder: later })).rejects.toThrow(
      /has an older version: it lacks a migration\./,
    );
  }, 120_000);

  it("rejects a second server that has its own temporary folder", async () => {
    await open();
    const program = fileURLToPath(new URL("../testing/migrate-and-report.ts", import.meta.url));
    const second = spawn(process.execPath, ["--import", "tsx", program, join(folder, "database")], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, NODE_OPTIONS: "", TMPDIR: folder },
    });
    let output = "";
    second.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise((resolve) => second.once("close", resolve));
    expect([code, output]).toEqual([1, expect.stringMatching(/already using the database/)]);
  }, 120_000);

  it("has every acknowledged row after a kill during writes", async () => {
    const program = fileURLToPath(new URL("../testing/write-until-killed.ts", import.meta.url));
    const writer = spawn(process.execPath, ["--import", "tsx", program, join(folder, "database")], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    let output = "";
    writer.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.split("\n").length > 40) writer.kill("SIGKILL");
    });
    const signal = await new Promise((resolve) => writer.once("close", (_code, killedBy) => resolve(killedBy)));
    expect(signal).toBe("SIGKILL");
    const acknowledged = output.split("\n").filter(Boolean);
    const { db } = await open();
    const stored = await db.select({ message: contactMessages.message }).from(contactMessages);
    expect(stored.map(({ message }) => message)).toEqual(expect.arrayContaining(acknowledged));
  }, 120_000);
});

describe("the schema", () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openDatabase({});
    await database.migrate();
  }, 60_000);
  afterAll(() => database.close());

  it("distinguishes unique violations from foreign key violations", async () => {
    const { db } = database;
    await db.insert(users).values(aUser("one", "ann@example.com"));
    const taken: unknown = await db
      .insert(users)
      .values(aUser("two", "ann@example.com"))
      .catch((error: unknown) => error);
    expect(isUniqueViolation(taken)).toBe(true);
    const loose = { contestId: "none", userId: "none", amount: 1, last4: "4242", paidAt: new Date() };
    expect(
      isUniqueViolation(
        await db
          .insert(participations)
          .values(loose)
          .catch((error: unknown) => error),
      ),
    ).toBe(false);
  });

  it.each([
    ["a role that does not exist", { role: "emperor" }],
    ["a non-canonical email", { email: "Ann@Example.com" }],
    ["a tombstone with an email", { removedAt: new Date() }],
    ["a creator with an open request", { role: "creator", requestedAt: new Date() }],
  ])("rejects %s", async (_, change) => {
    const user = { ...aUser("three", "three@example.com"), ...change } as typeof users.$inferInsert;
    await expect(database.db.insert(users).values(user)).rejects.toThrow();
  });
});

describeOnPostgres("a PostgreSQL connection", () => {
  let postgres: RunningPostgres | undefined;
  let database: OpenDatabase;
  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openDatabase({ url: postgres.url });
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await postgres?.stop();
  });

  it("sets the date style, whatever the database's default", async () => {
    await database.db.execute(sql`alter role current_user set datestyle to 'SQL, DMY'`);
    const other = await openDatabase({ url: postgres!.url });
    const { rows } = await other.db.execute<{ at: string }>(
      sql`select timestamptz '2026-12-05T00:00:00Z' at time zone 'UTC' as at`,
    );
    await other.close();
    expect(rows.map(({ at }) => String(at))).toEqual([expect.stringContaining("2026-12-05")]);
  });

  it("fails the running transaction only, and is replaced for the next query", async () => {
    const unhandled: unknown[] = [];
    const onException = (error: unknown) => void unhandled.push(error);
    process.on("uncaughtException", onException);
    try {
      const lost = database.db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        await database.db.execute(sql`select pg_terminate_backend(${rows[0]!.pid})`);
        // The termination arrives between two queries, when no query is pending.
        while (await isAlive(rows[0]!.pid)) await new Promise((resolve) => setImmediate(resolve));
        await new Promise((resolve) => setTimeout(resolve, 50));
        await tx.execute(sql`select 1`);
      });
      await expect(lost).rejects.toThrow();
      expect((await database.db.execute<{ one: number }>(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
      expect(unhandled).toEqual([]);
    } finally {
      process.off("uncaughtException", onException);
    }
  }, 60_000);

  async function isAlive(pid: number): Promise<boolean> {
    const { rows } = await database.db.execute(sql`select 1 from pg_stat_activity where pid = ${pid}`);
    return rows.length > 0;
  }
});

describeOnPostgres("several servers", () => {
  let postgres: RunningPostgres | undefined;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(() => postgres?.stop());

  it.each([
    ["a server", false, "15s", 20_000],
    ["background work", true, "0", undefined],
  ])("set statement timeouts only if users wait: %s", async (_, isPatient, byDatabase, byClient) => {
    const { db, close } = await openDatabase({ url: postgres!.url, isBackgroundWork: isPatient });
    const { rows } = await db.execute<{ limit: string }>(sql`select current_setting('statement_timeout') as "limit"`);
    const { options } = (db as typeof db & { $client: pg.Pool }).$client;
    await close();
    expect(rows).toEqual([{ limit: byDatabase }]);
    expect(options.query_timeout).toBe(byClient);
  });

  it("migrate once in total", async () => {
    const servers = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url: postgres!.url })));
    await Promise.all(servers.map(({ migrate }) => migrate()));
    const { rows } = await servers[0]!.db.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`);
    await Promise.all(servers.map(({ close }) => close()));
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(rows.length);
  }, 60_000);

  it("report waiting for another server's migration, then continue", async () => {
    const [holder, database] = [new pg.Client(postgres!.url), await openDatabase({ url: postgres!.url })];
    await holder.connect();
    await holder.query("select pg_advisory_lock(7226001)");
    const output: string[] = [];
    await database.migrate({ waiting: () => (output.push("waiting"), void holder.end()) });
    await database.close();
    expect(output).toEqual(["waiting"]);
  }, 60_000);
});
