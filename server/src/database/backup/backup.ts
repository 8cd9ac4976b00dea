import { existsSync } from "node:fs";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { acquirePathLock } from "../folder-lock";
import { countUnknownMigrations } from "../known-migrations";
import type { DatabaseLocation } from "../open-database";
import { assertEmptyFolder, copyNewFiles, filesBeside, restoreFiles, sizesIn } from "./backup-files";
import { snapshotEmbedded, restoreEmbedded } from "./embedded-backup";
import {
  type DatabaseSnapshot,
  type PreparedRestore,
  areAllGone,
  findBrokenFiles,
  describeBrokenFiles,
  changedInBackup,
  changedSinceUpload,
  type BrokenFile,
  type StoredFileRow,
  type Sizes,
  BackupError,
  formatNames,
  writeChecksums,
} from "./named-files";
import { snapshotPostgres, readPostgresBackup } from "./postgres-backup";

export type UploadLocation = { folder: string } | { name: string; sizes: () => Promise<Sizes> };

interface Options {
  files?: UploadLocation | undefined;
  isIncomplete?: boolean | undefined;
}

const INCOMPLETE_HINT = "Use --incomplete to continue without the missing files.";

/** Signatures of the two formats: pg_dump's, and the compressed rows or folder of an embedded database. */
const POSTGRES_FILE = Buffer.from("PGDMP");
const EMBEDDED_FILE = Buffer.from([0x1f, 0x8b]);

/** Backs up the database and its files. An embedded one must be free. Returns what is missing, as sentences. */
export async function createBackup(location: DatabaseLocation, file: string, options: Options = {}): Promise<string[]> {
  await mkdir(path.dirname(file), { recursive: true });
  // Two concurrent backups would delete each other's partial files, and one could finish with half a file.
  const lock = await acquirePathLock(file);
  if (!lock) throw new BackupError(`Another backup is being written to ${file}.`);
  try {
    return await write(location, file, options);
  } finally {
    lock.close();
  }
}

async function write(location: DatabaseLocation, file: string, { files: at, isIncomplete = false }: Options) {
  const copy = filesBeside(file);
  const partial = { file: `${file}.partial`, copy: `${copy}.partial` };
  if (existsSync(file)) throw new BackupError(`${file} already exists. Name a new file.`);
  // A backup that was interrupted between the two renames leaves files without a database.
  if (existsSync(copy) && !existsSync(partial.file)) throw new BackupError(`${copy} already exists. Name a new file.`);
  const removePartial = () =>
    Promise.all(Object.values(partial).map((entry) => rm(entry, { recursive: true, force: true })));
  await rm(copy, { recursive: true, force: true });
  await removePartial();
  try {
    // Most files are copied before the snapshot, so that few remain while it is open.
    if (at && "folder" in at && location.url) await copyNewFiles(at.folder, partial.copy);
    const missing = await withSnapshot(location, async ({ files, dump }) => {
      const found = await copyFiles(files, at, partial.copy, isIncomplete);
      await writeFile(partial.file, "", { mode: 0o600 });
      await dump(partial.file);
      return found;
    });
    if (existsSync(partial.copy)) await rename(partial.copy, copy);
    await rename(partial.file, file);
    return missing;
  } finally {
    await removePartial();
  }
}

const withSnapshot = <T>(location: DatabaseLocation, work: (snapshot: DatabaseSnapshot) => Promise<T>): Promise<T> =>
  location.url ? snapshotPostgres(location.url, work) : snapshotEmbedded(folderOf(location), work);

const nameOf = (at: UploadLocation | undefined) => (at === undefined ? "Memory" : "folder" in at ? at.folder : at.name);

async function copyFiles(
  files: readonly StoredFileRow[],
  at: UploadLocation | undefined,
  copy: string,
  isIncomplete: boolean,
): Promise<string[]> {
  const isFolder = at !== undefined && "folder" in at;
  const sizes = isFolder ? await copyNewFiles(at.folder, copy) : await sizesElsewhere(at);
  // A bucket is not part of the backup, so not being able to check it is only reported.
  if (typeof sizes === "string") return files.length > 0 ? [sizes] : [];
  if (areAllGone(files, sizes) && !isIncomplete) {
    const question = isFolder
      ? "Is FILES_DIR the right folder, and is its disk mounted?"
      : "Is FILES_BUCKET the right one?";
    throw new BackupError(
      `${nameOf(at)} lacks all ${files.length} files that the database names. ${question} Nothing was written. ${INCOMPLETE_HINT}`,
    );
  }
  const broken = findBrokenFiles(files, sizes);
  const changed = isFolder
    ? withoutBroken(changedSinceUpload(files, await writeChecksums(copy, sizes.keys())), broken)
    : [];
  return [
    ...(broken.length > 0 ? [`${nameOf(at)} lacks files of the database: ${describeBrokenFiles(broken)}.`] : []),
    ...(changed.length > 0
      ? [`${nameOf(at)} has other content than was uploaded in ${formatNames(changed, "file")}.`]
      : []),
  ];
}

async function sizesElsewhere(at: Exclude<UploadLocation, { folder: string }> | undefined): Promise<Sizes | string> {
  if (!at) return new Map();
  return at
    .sizes()
    .catch((error: Error) => `${at.name} could not be checked for the files of the database: ${error.message}.`);
}

/** Restores a backup to an empty database and file folder, atomically. Returns what it lacks, as sentences. */
export async function restoreBackup(
  location: DatabaseLocation,
  file: string,
  { files: at, isIncomplete = false }: Options = {},
): Promise<string[]> {
  const start = await firstBytesOf(file);
  const isOf = (kind: Buffer) => start.subarray(0, kind.length).equals(kind);
  if (!isOf(POSTGRES_FILE) && !isOf(EMBEDDED_FILE)) throw new BackupError(`${file} isn't a backup of this site.`);
  if (location.url && !isOf(POSTGRES_FILE))
    throw new BackupError(`${file} is a backup of an embedded database. Restore it without DATABASE_URL.`);
  if (!location.url && !isOf(EMBEDDED_FILE))
    throw new BackupError(`${file} is a backup of PostgreSQL. Restore it with DATABASE_URL.`);
  const copy = filesBeside(file);
  const folder = at && "folder" in at ? at.folder : undefined;
  const copied = await sizesIn(copy);
  if (copied.size > 0 && !folder)
    throw new BackupError(
      `${copy} holds files from a folder. Set FILES_DIR to a folder for them, or copy them to the bucket and move that folder away.`,
    );
  if (copied.size > 0) await assertEmptyFolder(folder!, copy);

  let missing: string[] = [];
  const put = async (ready: PreparedRestore) => {
    const newer = await countUnknownMigrations(ready.steps);
    if (newer > 0)
      throw new BackupError(
        `${file} was written by a newer version, with ${newer === 1 ? "a migration" : `${newer} migrations`} that this version does not know. Restore it with the newer version.`,
      );
    missing = await missingFilesOf(ready.files, copy, at, copied);
    if (missing.length > 0 && !isIncomplete)
      throw new BackupError(`${missing.join("\n")}\nNothing was restored. ${INCOMPLETE_HINT}`);
    const placed = copied.size > 0 ? await restoreFiles(copy, folder!) : undefined;
    // The database comes last, atomically: without it the restored files are not used.
    await ready.place().catch(async (error: unknown) => {
      await placed?.undo();
      throw error;
    });
    await placed?.done();
  };
  if (location.url) await put(await readPostgresBackup(location.url, file));
  else await restoreEmbedded(folderOf(location), file, put);
  return missing;
}

async function missingFilesOf(
  files: readonly StoredFileRow[],
  copy: string,
  at: UploadLocation | undefined,
  copied: Sizes,
): Promise<string[]> {
  if (files.length === 0) return [];
  const isElsewhere = at !== undefined && !("folder" in at);
  const sizes = isElsewhere ? await sizesElsewhere(at) : copied;
  if (typeof sizes === "string") return [sizes];
  const broken = findBrokenFiles(files, sizes);
  const changed = isElsewhere ? [] : withoutBroken(await changedInBackup(copy, files), broken);
  return [
    ...(broken.length > 0
      ? [`${isElsewhere ? at.name : copy} lacks files of the backup: ${describeBrokenFiles(broken)}.`]
      : []),
    ...(changed.length > 0
      ? [`${copy} has other content than was uploaded or copied in ${formatNames(changed, "file")}.`]
      : []),
  ];
}

const withoutBroken = (keys: readonly string[], broken: readonly BrokenFile[]) =>
  keys.filter((key) => !broken.some((file) => file.key === key));

function folderOf({ dataDir }: DatabaseLocation): string {
  if (dataDir === undefined)
    throw new BackupError("A database in memory can't be backed up. Set DATA_DIR or DATABASE_URL.");
  return dataDir;
}

async function firstBytesOf(file: string): Promise<Buffer> {
  const opened = await open(file).catch(() => {
    throw new BackupError(`${file} cannot be read.`);
  });
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}
