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
import { printable } from "../../platform/typesetting/paragraph";
import { WINNER_RECIPE, drawWinnerPicture, type Celebrated } from "./winner-picture";

const KEPT_BYTES = 16 * 1024 * 1024;
/** As long as the name of somebody who was removed or blocked may still be read there, in seconds. */
const FOR_AN_HOUR = "public, max-age=3600";

/** The picture of who won a contest that everybody may see, for whoever shares its winner's page. Needs `app.publicAnswers`. */
export function winnerPicturesRoutes(app: FastifyInstance): void {
  const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length });
  // A picture takes a tenth of a second of a core: those who ask at once wait for one another, and for one picture together.
  let last: Promise<unknown> = Promise.resolve();
  const underWay = new Map<string, Promise<Buffer>>();

  function drawn(tag: string, celebrated: Celebrated): Promise<Buffer> {
    const known = kept.get(tag);
    if (known) return Promise.resolve(known);
    const asked = underWay.get(tag);
    if (asked) return asked;
    const drawing = last.then(() => drawWinnerPicture(celebrated));
    last = drawing.catch(() => undefined);
    underWay.set(tag, drawing);
    void last.then(() => underWay.delete(tag));
    return drawing.then((picture) => {
      kept.set(tag, picture);
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
      name: (await printable(contest.winner.name)) || "The winner",
      contest: (await printable(contest.name)) || "A contest",
      prize: contest.prize,
    };
    const tag = createHash("sha256")
      .update(JSON.stringify([WINNER_RECIPE, celebrated]))
      .digest("base64url")
      .slice(0, 22);
    const picture = await drawn(tag, celebrated);
    return sendWithEtag(request, reply.header("cache-control", FOR_AN_HOUR).type("image/png"), picture, `"${tag}"`);
  });
}
