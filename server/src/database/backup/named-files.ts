import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Database } from "../database";
import { sql } from "drizzle-orm";
import { keyOf, keysOf } from "../file-keys";

export class BackupError extends Error {
  override name = "BackupError";
}

const MAX_NAMES = 5;

export function formatNames(things: readonly string[], what: string): string {
  const more = things.length > MAX_NAMES ? `, and ${things.length - MAX_NAMES} more` : "";
  return `${things.length} ${what}${things.length === 1 ? "" : "s"} (${things.slice(0, MAX_NAMES).join("; ")}${more})`;
}

/** Name in the backup folder, in the format of `sha256sum --check`. File keys never begin with a dot. */
const CHECKSUM_FILE = ".sha256";

async function checksumOf(folder: string, key: string): Promise<string | null> {
  const file = path.join(folder, key);
  if (!(await stat(file).catch(() => null))?.isFile()) return null;
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

type Checksums = ReadonlyMap<string, string>;

export async function writeChecksums(folder: string, keys: Iterable<string>): Promise<Checksums> {
  const sums = new Map<string, string>();
  for (const key of keys) {
    const sum = await checksumOf(folder, key);
    if (sum !== null) sums.set(key, sum);
  }
  await writeFile(path.join(folder, CHECKSUM_FILE), [...sums].map(([key, sum]) => `${sum}  ${key}\n`).join(""), {
    mode: 0o600,
  });
  return sums;
}

async function readChecksums(folder: string): Promise<Checksums | null> {
  const text = await readFile(path.join(folder, CHECKSUM_FILE), "utf8").catch(() => null);
  if (text === null) return null;
  return new Map(text.split(/\r?\n/).flatMap((line) => (line === "" ? [] : [[line.slice(66), line.slice(0, 64)]])));
}

export interface StoredFileRow {
  id: string;
  kind: string;
  whole: string;
  bytes: number;
  /** For a picture, the hash of the upload and not of the stored file. */
  sha256: string;
  widths: number[];
}

export type Sizes = ReadonlyMap<string, number>;

export const FILES_HERE = "select id, kind, whole, bytes, sha256, widths from files where state = 'here' order by id";

export interface BrokenFile {
  key: string;
  /** Bytes; undefined if the database does not store the size. */
  kept: number | undefined;
  found: number | null;
}

export function findBrokenFiles(files: readonly StoredFileRow[], sizes: Sizes): BrokenFile[] {
  return files.flatMap((file) => {
    const [whole, ...smaller] = keysOf(file);
    const size = sizes.get(whole!);
    return [
      ...(size === file.bytes ? [] : [{ key: whole!, kept: file.bytes, found: size ?? null }]),
      ...smaller
        .filter((key) => !sizes.get(key))
        .map((key) => ({ key, kept: undefined, found: sizes.get(key) ?? null })),
    ];
  });
}

const describeBroken = ({ key, kept, found }: BrokenFile) =>
  found === null ? `${key} is missing` : `${key} has ${found} bytes${kept === undefined ? "" : ` of ${kept}`}`;

export const describeBrokenFiles = (broken: readonly BrokenFile[]) => formatNames(broken.map(describeBroken), "file");

/** Returns whether all files are missing, which indicates a wrong folder or bucket. */
export const areAllGone = (files: readonly StoredFileRow[], sizes: Sizes) =>
  files.length > 0 && files.every((file) => !keysOf(file).some((key) => sizes.has(key)));

const uploadChecksums = (files: readonly StoredFileRow[]): Checksums =>
  new Map(files.flatMap(({ id, kind, whole, sha256 }) => (kind === "picture" ? [] : [[keyOf(id, whole), sha256]])));

export const changedSinceUpload = (files: readonly StoredFileRow[], sums: Checksums): string[] =>
  [...uploadChecksums(files)].flatMap(([key, uploaded]) => (sums.has(key) && sums.get(key) !== uploaded ? [key] : []));

export async function changedInBackup(folder: string, files: readonly StoredFileRow[]): Promise<string[]> {
  const [copied, uploaded] = [await readChecksums(folder), uploadChecksums(files)];
  const changed: string[] = [];
  for (const key of files.flatMap(keysOf)) {
    // The backup is from before checksums were written.
    if (copied === null && !uploaded.has(key)) continue;
    const found = await checksumOf(folder, key);
    if (found === null) continue;
    const isCopied = copied === null || copied.get(key) === found;
    if (!isCopied || (uploaded.get(key) ?? found) !== found) changed.push(key);
  }
  return changed;
}

const filesHere = async (db: Database): Promise<StoredFileRow[]> =>
  (await db.execute<StoredFileRow & Record<string, unknown>>(sql.raw(FILES_HERE))).rows;

/** Returns the files that are missing or broken. Safe while servers add and remove files. */
export async function verifyFiles(db: Database, sizesThere: () => Promise<Sizes>): Promise<BrokenFile[]> {
  const namedBefore = await filesHere(db);
  const broken = findBrokenFiles(namedBefore, await sizesThere());
  if (broken.length === 0) return [];
  const still = new Set((await filesHere(db)).flatMap(keysOf));
  return broken.filter(({ key }) => still.has(key));
}

export interface DatabaseSnapshot {
  files: StoredFileRow[];
  dump(file: string): Promise<void>;
}

export interface PreparedRestore {
  files: StoredFileRow[];
  steps: number[];
  place(): Promise<void>;
}
