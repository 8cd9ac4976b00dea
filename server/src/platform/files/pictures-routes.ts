import { buffer } from "node:stream/consumers";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { PICTURE_WIDTHS } from "@conquest/shared/contracts/media/pictures";
import { uploadPicture } from "@conquest/shared/contracts/media/uploads";
import type { Deps } from "../deps";
import { sendNotFound } from "../errors";
import { readCaller, type Caller } from "../sessions/session";
import type {} from "./file-uploads";
import { addressOf, findPicture, pictureIdOf } from "./uploaded-pictures";
import { registerEndpoint } from "../register-endpoint";
import { sendWithEtag } from "../http/send-with-etag";
import { sharedHeaders } from "../http/shared-caches";

/** The longest edge to store, in pixels: twice the widest display size. */
const MAX_EDGE = 1920;

/** A deleted picture may still be served for this long by this server, and for a day by browser caches. */
const LOOKUP_TTL_MS = 10_000;
const CACHE_CONTROL = "public, max-age=86400";

type Picture = NonNullable<Awaited<ReturnType<typeof findPicture>>>;

declare module "fastify" {
  interface FastifyInstance {
    canSeeContest: (contestId: string, caller: Caller | null) => Promise<boolean>;
  }
}
const MAX_CACHE_BYTES = 32 * 1024 * 1024;

export function picturesRoutes(app: FastifyInstance, { db }: Deps): void {
  const fileCache = new LRUCache<string, { file: Picture | null }>({ max: 5_000, ttl: LOOKUP_TTL_MS });
  const contentCache = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ length }) => length + 1,
  });

  registerEndpoint(app, uploadPicture, async ({ query: { name }, body, caller }) => {
    const content = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const file = await app.files.take({
      content,
      name,
      uploaderId: caller.id,
      use: "picture",
      only: "picture",
      widths: PICTURE_WIDTHS,
      longest: MAX_EDGE,
    });
    return { address: addressOf(file), width: file.width!, height: file.height! };
  });

  app.get<{ Params: { file: string }; Querystring: { w?: unknown } }>(
    "/media/pictures/:file",
    async (request, reply) => {
      const { w } = request.query;
      const width = PICTURE_WIDTHS.find((each) => String(each) === w);
      const file = w !== undefined && !width ? null : await find(`/media/pictures/${request.params.file}`);
      if (!file || (file.isPrivate && !(await isSeenBy(file, request, reply)))) return sendNotFound(request, reply);
      const { open, contentType, tag } = app.files.pick(file, { width, accept: request.headers.accept });
      const key = `${file.id} ${tag}`;
      const content = contentCache.get(key) ?? (await buffer((await open()).content));
      contentCache.set(key, content);
      reply.headers({
        ...(file.isPrivate ? { "cache-control": "private, no-store" } : sharedHeaders(request, CACHE_CONTROL)),
        vary: [reply.getHeader("vary"), "Accept", file.isPrivate && "Cookie"].filter(Boolean).join(", "),
      });
      return sendWithEtag(request, reply.type(contentType), content, `"${tag}"`);
    },
  );

  async function isSeenBy(file: Picture, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const found = await readCaller(request, reply);
    const caller = found && "refused" in found ? null : found;
    if (file.contestId === null) return caller?.id === file.uploaderId;
    return app.canSeeContest(file.contestId, caller);
  }

  async function find(address: string): Promise<Picture | null> {
    // Not cached, because an unknown address can have any length.
    if (pictureIdOf(address) === null) return null;
    const before = fileCache.get(address);
    if (before) return before.file;
    const file = (await findPicture(db, address)) ?? null;
    fileCache.set(address, { file });
    return file;
  }
}
