import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { hasResizedVersions } from "@conquest/shared/contracts/media/pictures";
import type { Database } from "../../database/database";
import { sendNotFound } from "../../platform/errors";
import type {} from "../../platform/files/file-uploads";
import { findPicture, pictureIdOf } from "../../platform/files/uploaded-pictures";
import { sendWithEtag } from "../../platform/http/send-with-etag";
import { createFairSemaphore } from "../../platform/concurrency/fair-semaphore";
import { makeSharePicture, SHARE_RECIPE } from "./make-share-picture";
import { mediaFiles } from "./media-files";

const MAX_CACHED_BYTES = 16 * 1024 * 1024;
const ONE_DAY = "public, max-age=86400";

interface Options {
  folder: string;
  db: Database;
}

export function sharePicturesRoutes(app: FastifyInstance, { folder, db }: Options): void {
  const find = mediaFiles(folder);
  const runExclusive = createFairSemaphore(1);
  const cache = new LRUCache<string, Buffer, Buffer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context }) => runExclusive(() => makeSharePicture(context)),
  });

  app.get<{ Params: { "*": string } }>("/media/previews/*", async (request, reply) => {
    const name = request.params["*"];
    const address = `/media/${name.slice(0, -".jpg".length)}`;
    const original = name.endsWith(".jpg") && hasResizedVersions(address) ? await read(address) : null;
    if (!original) return sendNotFound(request, reply);
    const key = createHash("sha256").update(SHARE_RECIPE).update(original).digest("base64url").slice(0, 22);
    const picture = (await cache.fetch(key, { context: original }))!;
    return sendWithEtag(request, reply.header("cache-control", ONE_DAY).type("image/jpeg"), picture, `"${key}"`);
  });

  async function read(address: string): Promise<Buffer | null> {
    if (pictureIdOf(address) === null) return (await find(address.slice("/media/".length)))?.content ?? null;
    const file = await findPicture(db, address);
    return file ? buffer((await app.files.pick(file, {}).open()).content) : null;
  }
}
