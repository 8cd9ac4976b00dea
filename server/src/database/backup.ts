import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, open, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import type { DatabasePlace } from "./open-database";
import { copyNewFiles, filesBeside, isEmptyFolder, readyFiles } from "./backup-files";
import { lockFolder } from "./folder-lock";
import { EXTENSIONS } from "./preparing-pglite";

const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

/** Why a backup was not made or not restored, as a sentence: nothing was changed. */
export class BackupRefusal extends Error {
  override name = "BackupRefusal";
}

/** What a file begins with: pg_dump's own format, and the compressed folder of an embedded database. */
const POSTGRES_FILE = Buffer.from("PGDMP");
const EMBEDDED_FILE = Buffer.from([0x1f, 0x8b]);

/**
 * Writes all that the database holds into a new file, files of releases included, as of one moment; and what people uploaded into
 * `filesFolder`, where files lie in one, into a folder beside it. PostgreSQL goes on meanwhile; the embedded database must be free.
 * PostgreSQL's own pg_dump does it, of the same version as the database or newer.
 */
export async function backUp(place: DatabasePlace, file: string, filesFolder?: string): Promise<void> {
  const copy = filesBeside(file);
  for (const target of [file, copy]) if (existsSync(target)) throw new BackupRefusal(`${target} is there already. Name a new file.`);
  await mkdir(path.dirname(file), { recursive: true });
  // Whoever finds a file by this name finds a whole one, and all that it names beside it.
  const partial = `${file}.partial`;
  try {
    if (filesFolder) await copyNewFiles(filesFolder, copy);
    await rm(partial, { force: true });
    // It holds what people wrote, and their addresses.
    await writeFile(partial, "", { mode: 0o600 });
    if (place.url) await dumpPostgres(place.url, partial);
    else await dumpEmbedded(folderOf(place), partial);
    if (filesFolder) await copyNewFiles(filesFolder, copy);
    await rename(partial, file);
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(partial, { force: true });
  }
}

/** Puts what {@link backUp} wrote into a database, and a folder of files, that are empty or not there yet: all of it, or nothing. */
export async function restore(place: DatabasePlace, file: string, filesFolder?: string): Promise<void> {
  const start = await beginningOf(file);
  const isOf = (kind: Buffer) => start.subarray(0, kind.length).equals(kind);
  if (!isOf(POSTGRES_FILE) && !isOf(EMBEDDED_FILE)) throw new BackupRefusal(`${file} is no backup of this site.`);
  if (place.url && !isOf(POSTGRES_FILE)) throw new BackupRefusal(`${file} is of an embedded database: it is restored without DATABASE_URL.`);
  if (!place.url && !isOf(EMBEDDED_FILE)) throw new BackupRefusal(`${file} is of PostgreSQL: it is restored with DATABASE_URL.`);
  const files = await filesToRestore(filesBeside(file), filesFolder);
  try {
    if (place.url) await restorePostgres(place.url, file);
    else await restoreEmbedded(folderOf(place), file);
    await files?.place();
  } finally {
    await files?.clean();
  }
}

async function filesToRestore(copy: string, folder: string | undefined) {
  if (await isEmptyFolder(copy)) return null;
  if (!folder) throw new BackupRefusal(`${copy} holds files that lay in a folder. Name one for them in FILES_DIR; or copy them into the bucket, and move that folder away.`);
  if (!(await isEmptyFolder(folder))) throw new BackupRefusal(`${folder} holds something already. Name another folder in FILES_DIR, or move this one away.`);
  return readyFiles(copy, folder);
}

function folderOf({ dataDir }: DatabasePlace): string {
  if (dataDir === undefined) throw new BackupRefusal("A database in memory has nothing to keep. Set DATA_DIR or DATABASE_URL.");
  return dataDir;
}

async function beginningOf(file: string): Promise<Buffer> {
  const opened = await open(file).catch(() => {
    throw new BackupRefusal(`${file} cannot be read.`);
  });
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}

/** Rows that are worth nothing a minute later, and sessions: some will have been signed out of when it is restored. */
const LEFT_OUT = ["counted_uses", "sessions"];

const dumpPostgres = (url: string, file: string) =>
  runPostgres("pg_dump", url, ["--format=custom", "--no-owner", "--no-privileges", ...LEFT_OUT.map((table) => `--exclude-table-data=${table}`), `--file=${file}`]);

async function restorePostgres(url: string, file: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ tables: number }>("select count(*)::int as tables from pg_tables where schemaname in ('public', 'drizzle')");
    if (rows[0]!.tables > 0) throw new BackupRefusal("This database holds something already. Make a new one, and name it in DATABASE_URL.");
  } finally {
    await client.end();
  }
  await runPostgres("pg_restore", url, ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", file]);
}

/** Runs a program of PostgreSQL on this database. */
function runPostgres(program: string, url: string, args: readonly string[]): Promise<void> {
  // Everybody on the machine sees what a program was started with, and nobody its environment.
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, `--dbname=${address.toString()}`], { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, ...(password && { PGPASSWORD: password }) } });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.once("error", ({ code }: NodeJS.ErrnoException) =>
      reject(new BackupRefusal(code === "ENOENT" ? `${program} is needed (in Debian: apt install postgresql-client).` : `${program} could not be started: ${code}.`)),
    );
    child.once("close", (code) => (code === 0 ? resolve() : reject(new BackupRefusal(`${program} failed:\n${said.trim()}`))));
  });
}

/** While nobody else has the embedded database in this folder. */
async function alone<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = await lockFolder(dataDir).catch((error: Error) => {
    throw new BackupRefusal(error.message);
  });
  try {
    return await work();
  } finally {
    lock.close();
  }
}

/** Looks whether there is a database of this site, and answers what `work` does with it. */
async function withEmbedded<T>(options: { dataDir: string; loadDataDir?: Blob }, work: (client: PGlite) => Promise<T>): Promise<T> {
  const client = await PGlite.create({ ...options, extensions: EXTENSIONS });
  try {
    await client.query("select count(*) from users");
    return await work(client);
  } finally {
    await client.close();
  }
}

async function dumpEmbedded(dataDir: string, file: string): Promise<void> {
  if (!existsSync(dataDir)) throw new BackupRefusal(`There is no database in ${dataDir}.`);
  await alone(dataDir, () =>
    withEmbedded({ dataDir }, async (client) => {
      await client.query("checkpoint");
      const dump = await client.dumpDataDir("none");
      await writeFile(file, await compress(Buffer.from(await dump.arrayBuffer())));
    }),
  );
}

async function restoreEmbedded(dataDir: string, file: string): Promise<void> {
  const there = await readdir(dataDir).catch(() => []);
  if (there.length > 0) throw new BackupRefusal(`${dataDir} holds something already. Name another folder in DATA_DIR, or move this one away.`);
  // Beside it until it is whole and was opened.
  const partial = `${dataDir}.partial`;
  await rm(partial, { recursive: true, force: true });
  try {
    try {
      const loadDataDir = new Blob([await decompress(await readFile(file))]);
      await withEmbedded({ dataDir: partial, loadDataDir }, (client) => client.query("delete from sessions"));
    } catch (error) {
      throw new BackupRefusal(`${file} cannot be restored: ${(error as Error).message}`);
    }
    await rm(dataDir, { recursive: true, force: true });
    await rename(partial, dataDir);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}
