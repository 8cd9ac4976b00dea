import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { assertOpenable, cannotOpenError, VERSION_FILE } from "../embedded-folder";
import { lockFolder } from "../folder-lock";
import { countUnknownMigrations, MIGRATIONS_TABLE } from "../known-migrations";
import { EXTENSIONS } from "../preparing-pglite";
import {
  type DatabaseSnapshot,
  type PreparedRestore,
  FILES_HERE,
  type StoredFileRow,
  BackupError,
} from "./named-files";
import { isPortable, readRows, stepsOf, writeRows } from "./portable-rows";

const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

const PARTIAL = ".partial";
/** Moved last, because a folder without this file is not a database. */
const LAST_MOVED = VERSION_FILE;

async function withEmbedded<T>(options: { dataDir: string; loadDataDir?: Blob }, work: (client: PGlite) => Promise<T>) {
  const client = await PGlite.create({ ...options, extensions: EXTENSIONS }).catch((error: unknown) => {
    throw cannotOpenError(options.dataDir, error);
  });
  try {
    await client.query("select count(*) from users");
    return await work(client);
  } finally {
    await client.close();
  }
}

async function filesOf(client: PGlite): Promise<StoredFileRow[]> {
  const { rows } = await client.query<{ hasFiles: boolean }>(
    `select to_regclass('public.files') is not null as "hasFiles"`,
  );
  return rows[0]!.hasFiles ? (await client.query<StoredFileRow>(FILES_HERE)).rows : [];
}

export async function snapshotEmbedded<T>(dataDir: string, work: (snapshot: DatabaseSnapshot) => Promise<T>) {
  if (!existsSync(dataDir)) throw new BackupError(`There is no database in ${dataDir}.`);
  assertOpenable(dataDir);
  const lock = await lockFolder(dataDir).catch((error: Error) => {
    throw new BackupError(error.message);
  });
  try {
    return await withEmbedded({ dataDir }, async (client) =>
      work({
        files: await filesOf(client),
        async dump(file) {
          // Rows, since database files can only be read by one major version of PostgreSQL.
          await writeFile(file, await compress(await writeRows(client)));
        },
      }),
    );
  } finally {
    lock.close();
  }
}

/** Restores into a subfolder of the data folder, which stays as it was unless `place` was called. */
export async function restoreEmbedded(dataDir: string, file: string, work: (ready: PreparedRestore) => Promise<void>) {
  const existing: string[] = await readdir(dataDir).catch(() => []);
  const isInterrupted = existing.includes(PARTIAL) && !existing.includes(LAST_MOVED);
  if (existing.length > 0 && !isInterrupted)
    throw new BackupError(`${dataDir} isn't empty. Set DATA_DIR to another folder, or move this one away.`);
  // The folder itself is not replaced, because it may be a mount point.
  const isNewFolder = !existsSync(dataDir);
  const clear = async () => {
    for (const name of await readdir(dataDir)) await rm(path.join(dataDir, name), { recursive: true, force: true });
  };
  const partial = path.join(dataDir, PARTIAL);
  let isPlaced = false;
  await mkdir(dataDir, { recursive: true });
  try {
    await clear();
    const ready = await prepare(partial, file);
    await work({
      ...ready,
      async place() {
        const names = (await readdir(partial)).filter((name) => name !== LAST_MOVED);
        for (const name of [...names, LAST_MOVED]) await rename(path.join(partial, name), path.join(dataDir, name));
        isPlaced = true;
        await rmdir(partial).catch(() => undefined);
      },
    });
  } finally {
    if (!isPlaced) await clear();
    if (!isPlaced && isNewFolder) await rmdir(dataDir);
  }
}

async function prepare(partial: string, file: string): Promise<Pick<PreparedRestore, "files" | "steps">> {
  try {
    await mkdir(partial);
    const content = await decompress(await readFile(file));
    const ready = async (client: PGlite) => {
      await client.query("delete from sessions");
      return {
        files: await filesOf(client),
        steps: (await client.query<{ at: number }>(MIGRATIONS_TABLE)).rows.map(({ at }) => at),
      };
    };
    if (!isPortable(content)) return await withEmbedded({ dataDir: partial, loadDataDir: new Blob([content]) }, ready);
    const steps = stepsOf(content);
    // This release has no migrations for its tables; the caller reports that.
    if ((await countUnknownMigrations(steps)) > 0) return { files: [], steps };
    const client = await PGlite.create({ dataDir: partial, extensions: EXTENSIONS });
    try {
      await readRows(client, content);
      return await ready(client);
    } finally {
      await client.close();
    }
  } catch (error) {
    throw new BackupError(`${file} cannot be restored: ${(error as Error).message}`);
  }
}
