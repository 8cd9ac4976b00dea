import type { FastifyInstance } from "fastify";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { contestPicture } from "@conquest/shared/contracts/media/drawn-pictures";
import { fillPath } from "@conquest/shared/contracts/parts/match-route";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import { sendNotFound } from "../../platform/errors";
import type {} from "../../platform/http/public-response-cache";
import { translate } from "../../platform/text/translate";
import { toPrintable } from "../../platform/typesetting/paragraph";
import { shareCardSender } from "../../platform/typesetting/share-card";
import { contestFacts } from "./domain/contest-facts";

/** Draws the link preview of a contest whose picture is not stored by this site. Requires `app.publicAnswers`. */
export function contestPicturesRoutes(app: FastifyInstance, { config }: Pick<Deps, "config">): void {
  const sendCard = shareCardSender();

  for (const language of config.languages)
    app.get<{ Params: { contestId: string } }>(contestPicture(":contestId", language), async (request, reply) => {
      const { status, body } = await app.publicAnswers.ask(
        fillPath(getContestDetails.path, { id: request.params.contestId }),
        language,
      );
      if (status !== 200) return sendNotFound(request, reply);
      const { name, tags, creator, prize, deadline, phase, visibility } = body as ContestDetails;
      const [printableName, creatorName] = [await toPrintable(name), await toPrintable(creator.name)];
      const card = {
        label: translate(language, message(tags)),
        headline: printableName || translate(language, message("A contest")),
        detail: creatorName ? translate(language, message("by {creator}", { creator: creatorName })) : undefined,
        footer: contestFacts({ prize, deadline, phase }, language),
      };
      return sendCard(request, reply, { card, isIndexed: visibility !== "unlisted" });
    });
}
