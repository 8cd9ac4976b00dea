import { buffer } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { PICTURE_WIDTHS } from "@conquest/shared/contracts/media/pictures";
import { uploadPicture } from "@conquest/shared/contracts/media/uploads";
import type { Deps } from "../../platform/deps";
import { sendNotFound } from "../../platform/errors";
import type { FileRow } from "../../platform/files/files-repository";
import type {} from "../../platform/files/file-uploads";
import { addressOf, findPicture, uploadedAt } from "../../platform/files/uploaded-pictures";
import { registerEndpoint } from "../../platform/register-endpoint";
import { sendWithEtag } from "../../platform/http/send-with-etag";

/** The longest edge that anybody sees, in pixels: twice the widest place for a picture. */
const LONGEST = 1920;

/** As long as a picture that was taken down may still be seen, in milliseconds: by this server, and in seconds by a browser that has it. */
const KNOWN_FOR = 10_000;
const FOR_A_DAY = "public, max-age=86400";
const KEPT_BYTES = 32 * 1024 * 1024;

interface Asked {
  Params: { file: string };
  Querystring: { w?: unknown };
}

/** Pictures of contests and people that were uploaded: everybody sees them. Needs `app.files`. */
export function picturesRoutes(app: FastifyInstance, { db }: Deps): void {
  const known = new LRUCache<string, { file: FileRow | null }>({ max: 5_000, ttl: KNOWN_FOR });
  const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length + 1 });

  registerEndpoint(app, uploadPicture, async ({ query: { name }, body, caller }) => {
    const content = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const file = await app.files.take({
      content,
      name,
      uploaderId: caller.id,
      use: "picture",
      only: "picture",
      widths: PICTURE_WIDTHS,
      longest: LONGEST,
    });
    return { address: addressOf(file), width: file.width!, height: file.height! };
  });

  app.get<Asked>("/media/pictures/:file", async (request, reply) => {
    const { w } = request.query;
    const width = PICTURE_WIDTHS.find((each) => String(each) === w);
    const file = w !== undefined && !width ? null : await find(`/media/pictures/${request.params.file}`);
    if (!file) return sendNotFound(request, reply);
    const { open, contentType, tag } = app.files.pick(file, { width, accept: request.headers.accept });
    const key = `${file.id} ${tag}`;
    const content = kept.get(key) ?? (await buffer((await open()).content));
    kept.set(key, content);
    reply.headers({ "cache-control": FOR_A_DAY, vary: [reply.getHeader("vary"), "Accept"].filter(Boolean).join(", ") });
    return sendWithEtag(request, reply.type(contentType), content, `"${tag}"`);
  });

  async function find(address: string): Promise<FileRow | null> {
    // As long as anybody likes: nothing of it is kept.
    if (uploadedAt(address) === null) return null;
    const before = known.get(address);
    if (before) return before.file;
    const file = (await findPicture(db, address)) ?? null;
    known.set(address, { file });
    return file;
  }
}
