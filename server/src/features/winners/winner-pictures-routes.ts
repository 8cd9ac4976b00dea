import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { fillPath } from "@conquest/shared/contracts/parts/match-route";
import { winnerPicture } from "@conquest/shared/contracts/media/winner-picture";
import type {} from "../../platform/http/public-response-cache";
import { sendNotFound } from "../../platform/errors";
import { sendWithEtag } from "../../platform/http/send-with-etag";
import { toPrintable } from "../../platform/typesetting/paragraph";
import { WINNER_PICTURE_VERSION, renderWinnerPicture, type WinnerPictureData } from "./winner-picture";

const MAX_CACHE_BYTES = 16 * 1024 * 1024;
/** Limits how long the name of a deleted or blocked user can be read there, in seconds. */
const CACHE_CONTROL = "public, max-age=3600";

/** Serves the picture of a public contest's winner, for link previews. Requires `app.publicAnswers`. */
export function winnerPicturesRoutes(app: FastifyInstance): void {
  const cache = new LRUCache<string, Buffer>({ maxSize: MAX_CACHE_BYTES, sizeCalculation: ({ length }) => length });
  // Rendering takes 100 ms of a core: one picture at a time, shared by concurrent requests.
  let last: Promise<unknown> = Promise.resolve();
  const pending = new Map<string, Promise<Buffer>>();

  function renderCached(tag: string, celebrated: WinnerPictureData): Promise<Buffer> {
    const cached = cache.get(tag);
    if (cached) return Promise.resolve(cached);
    const inFlight = pending.get(tag);
    if (inFlight) return inFlight;
    const rendering = last.then(() => renderWinnerPicture(celebrated));
    last = rendering.catch(() => undefined);
    pending.set(tag, rendering);
    void last.then(() => pending.delete(tag));
    return rendering.then((picture) => {
      cache.set(tag, picture);
      return picture;
    });
  }

  app.get<{ Params: { contestId: string } }>(winnerPicture(":contestId"), async (request, reply) => {
    const { status, body } = await app.publicAnswers.ask(
      fillPath(getContestDetails.path, { id: request.params.contestId }),
    );
    const contest = status === 200 ? (body as ContestDetails) : null;
    if (!contest?.winner) return sendNotFound(request, reply);
    const celebrated = {
      name: (await toPrintable(contest.winner.name)) || "The winner",
      contest: (await toPrintable(contest.name)) || "A contest",
      prize: contest.prize,
    };
    const tag = createHash("sha256")
      .update(JSON.stringify([WINNER_PICTURE_VERSION, celebrated]))
      .digest("base64url")
      .slice(0, 22);
    const picture = await renderCached(tag, celebrated);
    return sendWithEtag(request, reply.header("cache-control", CACHE_CONTROL).type("image/png"), picture, `"${tag}"`);
  });
}
