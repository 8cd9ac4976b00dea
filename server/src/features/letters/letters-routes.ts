import type { FastifyInstance } from "fastify";
import { LETTER_TOPICS, chooseLetters, listLetterChoices, readLetterStop, stopLetters } from "@conquest/shared/contracts/letters";
import { maskedEmail } from "../../platform/answers/masked-email";
import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { implement } from "../../platform/implement";
import { TOPICS } from "../../platform/letters/letter-topics";
import { lettersOf } from "../../platform/letters/letters-repository";
import { oneClickRoute } from "./one-click-route";
import { assertStoppable, stopLettersBy } from "./stop-letters";

export function lettersRoutes(app: FastifyInstance, deps: Deps): void {
  const letters = lettersOf(deps.db);
  const stop = stopLettersBy(deps);

  implement(app, listLetterChoices, async ({ caller }) => {
    const chosen = await letters.chosenBy(caller.id);
    const choices = LETTER_TOPICS.map((topic) => {
      const { title, text, isOnAtFirst, isAlways } = TOPICS[topic];
      return { topic, title, text, isAlways, isWanted: isAlways || (chosen.get(topic) ?? isOnAtFirst) };
    });
    return { isOn: deps.config.mail.kind !== "off", choices };
  });

  implement(app, chooseLetters, async ({ body: { topic, isWanted }, caller }) => {
    if (!isWanted) assertStoppable(topic);
    await letters.choose(caller.id, topic, isWanted);
    return { topic, isWanted };
  });

  implement(app, readLetterStop, async ({ params }) => answerOf(found(await letters.findByToken(params.token), NO_LINK)));

  implement(app, stopLetters, async ({ params }) => answerOf(found(await stop(params.token), NO_LINK)));

  oneClickRoute(app, stop);
}

const NO_LINK = "This link is of no letter of ours, or its account is gone. Which e-mails you get stands in your profile.";

type Stop = NonNullable<Awaited<ReturnType<ReturnType<typeof lettersOf>["findByToken"]>>>;

function answerOf({ topic, isWanted, email }: Stop) {
  const { title, isAlways, isOnAtFirst } = TOPICS[topic];
  return { topic, title, email: maskedEmail(email ?? ""), isWanted: isAlways || (isWanted ?? isOnAtFirst), isAlways };
}
