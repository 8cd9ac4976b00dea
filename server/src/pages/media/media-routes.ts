import type { FastifyInstance, FastifyReply } from "fastify";
import { PICTURE_WIDTHS, comesInWidths } from "@conquest/shared/contracts/media/pictures";
import { bestFormat } from "../../platform/http/picture-format";
import { sendNotFound } from "../../platform/errors";
import { sendWithEtag } from "../../platform/http/send-with-etag";
import { mediaFiles } from "./media-files";
import type { smallerPictures } from "./smaller-pictures";

interface Asked {
  Params: { "*": string };
  Querystring: { w?: unknown; v?: unknown };
}

interface Options {
  /** Where the pictures lie. */
  folder: string;
  /** Of the pictures as they are now. */
  version: () => Promise<string>;
  smaller: ReturnType<typeof smallerPictures>;
}

const FOR_GOOD = "public, max-age=31536000, immutable";
const FOR_A_DAY = "public, max-age=86400";

/**
 * The site's own pictures: as they lie in their folder, or with `?w=720` no wider than that, in what the browser reads best.
 * With `&v=` and their version they may be kept for good.
 */
export function mediaRoutes(app: FastifyInstance, { folder, version, smaller }: Options): void {
  const find = mediaFiles(folder);

  app.get<Asked>("/media/*", async (request, reply) => {
    const name = request.params["*"];
    const { w, v } = request.query;
    const width = PICTURE_WIDTHS.find((each) => String(each) === w);
    if (w !== undefined && !width) return sendNotFound(request, reply);
    const file = await find(name);
    if (!file) return sendNotFound(request, reply);

    reply
      .header("cache-control", v !== undefined && v === (await version()) ? FOR_GOOD : FOR_A_DAY)
      .type(file.contentType);
    if (!width || !comesInWidths(`/media/${name}`)) return sendWithEtag(request, reply, file.content);

    // Also where the original is the answer: with another header it might not be.
    alsoVaryByAccept(reply);
    const format = bestFormat(request.headers.accept);
    if (!format) return sendWithEtag(request, reply, file.content);
    const picture = await smaller({ original: file.content, width, format });
    if (picture.state === "making") reply.header("cache-control", "no-cache");
    else if (picture.content) return sendWithEtag(request, reply.type(`image/${format}`), picture.content);
    return sendWithEtag(request, reply, file.content);
  });
}

/** Answers to other origins vary already, by origin. */
function alsoVaryByAccept(reply: FastifyReply): void {
  const known = reply.getHeader("vary");
  reply.header("vary", known ? `${String(known)}, Accept` : "Accept");
}
