import { createHash } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import type { PictureFormat } from "../../platform/http/picture-format";
import { createFairSemaphore } from "../../platform/concurrency/fair-semaphore";
import { PICTURE_RECIPE, makePicture, type MakePicture } from "./make-picture";
import { pictureFolder } from "./picture-folder";

const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/** The original is served after this time. */
const TIMEOUT_MS = 500;

interface PictureRequest {
  original: Buffer;
  width: number;
  format: PictureFormat;
}

/** `ready` with null means the original is the smallest. `making` means retry later. */
export type SmallerPicture = { state: "ready"; content: Buffer | null } | { state: "making" };

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
