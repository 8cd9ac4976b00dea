import type { FastifyInstance, FastifyReply } from "fastify";
import { PICTURE_WIDTHS, hasResizedVersions } from "@conquest/shared/contracts/media/pictures";
import { bestFormat } from "../../platform/http/picture-format";
import { sendNotFound } from "../../platform/errors";
import { sendWithEtag } from "../../platform/http/send-with-etag";
import { sharedHeaders } from "../../platform/http/shared-caches";
import { mediaFiles } from "./media-files";
import type { smallerPictures } from "./smaller-pictures";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { TAGS } from "@conquest/shared/contracts/tags";
import { listCovers } from "@conquest/shared/contracts/media/uploads";
import { registerEndpoint } from "../../platform/register-endpoint";
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import type { Database } from "../../database/database";
import type {} from "../../platform/files/file-uploads";
import { findPicture, pictureIdOf } from "../../platform/files/uploaded-pictures";
import { createFairSemaphore } from "../../platform/concurrency/fair-semaphore";
import { makeSharePicture, SHARE_RECIPE } from "./make-share-picture";

interface Options {
  folder: string;
  version: () => Promise<string>;
  smaller: ReturnType<typeof smallerPictures>;
}

const IMMUTABLE = "public, max-age=31536000, immutable";
const ONE_DAY = "public, max-age=86400";

/** `?w=720` resizes a picture in the browser's best format; with the current version in `&v=` it is immutable. */
export function mediaRoutes(app: FastifyInstance, { folder, version, smaller }: Options): void {
  const find = mediaFiles(folder);

  app.get<{ Params: { "*": string }; Querystring: { w?: unknown; v?: unknown } }>(
    "/media/*",
    async (request, reply) => {
      const name = request.params["*"];
      const { w, v } = request.query;
      const width = PICTURE_WIDTHS.find((each) => String(each) === w);
      if (w !== undefined && !width) return sendNotFound(request, reply);
      const file = await find(name);
      if (!file) return sendNotFound(request, reply);

      const isVersioned = v !== undefined && v === (await version());
      reply
        .headers(isVersioned ? { "cache-control": IMMUTABLE } : sharedHeaders(request, ONE_DAY))
        .type(file.contentType);
      if (!width || !hasResizedVersions(`/media/${name}`)) return sendWithEtag(request, reply, file.content);

      // Set for originals too: another Accept header might get another format.
      alsoVaryByAccept(reply);
      const format = bestFormat(request.headers.accept);
      if (!format) return sendWithEtag(request, reply, file.content);
      const picture = await smaller({ original: file.content, width, format });
      if (picture.state === "making") reply.header("cache-control", "no-cache").removeHeader("cdn-cache-control");
      else if (picture.content) return sendWithEtag(request, reply.type(`image/${format}`), picture.content);
      return sendWithEtag(request, reply, file.content);
    },
  );
}

/** Responses to other origins already vary by Origin. */
function alsoVaryByAccept(reply: FastifyReply): void {
  const known = reply.getHeader("vary");
  reply.header("vary", known ? `${String(known)}, Accept` : "Accept");
}

const listed = z.partialRecord(z.enum(TAGS), z.array(z.string()));

export function coversRoutes(app: FastifyInstance, mediaFolder: string): void {
  registerEndpoint(app, listCovers, async () => {
    const list = await readFile(path.join(mediaFolder, "covers/index.json"), "utf8").catch(() => "{}");
    const covers = listed.parse(JSON.parse(list));
    return TAGS.flatMap((tag) => (covers[tag] ?? []).map((name) => ({ address: `/media/covers/${name}`, tag })));
  });
}

const MAX_CACHED_BYTES = 16 * 1024 * 1024;
export function sharePicturesRoutes(app: FastifyInstance, { folder, db }: { folder: string; db: Database }): void {
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
    return sendWithEtag(
      request,
      reply.headers(sharedHeaders(request, ONE_DAY)).type("image/jpeg"),
      picture,
      `"${key}"`,
    );
  });

  async function read(address: string): Promise<Buffer | null> {
    if (pictureIdOf(address) === null) return (await find(address.slice("/media/".length)))?.content ?? null;
    const file = await findPicture(db, address);
    // Link previews are made for everyone.
    return file && !file.isPrivate ? buffer((await app.files.pick(file, {}).open()).content) : null;
  }
}
