import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { describeOnPostgres } from "../../testing/test-server";
import { startPostgres, type RunningPostgres } from "../../testing/start-postgres";
import { keysOf } from "../file-keys";
import type { Database } from "../database";
import { openDatabase, type DatabaseLocation } from "../open-database";
import { files } from "../schema/files";
import { users } from "../schema/people";
import { createBackup, restoreBackup } from "./backup";
import { verifyFiles, BackupError } from "./named-files";
import { sizesIn } from "./backup-files";

const now = new Date("2026-03-02T06:00:00Z");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "conquest-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => path.join(folder, "today.backup");
const uploads = () => path.join(folder, "uploads");
const other = () => path.join(folder, "other-uploads");
const at = (location: string) => ({ files: { folder: location } });
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function within<T>(location: DatabaseLocation, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, migrate, close } = await openDatabase(location);
  await migrate();
  return work(db).finally(close);
}

function writeUpload(key: string, content: string) {
  mkdirSync(path.dirname(path.join(uploads(), key)), { recursive: true });
  writeFileSync(path.join(uploads(), key), content);
}

const TEXT = {
  id: "aa11",
  kind: "text",
  whole: "whole.txt",
  bytes: 7,
  sha256: sha256("a river"),
  widths: [] as number[],
} as const;
const PICTURE = {
  id: "bb22",
  kind: "picture",
  whole: "whole.jpg",
  bytes: 9,
  sha256: sha256("as it was sent"),
  width: 640,
  height: 480,
  widths: [320],
} as const;
const [TEXT_KEY] = keysOf(TEXT) as [string];
const [PICTURE_KEY, SMALL_KEY] = keysOf({ ...PICTURE, widths: [...PICTURE.widths] }) as [string, string];

const writeRows = (location: DatabaseLocation) =>
  within(location, async (db) => {
    const [ann] = await db.insert(users).values({ uid: "ann", email: "ann@example.com", createdAt: now }).returning();
    const common = { uploaderId: ann!.id, use: "entry", name: "নদী\t\u2028\\.", createdAt: now } as const;
    await db.insert(files).values([
      { ...common, ...TEXT, state: "here", widths: [] },
      { ...common, ...PICTURE, state: "here", widths: [...PICTURE.widths] },
      { ...common, ...TEXT, id: "cc33", state: "coming", widths: [] },
    ]);
  });

let embedded: string | undefined;
afterAll(() => embedded && rmSync(embedded, { recursive: true, force: true }));

/** Creating and migrating an embedded database takes seconds, so it is done once and copied. */
async function copyRows(dataDir: string) {
  if (!embedded) {
    embedded = mkdtempSync(path.join(tmpdir(), "conquest-rows-"));
    await writeRows({ dataDir: path.join(embedded, "database") });
  }
  cpSync(path.join(embedded, "database"), dataDir, { recursive: true });
}

async function fill(location: DatabaseLocation) {
  await (location.dataDir === undefined ? writeRows(location) : copyRows(location.dataDir));
  writeUpload(TEXT_KEY, "a river");
  for (const key of keysOf({ ...PICTURE, widths: [...PICTURE.widths] })) writeUpload(key, "a picture");
}

let backup: string | undefined;
afterAll(() => backup && rmSync(backup, { recursive: true, force: true }));

/** Backs up the rows and files of {@link fill}. A backup of the embedded database is made once and copied. */
async function fillAndBackUp(location: DatabaseLocation) {
  if (location.dataDir !== undefined && backup) return cpSync(backup, folder, { recursive: true });
  await fill(location);
  expect(await createBackup(location, file(), at(uploads()))).toEqual([]);
  if (location.dataDir === undefined) return;
  backup = mkdtempSync(path.join(tmpdir(), "conquest-written-"));
  for (const written of [file(), `${file()}.files`])
    cpSync(written, path.join(backup, path.basename(written)), { recursive: true });
}

const isNewer = (location: DatabaseLocation) =>
  within(location, (db) =>
    db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)`),
  );

/** `aLocation` creates an empty or missing database; `isFree` returns whether it is still empty. */
function tests(
  aLocation: (name: string) => Promise<DatabaseLocation>,
  isFree: (location: DatabaseLocation) => Promise<boolean>,
): void {
  it("is written without missing files, and names them", async () => {
    const location = await aLocation("before");
    await fill(location);
    expect(await createBackup(location, file(), at(uploads()))).toEqual([]);
    rmSync(file());
    rmSync(`${file()}.files`, { recursive: true });
    rmSync(path.join(uploads(), SMALL_KEY));
    truncateSync(path.join(uploads(), TEXT_KEY), 3);
    expect(await createBackup(location, file(), at(uploads()))).toEqual([
      `${uploads()} lacks files of the database: 2 files (${TEXT_KEY} has 3 bytes of 7; ${SMALL_KEY} is missing).`,
    ]);
    expect(existsSync(path.join(`${file()}.files`, PICTURE_KEY))).toBe(true);
  }, 300_000);

  it("is rejected if all files are missing, unless --incomplete is given", async () => {
    const location = await aLocation("bare");
    await fill(location);
    mkdirSync(path.join(folder, "empty/lost+found"), { recursive: true });
    for (const wrong of ["empty", "not-there"]) {
      await expect(createBackup(location, file(), at(path.join(folder, wrong)))).rejects.toThrow(
        /lacks all 2 files that the database names. Is FILES_DIR the right folder/,
      );
      expect(readdirSync(folder).filter((name) => name.startsWith("today"))).toEqual([]);
    }
    await expect(createBackup(location, file())).rejects.toThrow(/lacks all 2 files/);
    const bucket = { name: "The bucket files", sizes: () => Promise.resolve(new Map<string, number>()) };
    await expect(createBackup(location, file(), { files: bucket })).rejects.toThrow(
      /The bucket files lacks all 2 files/,
    );
    expect(await createBackup(location, file(), { ...at(path.join(folder, "not-there")), isIncomplete: true })).toEqual(
      [expect.stringMatching(/lacks files of the database: 4 files/)],
    );
  }, 300_000);

  it("reports files missing from a bucket, or that it could not be checked", async () => {
    const location = await aLocation("bucket");
    await fill(location);
    const sizes = await sizesIn(uploads());
    sizes.delete(PICTURE_KEY);
    expect(
      await createBackup(location, file(), {
        files: { name: "The bucket files", sizes: () => Promise.resolve(sizes) },
      }),
    ).toEqual([`The bucket files lacks files of the database: 1 file (${PICTURE_KEY} is missing).`]);
    const away = { name: "The bucket files", sizes: () => Promise.reject(new Error("AccessDenied")) };
    expect(await createBackup(location, path.join(folder, "second.backup"), { files: away })).toEqual([
      expect.stringMatching(/could not be checked for the files of the database: AccessDenied/),
    ]);
    await expect(restoreBackup(await aLocation("from_bucket"), file(), { files: away })).rejects.toThrow(
      /could not be checked for the files of the database: AccessDenied/,
    );
  }, 300_000);

  it("succeeds only once if two are written to the same name", async () => {
    const location = await aLocation("twice");
    await fill(location);
    const two = await Promise.allSettled([
      createBackup(location, file(), at(uploads())),
      createBackup(location, file(), at(uploads())),
    ]);
    expect(two.toSorted((a, b) => a.status.localeCompare(b.status))).toEqual([
      { status: "fulfilled", value: [] },
      { status: "rejected", reason: new BackupError(`Another backup is being written to ${file()}.`) },
    ]);
    expect(readdirSync(folder).filter((name) => name.startsWith("today"))).toEqual([
      "today.backup",
      "today.backup.files",
    ]);
    expect(await restoreBackup(await aLocation("from_twice"), file(), at(other()))).toEqual([]);
  }, 300_000);

  it("replaces the remains of an interrupted one", async () => {
    const location = await aLocation("ended");
    await fill(location);
    writeFileSync(`${file()}.partial`, "half");
    for (const left of [`${file()}.files.partial`, `${file()}.files`]) {
      mkdirSync(left);
      writeFileSync(path.join(left, "older"), "older");
    }
    expect(await createBackup(location, file(), at(uploads()))).toEqual([]);
    expect(
      readdirSync(folder)
        .filter((name) => name.startsWith("today"))
        .sort(),
    ).toEqual(["today.backup", "today.backup.files"]);
    expect([...(await sizesIn(`${file()}.files`)).keys()].sort()).toEqual(
      [...(await sizesIn(uploads())).keys()].sort(),
    );
  }, 300_000);

  it("with missing or changed files is not restored, and leaves the targets empty", async () => {
    const [location, target] = [await aLocation("whole"), await aLocation("target")];
    await fillAndBackUp(location);
    const copy = `${file()}.files`;
    const rejection = () =>
      restoreBackup(target, file(), at(other())).then(
        () => "restored",
        (error: Error) => error.message,
      );
    writeFileSync(path.join(copy, TEXT_KEY), "a rider");
    expect(await rejection()).toMatch(`has other content than was uploaded or copied in 1 file (${TEXT_KEY})`);
    // As written by a version without checksums.
    rmSync(path.join(copy, ".sha256"));
    expect(await rejection()).toMatch(`has other content than was uploaded or copied in 1 file (${TEXT_KEY})`);
    truncateSync(path.join(copy, TEXT_KEY), 3);
    truncateSync(path.join(copy, SMALL_KEY), 0);
    expect(await rejection()).toMatch(
      `lacks files of the backup: 2 files (${TEXT_KEY} has 3 bytes of 7; ${SMALL_KEY} has 0 bytes).`,
    );
    rmSync(copy, { recursive: true });
    expect(await rejection()).toMatch(/lacks files of the backup: 4 files .*is missing.*\nNothing was restored/);
    expect([existsSync(other()), await isFree(target)]).toEqual([false, true]);
    expect(await restoreBackup(target, file(), { ...at(other()), isIncomplete: true })).toEqual([
      expect.stringMatching(/lacks files of the backup: 4 files/),
    ]);
    const proved = await within(target, (db) => verifyFiles(db, () => sizesIn(other())));
    expect(proved.map(({ key }) => key)).toEqual([
      TEXT_KEY,
      PICTURE_KEY,
      SMALL_KEY,
      expect.stringMatching(/^bb\/bb22-320/),
    ]);
  }, 300_000);

  it("with a changed picture is not restored, although its upload is unknown", async () => {
    const [location, target] = [await aLocation("pictures"), await aLocation("pictures_target")];
    await fillAndBackUp(location);
    const copy = `${file()}.files`;
    writeFileSync(path.join(copy, PICTURE_KEY), "b picture");
    truncateSync(path.join(copy, SMALL_KEY), 4);
    await expect(restoreBackup(target, file(), at(other()))).rejects.toThrow(
      `has other content than was uploaded or copied in 2 files (${PICTURE_KEY}; ${SMALL_KEY})`,
    );
    expect([existsSync(other()), await isFree(target)]).toEqual([false, true]);
    writeFileSync(path.join(copy, ".sha256"), "");
    await expect(restoreBackup(target, file(), at(other()))).rejects.toThrow("uploaded or copied in 4 files");
  }, 300_000);

  it("with a file that differs from its upload is only restored as incomplete", async () => {
    const [location, target] = [await aLocation("rotten"), await aLocation("rotten_target")];
    await fill(location);
    writeFileSync(path.join(uploads(), TEXT_KEY), "a rider");
    expect(await createBackup(location, file(), at(uploads()))).toEqual([
      `${uploads()} has other content than was uploaded in 1 file (${TEXT_KEY}).`,
    ]);
    await expect(restoreBackup(target, file(), at(other()))).rejects.toThrow(
      `uploaded or copied in 1 file (${TEXT_KEY})`,
    );
    expect(await restoreBackup(target, file(), { ...at(other()), isIncomplete: true })).toHaveLength(1);
  }, 300_000);

  it("is restored into an existing folder, also after a failed or interrupted attempt", async () => {
    const [location, target] = [await aLocation("first"), await aLocation("second")];
    await fillAndBackUp(location);
    mkdirSync(path.join(other(), "lost+found"), { recursive: true });
    chmodSync(path.join(other(), "lost+found"), 0);
    const { ino } = statSync(other());
    // The database rejects it after the files were copied.
    const whole = readFileSync(file());
    writeFileSync(file(), whole.subarray(0, whole.length - 1_000));
    await expect(restoreBackup(target, file(), at(other()))).rejects.toThrow(/cannot be restored|pg_restore failed/);
    expect([readdirSync(other()), await isFree(target)]).toEqual([["lost+found"], true]);
    writeFileSync(file(), whole);
    writeFileSync(path.join(other(), ".restoring"), "");
    mkdirSync(path.join(other(), "aa"));
    writeFileSync(path.join(other(), TEXT_KEY), "a r");
    expect(await restoreBackup(target, file(), at(other()))).toEqual([]);
    expect(statSync(other()).ino).toBe(ino);
    expect(readdirSync(other()).sort()).toEqual(["aa", "bb", "lost+found"]);
    expect(await within(target, (db) => verifyFiles(db, () => sizesIn(other())))).toEqual([]);
    const third = await aLocation("third");
    await expect(restoreBackup(third, file(), at(other()))).rejects.toThrow(/isn't empty/);
    expect(existsSync(path.join(other(), TEXT_KEY))).toBe(true);
  }, 300_000);

  it("of a newer version is not restored", async () => {
    const [location, target] = [await aLocation("newer"), await aLocation("older")];
    await fill(location);
    await isNewer(location);
    await createBackup(location, file(), at(uploads()));
    await expect(restoreBackup(target, file(), at(other()))).rejects.toThrow(
      /written by a newer version, with a migration that this version does not know/,
    );
    expect([existsSync(other()), await isFree(target)]).toEqual([false, true]);
  }, 300_000);
}

describe("a backup of the embedded database", () => {
  tests(
    (name) => Promise.resolve({ dataDir: path.join(folder, name) }),
    ({ dataDir }) => Promise.resolve(!existsSync(dataDir!)),
  );

  it("is restored into an existing data folder, also after an interrupted attempt", async () => {
    await fillAndBackUp({ dataDir: path.join(folder, "database") });
    const target = path.join(folder, "target");
    mkdirSync(path.join(target, ".partial/base"), { recursive: true });
    mkdirSync(path.join(target, "base"));
    const { ino } = statSync(target);
    await restoreBackup({ dataDir: target }, file(), at(other()));
    expect(statSync(target).ino).toBe(ino);
    expect(await within({ dataDir: target }, (db) => db.$count(files))).toBe(3);
  }, 120_000);
});

describeOnPostgres("a backup of PostgreSQL", () => {
  let postgres: RunningPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 120_000);
  afterAll(() => postgres.stop());

  async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(url);
    await client.connect();
    return work(client).finally(() => client.end());
  }

  tests(
    async (name) => {
      await withClient(postgres.url, (client) => client.query(`create database ${name}`));
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      return { url: url.toString() };
    },
    ({ url }) =>
      withClient(
        url!,
        async (client) =>
          (await client.query("select 1 from pg_tables where schemaname in ('public', 'drizzle')")).rows.length === 0,
      ),
  );
});
