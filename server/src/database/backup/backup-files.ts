import { copyFile, mkdir, readdir, rm, rmdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { BackupError, type Sizes } from "./named-files";

export const filesBeside = (backup: string) => `${backup}.files`;

const MARKER = ".restoring";

/** Names in an empty folder: a mounted disk contains "lost+found", and file keys never begin with a dot. */
const isIgnored = (name: string) => name === "lost+found" || name.startsWith(".");

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

export async function sizesIn(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const entries = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  const walk = async (key: string): Promise<void> => {
    const there = await stat(path.join(folder, key)).catch(() => null);
    if (there?.isFile()) sizes.set(key, there.size);
    // The contents of an unreadable subfolder count as missing.
    if (there?.isDirectory())
      for (const name of await readdir(path.join(folder, key)).catch(() => [])) await walk(`${key}/${name}`);
  };
  for (const name of entries) if (!isIgnored(name)) await walk(name);
  return sizes;
}

/** Errors of a single file, which was deleted in the meantime or cannot be read. The other files are still copied. */
const SINGLE_FILE_ERRORS = new Set(["ENOENT", "EACCES", "EPERM", "EIO"]);

/** Copies files that the copy lacks or has incompletely, skipping unreadable ones. Complete files never change. */
export async function copyNewFiles(folder: string, copy: string): Promise<Sizes> {
  await mkdir(copy, { mode: 0o700, recursive: true });
  const copied = await sizesIn(copy);
  for (const [key, size] of await sizesIn(folder)) {
    if (copied.get(key) === size) continue;
    const to = path.join(copy, key);
    await mkdir(path.dirname(to), { recursive: true });
    await copyFile(path.join(folder, key), to).catch(async (error: unknown) => {
      if (!SINGLE_FILE_ERRORS.has(codeOf(error)!)) throw error;
      await rm(to, { force: true });
    });
  }
  return sizesIn(copy);
}

/** Also continues an interrupted restore. The folder is not replaced, because it may be a mount point. */
export async function restoreFiles(copy: string, folder: string) {
  const isNewFolder = await isFolder(folder).then((isThere) => !isThere);
  const tops = [...new Set([...(await sizesIn(copy)).keys()].map((key) => key.split("/")[0]!))];
  const marker = path.join(folder, MARKER);
  const undo = async () => {
    for (const top of tops) await rm(path.join(folder, top), { recursive: true, force: true });
    await rm(marker, { force: true });
    if (isNewFolder) await rmdir(folder);
  };
  await mkdir(folder, { mode: 0o700, recursive: true });
  await writeFile(marker, "");
  try {
    const [expected, there] = [await sizesIn(copy), await copyNewFiles(copy, folder)];
    const incomplete = [...expected].filter(([key, size]) => there.get(key) !== size);
    if (incomplete.length > 0)
      throw new BackupError(`${incomplete[0]![0]} could not be copied from ${copy} to ${folder}.`);
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

export async function assertEmptyFolder(folder: string, copy: string): Promise<void> {
  const there: string[] = await readdir(folder).catch(() => []);
  const present = await sizesIn(folder);
  if (there.every(isIgnored)) return;
  const expected = await sizesIn(copy);
  if (there.includes(MARKER) && [...present].every(([key, size]) => size <= (expected.get(key) ?? -1))) return;
  throw new BackupError(`${folder} isn't empty. Set FILES_DIR to another folder, or move this one away.`);
}
