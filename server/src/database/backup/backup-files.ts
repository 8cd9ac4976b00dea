import { copyFile, mkdir, readdir, rm, rmdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { BackupError } from "./backup-error";
import type { Sizes } from "./named-files";

/** Where a backup of the database has the files that people uploaded. */
export const filesBeside = (backup: string) => `${backup}.files`;

/** In a folder while files are put back into it. */
const MARKER = ".restoring";

/** What a folder may hold without holding anything: a disk of its own has the one, and keys begin with no dot. */
const isNothing = (name: string) => name === "lost+found" || name.startsWith(".");

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** The sizes of all files of a folder, by their keys. One that is not there has none; one that cannot be read fails. */
export async function sizesIn(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const entries = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  const walk = async (key: string): Promise<void> => {
    const there = await stat(path.join(folder, key)).catch(() => null);
    if (there?.isFile()) sizes.set(key, there.size);
    // One that lets nobody in holds what is then missed.
    if (there?.isDirectory())
      for (const name of await readdir(path.join(folder, key)).catch(() => [])) await walk(`${key}/${name}`);
  };
  for (const name of entries) if (!isNothing(name)) await walk(name);
  return sizes;
}

/** Of one file, and no reason to copy none of the others: it went meanwhile, or its bytes cannot be read. */
const IS_OF_ONE = new Set(["ENOENT", "EACCES", "EPERM", "EIO"]);

/**
 * Copies what the copy does not have yet, or has from before it was written to its end: once whole, a file never changes. What cannot
 * be read is left out. Answers what the copy then has.
 */
export async function copyNewFiles(folder: string, copy: string): Promise<Sizes> {
  // For its owner alone: entries that are nobody else's business lie in it.
  await mkdir(copy, { mode: 0o700, recursive: true });
  const copied = await sizesIn(copy);
  for (const [key, size] of await sizesIn(folder)) {
    if (copied.get(key) === size) continue;
    const to = path.join(copy, key);
    await mkdir(path.dirname(to), { recursive: true });
    await copyFile(path.join(folder, key), to).catch(async (error: unknown) => {
      if (!IS_OF_ONE.has(codeOf(error)!)) throw error;
      await rm(to, { force: true });
    });
  }
  return sizesIn(copy);
}

interface PlacedFiles {
  /** The database is there too. */
  done(): Promise<void>;
  /** Takes them away again. */
  undo(): Promise<void>;
}

/**
 * Puts the files of a backup into their folder, which is empty or not there yet, or has some of them since a restore was ended on its
 * way. The folder itself stays what it is: it may be a disk of its own.
 */
export async function placeFiles(copy: string, folder: string): Promise<PlacedFiles> {
  const isOurs = await isFolder(folder).then((isThere) => !isThere);
  const tops = [...new Set([...(await sizesIn(copy)).keys()].map((key) => key.split("/")[0]!))];
  const marker = path.join(folder, MARKER);
  const undo = async () => {
    for (const top of tops) await rm(path.join(folder, top), { recursive: true, force: true });
    await rm(marker, { force: true });
    if (isOurs) await rmdir(folder);
  };
  await mkdir(folder, { mode: 0o700, recursive: true });
  await writeFile(marker, "");
  try {
    const [meant, there] = [await sizesIn(copy), await copyNewFiles(copy, folder)];
    const left = [...meant].filter(([key, size]) => there.get(key) !== size);
    if (left.length > 0) throw new BackupError(`${left[0]![0]} could not be copied from ${copy} to ${folder}.`);
  } catch (error) {
    await undo();
    throw error;
  }
  return { undo, done: () => rm(marker, { force: true }) };
}

const isFolder = (folder: string) =>
  stat(folder).then(
    (there) => there.isDirectory(),
    () => false,
  );

/** Refuses a folder that holds anything but what a restore of this copy left in it. */
export async function assertFree(folder: string, copy: string): Promise<void> {
  const there: string[] = await readdir(folder).catch(() => []);
  const held = await sizesIn(folder);
  if (there.every(isNothing)) return;
  const meant = await sizesIn(copy);
  if (there.includes(MARKER) && [...held].every(([key, size]) => size <= (meant.get(key) ?? -1))) return;
  throw new BackupError(`${folder} holds something already. Name another folder in FILES_DIR, or move this one away.`);
}
