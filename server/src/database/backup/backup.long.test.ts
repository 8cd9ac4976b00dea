import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import pg from "pg";
import { describeOnPostgres } from "../../testing/test-server";
import { databaseDigest } from "../../testing/database-digest";
import { startPostgres, type RunningPostgres } from "../../testing/start-postgres";
import { createBackup, restoreBackup } from "./backup";
import { copyNewFiles } from "./backup-files";
import { openDatabase, type DatabaseLocation } from "../open-database";
import { EXTENSIONS } from "../preparing-pglite";
import { contactMessages } from "../schema/messages";
import { sessions, users } from "../schema/people";
import { releaseContents, releasePaths, releases } from "../schema/releases";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "conquest-backup-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const now = new Date("2026-03-02T06:00:00Z");
const at = (location: string) => ({ files: { folder: location } });

async function fill(location: DatabaseLocation): Promise<string> {
  const database = await openDatabase(location);
  await database.migrate();
  const { db } = database;
  await db
    .insert(contactMessages)
    .values(
      [1, 2, 3].map((number) => ({ name: "Ann", email: "ann@example.com", message: `নদী ${number}`, createdAt: now })),
    );
  await db.insert(releases).values({ part: "shell", version: "1", integrity: {}, createdAt: now, createdBy: "tests" });
  await db.insert(releaseContents).values({ sha384: "a", content: Buffer.from([0, 1, 2, 255]) });
  await db
    .insert(releasePaths)
    .values({ part: "shell", version: "1", path: "a.png", contentType: "image/png", sha384: "a" });
  const [ann] = await db.insert(users).values({ uid: "ann", email: "ann@example.com", createdAt: now }).returning();
  await db.insert(sessions).values({ idHash: "0", userId: ann!.id, createdAt: now, lastUsedAt: now, expiresAt: now });
  const digest = await databaseDigest(db);
  await database.close();
  return digest;
}

async function sessionsIn(location: DatabaseLocation): Promise<number> {
  const { db, close } = await openDatabase(location);
  const count = await db.$count(sessions);
  await close();
  return count;
}

async function digestOf(location: DatabaseLocation): Promise<string> {
  const database = await openDatabase(location);
  await database.migrate();
  const digest = await databaseDigest(database.db);
  await database.close();
  return digest;
}

describe("the embedded database", () => {
  const location = () => ({ dataDir: path.join(folder, "database") });
  const other = () => ({ dataDir: path.join(folder, "other") });
  const file = () => path.join(folder, "backups/today.backup");

  it("is identical in another folder after backup and restore", async () => {
    const digest = await fill(location());
    await createBackup(location(), file());
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    await restoreBackup(other(), file());
    expect(await digestOf(other())).toBe(digest);
    expect(await digestOf(location())).toBe(digest);
    expect([await sessionsIn(location()), await sessionsIn(other())]).toEqual([1, 0]);
  }, 300_000);

  it("stores rows that any version of PostgreSQL reads, and keeps sequence values", async () => {
    await fill(location());
    await createBackup(location(), file());
    const content = gunzipSync(readFileSync(file()));
    expect(content.subarray(0, 16).toString()).toBe("conquest rows 1\n");
    expect(content.includes("PG_VERSION")).toBe(false);
    await restoreBackup(other(), file());
    const { db, close } = await openDatabase(other());
    const [before] = (
      await db.execute<{ id: number }>(sql`select max(id)::int as id from drizzle.__drizzle_migrations`)
    ).rows;
    const [after] = (
      await db.execute<{ id: number }>(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 1) returning id::int`,
      )
    ).rows;
    await close();
    expect(after!.id).toBe(before!.id + 1);
  }, 300_000);

  it("restores a copy of database files from an earlier release", async () => {
    const digest = await fill(location());
    const client = await PGlite.create({ dataDir: location().dataDir, extensions: EXTENSIONS });
    await client.query("checkpoint");
    const copy = await client.dumpDataDir("none");
    await client.close();
    mkdirSync(path.dirname(file()), { recursive: true });
    writeFileSync(file(), gzipSync(Buffer.from(await copy.arrayBuffer())));
    await restoreBackup(other(), file());
    expect(await digestOf(other())).toBe(digest);
  }, 300_000);

  it("is not backed up in use, and nothing existing is overwritten", async () => {
    const digest = await fill(location());
    const running = await openDatabase(location());
    await expect(createBackup(location(), file())).rejects.toThrow(/Another server is already using/);
    await running.close();
    await createBackup(location(), file());
    const written = readFileSync(file());
    await expect(createBackup(location(), file())).rejects.toThrow(/already exists/);
    expect(readFileSync(file()).equals(written)).toBe(true);
    await expect(restoreBackup(location(), file())).rejects.toThrow(/isn't empty/);
    expect(await digestOf(location())).toBe(digest);
  }, 300_000);

  it("is not restored from a truncated or foreign file, or from PostgreSQL", async () => {
    await fill(location());
    await createBackup(location(), file());
    const whole = readFileSync(file());
    for (const spoilt of [
      whole.subarray(0, whole.length / 2),
      Buffer.from("not a backup at all"),
      Buffer.from("PGDMP and so on"),
    ]) {
      writeFileSync(file(), spoilt);
      await expect(restoreBackup(other(), file())).rejects.toThrow(
        /cannot be restored|isn't a backup of this site|is a backup of PostgreSQL/,
      );
      expect(existsSync(other().dataDir)).toBe(false);
      expect(existsSync(`${other().dataDir}.partial`)).toBe(false);
    }
  }, 300_000);

  describe("with uploaded files", () => {
    const uploads = () => path.join(folder, "database-files");
    const copy = () => `${file()}.files`;
    const writeUpload = (where: string, name: string, content: string) => {
      mkdirSync(path.dirname(path.join(where, name)), { recursive: true });
      writeFileSync(path.join(where, name), content);
    };

    it("backs them up and restores them", async () => {
      const digest = await fill(location());
      writeUpload(uploads(), "ab/abcd-full.webp", "a picture");
      writeUpload(uploads(), "cd/cdef-full.pdf", "a PDF");
      await createBackup(location(), file(), at(uploads()));
      await restoreBackup(other(), file(), at(path.join(folder, "other-files")));
      for (const made of [copy(), path.join(folder, "other-files")]) expect(statSync(made).mode & 0o777).toBe(0o700);
      expect(await digestOf(other())).toBe(digest);
      expect(readFileSync(path.join(folder, "other-files/ab/abcd-full.webp"), "utf8")).toBe("a picture");
      expect(readFileSync(path.join(folder, "other-files/cd/cdef-full.pdf"), "utf8")).toBe("a PDF");
      expect(existsSync(path.join(folder, "other-files.partial"))).toBe(false);
    }, 300_000);

    it("completes files that were still being written", async () => {
      writeUpload(uploads(), "ab/abcd-full.webp", "half a");
      await copyNewFiles(uploads(), copy());
      writeUpload(uploads(), "ab/abcd-full.webp", "half a picture");
      writeUpload(uploads(), "cd/new", "new");
      await copyNewFiles(uploads(), copy());
      expect(readFileSync(path.join(copy(), "ab/abcd-full.webp"), "utf8")).toBe("half a picture");
      expect(readFileSync(path.join(copy(), "cd/new"), "utf8")).toBe("new");
    });

    it("overwrites no files, and leaves none of a failed backup", async () => {
      await fill(location());
      writeUpload(uploads(), "ab/abcd", "a picture");
      await expect(createBackup(other(), file(), at(uploads()))).rejects.toThrow(/There is no database/);
      expect(existsSync(copy())).toBe(false);
      writeUpload(copy(), "ab/older", "older");
      await expect(createBackup(location(), file(), at(uploads()))).rejects.toThrow(
        /today.backup.files already exists/,
      );
      expect(existsSync(file())).toBe(false);
    }, 300_000);

    it("is not restored into a non-empty folder, without a folder, or partially", async () => {
      await fill(location());
      writeUpload(uploads(), "ab/abcd", "a picture");
      await createBackup(location(), file(), at(uploads()));
      await expect(restoreBackup(other(), file(), at(uploads()))).rejects.toThrow(/database-files isn't empty/);
      await expect(restoreBackup(other(), file())).rejects.toThrow(/Set FILES_DIR to a folder for them/);
      expect(existsSync(other().dataDir)).toBe(false);
      const whole = readFileSync(file());
      writeFileSync(file(), whole.subarray(0, whole.length / 2));
      const others = path.join(folder, "other-files");
      await expect(restoreBackup(other(), file(), at(others))).rejects.toThrow(/cannot be restored/);
      expect([existsSync(others), existsSync(`${others}.partial`)]).toEqual([false, false]);
    }, 300_000);

    it("restores without a folder if there are none", async () => {
      const digest = await fill(location());
      await createBackup(location(), file(), at(uploads()));
      await restoreBackup(other(), file());
      expect(await digestOf(other())).toBe(digest);
    }, 300_000);
  });

  it("is not created by a backup if it is missing", async () => {
    await expect(createBackup(location(), file())).rejects.toThrow(/There is no database/);
    await expect(createBackup({ dataDir: undefined }, file())).rejects.toThrow(/in memory/);
    expect(existsSync(location().dataDir)).toBe(false);
    expect(existsSync(file())).toBe(false);
  });
});

describeOnPostgres("a PostgreSQL database", () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 300_000);
  afterAll(() => postgres.stop());

  async function aDatabase(name: string): Promise<DatabaseLocation> {
    const client = new pg.Client(postgres.url);
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    const url = new URL(postgres.url);
    url.pathname = `/${name}`;
    return { url: url.toString() };
  }

  it("is identical in another database, while in use, and nothing is overwritten", async () => {
    const [location, other] = [await aDatabase("before"), await aDatabase("after")];
    const file = path.join(folder, "today.backup");
    const digest = await fill(location);
    const running = await openDatabase(location);
    await createBackup(location, file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await restoreBackup(other, file);
    expect(await digestOf(other)).toBe(digest);
    expect([await sessionsIn(location), await sessionsIn(other)]).toEqual([1, 0]);
    await running.db
      .insert(contactMessages)
      .values({ name: "Bob", email: "bob@example.com", message: "After it", createdAt: now });
    await running.close();
    await expect(restoreBackup(location, file)).rejects.toThrow(/isn't empty/);
    await expect(restoreBackup({ dataDir: path.join(folder, "database") }, file)).rejects.toThrow(
      /is a backup of PostgreSQL/,
    );
  }, 300_000);

  it("is left unchanged by a truncated backup", async () => {
    const [location, other] = [await aDatabase("whole"), await aDatabase("empty")];
    const file = path.join(folder, "today.backup");
    await fill(location);
    await createBackup(location, file);
    writeFileSync(file, readFileSync(file).subarray(0, 40_000));
    await expect(restoreBackup(other, file)).rejects.toThrow(/pg_restore failed/);
    const client = new pg.Client(other.url);
    await client.connect();
    expect((await client.query("select 1 from pg_tables where schemaname in ('public', 'drizzle')")).rows).toEqual([]);
    await client.end();
  }, 300_000);
});
