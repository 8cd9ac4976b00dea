import type { FastifyInstance } from "fastify";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { getContestDetails } from "@conquest/shared/contracts/listing";
import { fillPath } from "@conquest/shared/contracts/parts/match-route";
import { winnerPicture } from "@conquest/shared/contracts/media/drawn-pictures";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import { takaOf } from "../../platform/text/message-values";
import { translate } from "../../platform/text/translate";
import { toPrintable } from "../../platform/typesetting/paragraph";
import { shareCardSender, type ShareCard } from "../../platform/typesetting/share-card";
import type {} from "../../platform/http/public-response-cache";
import { sendNotFound } from "../../platform/errors";

interface Win {
  language?: Language;
  name: string;
  contest: string;
  prize: number;
}

/** Texts must come from `toPrintable`. */
export const winnerCard = ({ language = "en", name, contest, prize }: Win): ShareCard => ({
  label: translate(language, message("Winner")),
  headline: name,
  link: translate(language, message("won the contest")),
  detail: contest,
  footer: prize > 0 ? translate(language, message("Prize {amount}", { amount: takaOf(prize) })) : undefined,
});

/** Serves the picture of a public contest's winner, for link previews. Requires `app.publicAnswers`. */
export function winnerPicturesRoutes(app: FastifyInstance, { config }: Pick<Deps, "config">): void {
  const sendCard = shareCardSender();

  for (const language of config.languages)
    app.get<{ Params: { contestId: string } }>(winnerPicture(":contestId", language), async (request, reply) => {
      const { status, body } = await app.publicAnswers.ask(
        fillPath(getContestDetails.path, { id: request.params.contestId }),
        language,
      );
      const contest = status === 200 ? (body as ContestDetails) : null;
      if (!contest?.winner) return sendNotFound(request, reply);
      const card = winnerCard({
        language,
        name: (await toPrintable(contest.winner.name)) || translate(language, message("The winner")),
        contest: (await toPrintable(contest.name)) || translate(language, message("A contest")),
        prize: contest.prize,
      });
      return sendCard(request, reply, { card, isIndexed: contest.visibility !== "unlisted" });
    });
}
