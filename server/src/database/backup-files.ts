import { copyFile, cp, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";

/** Where a backup of the database has the files that people uploaded. */
export const filesBeside = (backup: string) => `${backup}.files`;

/**
 * Copies what the copy does not have yet, or has from before it was written to its end: once whole, a file never changes. Called
 * before the database is written down and after it, the copy has all files that it names.
 */
export async function copyNewFiles(folder: string, copy: string): Promise<void> {
  await mkdir(path.dirname(copy), { recursive: true });
  // For its owner alone: entries that are nobody else's business lie in it.
  await mkdir(copy, { mode: 0o700, recursive: true });
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    const from = path.join(entry.parentPath, entry.name);
    const to = path.join(copy, path.relative(folder, from));
    const [there, copied] = await Promise.all([from, to].map((file) => stat(file).catch(() => null)));
    // What is gone meanwhile belonged to nothing.
    if (!there || there.size === copied?.size) continue;
    await mkdir(path.dirname(to), { recursive: true });
    await copyFile(from, to);
  }
}

export const isEmptyFolder = async (folder: string): Promise<boolean> => (await readdir(folder).catch(() => [])).length === 0;

interface ReadyFiles {
  /** Puts them into their folder. */
  place(): Promise<void>;
  /** Leaves nothing beside it. */
  clean(): Promise<void>;
}

/** Makes the files of a backup ready beside their folder, which is empty or not there yet. */
export async function readyFiles(copy: string, folder: string): Promise<ReadyFiles> {
  const partial = `${folder}.partial`;
  const clean = () => rm(partial, { recursive: true, force: true });
  await clean();
  await mkdir(path.dirname(folder), { recursive: true });
  await cp(copy, partial, { recursive: true });
  return {
    clean,
    async place() {
      await rm(folder, { recursive: true, force: true });
      await rename(partial, folder);
    },
  };
}
