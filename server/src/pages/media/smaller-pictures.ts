import type { PictureFormat } from "../../platform/http/picture-format";
import { randomUUID, createHash } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import { createFairSemaphore } from "../../platform/concurrency/fair-semaphore";

/** Shrinks a picture. Returns null for animations, which would lose their frames; throws if it is not a picture. */
export type MakePicture = (original: Buffer, width: number, format: PictureFormat) => Promise<Buffer | null>;

/** Version of the settings below; change it with them to invalidate cached pictures. */
const PICTURE_RECIPE = "1";

export const makePicture: MakePicture = async (original, width, format) => {
  // Loaded lazily: on a machine that lacks this native module, originals are still served.
  const { default: sharp } = await import("sharp");
  // Leaves the other cores to requests.
  sharp.concurrency(1);
  const picture = sharp(original);
  if (((await picture.metadata()).pages ?? 1) > 1) return null;
  const small = picture.autoOrient().resize({ width, withoutEnlargement: true });
  // AVIF effort 2 takes 0.1 s for a cover; the default, 4, takes five times that to save 5%.
  return (format === "avif" ? small.avif({ quality: 50, effort: 2 }) : small.webp({ quality: 75 })).toBuffer();
};

/** Older pictures belong to removed originals or are made again. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

interface PictureFolder {
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

const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/** The original is served after this time. */
const TIMEOUT_MS = 500;

interface PictureRequest {
  original: Buffer;
  width: number;
  format: PictureFormat;
}

/** `ready` with null means the original is the smallest. `making` means retry later. */
type SmallerPicture = { state: "ready"; content: Buffer | null } | { state: "making" };

interface Options {
  folder: string | undefined;
  log: FastifyBaseLogger;
  make?: MakePicture;
  patience?: number;
}

/** Shrinks pictures one at a time, cached by content; concurrent requests for a picture share one run. */
export function smallerPictures({ folder, log, make = makePicture, patience = TIMEOUT_MS }: Options) {
  const disk = pictureFolder(folder, log);
  void disk.removeOld();
  const runExclusive = createFairSemaphore(1);

  const cache = new LRUCache<string, { content: Buffer | null }, PictureRequest>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ content }, key) => key.length + (content?.length ?? 0),
    ignoreFetchAbort: true,
    fetchMethod: async (key, _stale, { context }) => {
      const known = await disk.read(key);
      return { content: known ?? (await runExclusive(() => makeAndStore(key, context))) };
    },
  });

  async function makeAndStore(key: string, { original, width, format }: PictureRequest): Promise<Buffer | null> {
    try {
      const result = await make(original, width, format);
      if (!result || result.length >= original.length) return null;
      await disk.write(key, result);
      return result;
    } catch (error) {
      log.warn({ err: error }, "a picture could not be made smaller");
      return null;
    }
  }

  return async function smaller(request: PictureRequest): Promise<SmallerPicture> {
    const { original, width, format } = request;
    const key = `${createHash("sha256").update(PICTURE_RECIPE).update(original).digest("hex").slice(0, 32)}-${width}.${format}`;
    const result = cache.fetch(key, { context: request });
    const picture = await withTimeout(result, patience);
    return picture ? { state: "ready", content: picture.content } : { state: "making" };
  };
}

async function withTimeout<T>(answer: Promise<T>, patience: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience);
  });
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}
