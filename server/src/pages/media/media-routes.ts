import type { FastifyInstance, FastifyReply } from "fastify";
import { PICTURE_WIDTHS, hasResizedVersions } from "@conquest/shared/contracts/media/pictures";
import { bestFormat } from "../../platform/http/picture-format";
import { sendNotFound } from "../../platform/errors";
import { sendWithEtag } from "../../platform/http/send-with-etag";
import { mediaFiles } from "./media-files";
import type { smallerPictures } from "./smaller-pictures";

interface MediaRoute {
  Params: { "*": string };
  Querystring: { w?: unknown; v?: unknown };
}

interface Options {
  folder: string;
  version: () => Promise<string>;
  smaller: ReturnType<typeof smallerPictures>;
}

const IMMUTABLE = "public, max-age=31536000, immutable";
const ONE_DAY = "public, max-age=86400";

/**
 * Serves the site's own pictures: originals, or with `?w=720` resized in the browser's best format. With the current
 * version in `&v=` they are immutable.
 */
export function mediaRoutes(app: FastifyInstance, { folder, version, smaller }: Options): void {
  const find = mediaFiles(folder);

  app.get<MediaRoute>("/media/*", async (request, reply) => {
    const name = request.params["*"];
    const { w, v } = request.query;
    const width = PICTURE_WIDTHS.find((each) => String(each) === w);
    if (w !== undefined && !width) return sendNotFound(request, reply);
    const file = await find(name);
    if (!file) return sendNotFound(request, reply);

    reply
      .header("cache-control", v !== undefined && v === (await version()) ? IMMUTABLE : ONE_DAY)
      .type(file.contentType);
    if (!width || !hasResizedVersions(`/media/${name}`)) return sendWithEtag(request, reply, file.content);

    // Set for originals too: another Accept header might get another format.
    alsoVaryByAccept(reply);
    const format = bestFormat(request.headers.accept);
    if (!format) return sendWithEtag(request, reply, file.content);
    const picture = await smaller({ original: file.content, width, format });
    if (picture.state === "making") reply.header("cache-control", "no-cache");
    else if (picture.content) return sendWithEtag(request, reply.type(`image/${format}`), picture.content);
    return sendWithEtag(request, reply, file.content);
  });
}

/** Responses to other origins already vary by Origin. */
function alsoVaryByAccept(reply: FastifyReply): void {
  const known = reply.getHeader("vary");
  reply.header("vary", known ? `${String(known)}, Accept` : "Accept");
}
