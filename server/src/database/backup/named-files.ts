import type { Database } from "../database";
import { sql } from "drizzle-orm";
import { keyOf, keysOf } from "../file-keys";
import { named } from "./backup-error";
import { readChecksums, checksumOf, type Checksums } from "./checksums";

/** A file that the database says is there, and what it says of it. */
export interface NamedFile {
  id: string;
  kind: string;
  whole: string;
  bytes: number;
  /** Of a picture it is that of what was sent, and not of what is kept. */
  sha256: string;
  widths: number[];
}

/** What lies somewhere, in bytes by its key. */
export type Sizes = ReadonlyMap<string, number>;

export const FILES_HERE = "select id, kind, whole, bytes, sha256, widths from files where state = 'here' order by id";

export interface BrokenFile {
  key: string;
  /** In bytes; undefined where only that there are some is known. */
  kept: number | undefined;
  /** In bytes; null: nothing is there. */
  found: number | null;
}

/** What of these files is not there, or not of its size. */
export function brokenOf(files: readonly NamedFile[], sizes: Sizes): BrokenFile[] {
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

const shareOf = ({ key, kept, found }: BrokenFile) =>
  found === null ? `${key} is not there` : `${key} has ${found} bytes${kept === undefined ? "" : ` of ${kept}`}`;

/** As part of a sentence. */
export const brokenWords = (broken: readonly BrokenFile[]) => named(broken.map(shareOf), "file");

/** Whether not one of them is there: then this is not where they are. */
export const areAllGone = (files: readonly NamedFile[], sizes: Sizes) =>
  files.length > 0 && files.every((file) => !keysOf(file).some((key) => sizes.has(key)));

/** What was uploaded, by its key, where that is kept as it came. */
const uploadedSums = (files: readonly NamedFile[]): Checksums =>
  new Map(files.flatMap(({ id, kind, whole, sha256 }) => (kind === "picture" ? [] : [[keyOf(id, whole), sha256]])));

/** The keys of those that are not what was uploaded any more. */
export const changedSinceUpload = (files: readonly NamedFile[], sums: Checksums): string[] =>
  [...uploadedSums(files)].flatMap(([key, uploaded]) => (sums.has(key) && sums.get(key) !== uploaded ? [key] : []));

/** The keys of those in the folder of a backup that are not what was copied into it, or not what was uploaded, or of which the sums that lie there say nothing. */
export async function changedIn(folder: string, files: readonly NamedFile[]): Promise<string[]> {
  const [copied, uploaded] = [await readChecksums(folder), uploadedSums(files)];
  const changed: string[] = [];
  for (const key of files.flatMap(keysOf)) {
    // One from before sums were written.
    if (copied === null && !uploaded.has(key)) continue;
    const found = await checksumOf(folder, key);
    if (found === null) continue;
    const isCopied = copied === null || copied.get(key) === found;
    if (!isCopied || (uploaded.get(key) ?? found) !== found) changed.push(key);
  }
  return changed;
}

const filesHere = async (db: Database): Promise<NamedFile[]> =>
  (await db.execute<NamedFile & Record<string, unknown>>(sql.raw(FILES_HERE))).rows;

/** What the database says is there, and is not: while servers go on, which bring and remove files. */
export async function proveFiles(db: Database, sizesThere: () => Promise<Sizes>): Promise<BrokenFile[]> {
  const before = await filesHere(db);
  const broken = brokenOf(before, await sizesThere());
  if (broken.length === 0) return [];
  const still = new Set((await filesHere(db)).flatMap(keysOf));
  return broken.filter(({ key }) => still.has(key));
}
