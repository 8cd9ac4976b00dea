import type { Database } from "../database";
import { sql } from "drizzle-orm";
import { keyOf, keysOf } from "../file-keys";
import { formatNames } from "./backup-error";
import { readChecksums, checksumOf, type Checksums } from "./checksums";

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
  found === null ? `${key} is not there` : `${key} has ${found} bytes${kept === undefined ? "" : ` of ${kept}`}`;

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
