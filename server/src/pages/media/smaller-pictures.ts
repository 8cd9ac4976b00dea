import { createHash } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import type { PictureFormat } from "../../platform/http/picture-format";
import { createFairSemaphore } from "../../platform/concurrency/fair-semaphore";
import { RECIPE, makePicture, type MakePicture } from "./make-picture";
import { pictureFolder } from "./picture-folder";

const KEPT_BYTES = 32 * 1024 * 1024;

/** How long somebody waits for a picture to be made, in milliseconds; the original is there at once. */
const PATIENCE = 500;

interface Wanted {
  original: Buffer;
  width: number;
  format: PictureFormat;
}

/** `ready` with null: the original is the smallest there is. `making`: ask again later. */
export type SmallerPicture = { state: "ready"; content: Buffer | null } | { state: "making" };

interface Options {
  /** Where they are kept between starts; nowhere without one. */
  folder: string | undefined;
  log: FastifyBaseLogger;
  make?: MakePicture;
  patience?: number;
}

/** Pictures in fewer bytes than their originals: each made once however many ask, one at a time, and kept by what the original holds. */
export function smallerPictures({ folder, log, make = makePicture, patience = PATIENCE }: Options) {
  const disk = pictureFolder(folder, log);
  void disk.removeOld();
  const inTurn = createFairSemaphore(1);

  const kept = new LRUCache<string, { content: Buffer | null }, Wanted>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ content }, key) => key.length + (content?.length ?? 0),
    ignoreFetchAbort: true,
    fetchMethod: async (key, _stale, { context }) => {
      const known = await disk.read(key);
      return { content: known ?? (await inTurn(() => makeAndKeep(key, context))) };
    },
  });

  async function makeAndKeep(key: string, { original, width, format }: Wanted): Promise<Buffer | null> {
    try {
      const made = await make(original, width, format);
      if (!made || made.length >= original.length) return null;
      await disk.write(key, made);
      return made;
    } catch (error) {
      log.warn({ err: error }, "a picture could not be made smaller");
      return null;
    }
  }

  return async function smaller(wanted: Wanted): Promise<SmallerPicture> {
    const { original, width, format } = wanted;
    const key = `${createHash("sha256").update(RECIPE).update(original).digest("hex").slice(0, 32)}-${width}.${format}`;
    const made = kept.fetch(key, { context: wanted });
    const picture = await soonEnough(made, patience);
    return picture ? { state: "ready", content: picture.content } : { state: "making" };
  };
}

async function soonEnough<T>(answer: Promise<T>, patience: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience);
  });
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}
