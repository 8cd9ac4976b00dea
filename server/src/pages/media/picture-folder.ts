import { randomUUID } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyBaseLogger } from "fastify";

/** Older pictures belong to removed originals or are made again. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

export interface PictureFolder {
  read(name: string): Promise<Buffer | null>;
  write(name: string, content: Buffer): Promise<void>;
  removeOld(): Promise<void>;
}

/** Stores pictures across restarts; several servers may share the folder. Disabled if the folder is not writable. */
export function pictureFolder(folder: string | undefined, log: FastifyBaseLogger): PictureFolder {
  let isWritable = folder !== undefined;
  const at = (name: string) => path.join(folder!, name);

  return {
    async read(name) {
      if (folder === undefined) return null;
      const content = await readFile(at(name)).catch(() => null);
      // A file is empty if the machine crashed while writing it.
      return content?.length ? content : null;
    },

    async write(name, content) {
      if (!isWritable) return;
      const draft = at(`${name}.${randomUUID()}`);
      try {
        await mkdir(folder!, { recursive: true });
        await writeFile(draft, content);
        await rename(draft, at(name));
      } catch (error) {
        isWritable = false;
        log.warn({ err: error }, "pictures are kept in memory only");
        await rm(draft, { force: true }).catch(() => undefined);
      }
    },

    async removeOld() {
      if (folder === undefined) return;
      const names = await readdir(folder).catch(() => []);
      const limit = Date.now() - MAX_AGE_MS;
      for (const name of names) {
        const file = await stat(at(name)).catch(() => null);
        if (file?.isFile() && file.mtimeMs < limit) await rm(at(name), { force: true }).catch(() => undefined);
      }
    },
  };
}
