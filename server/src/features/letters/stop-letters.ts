import type { LetterTopic } from "@conquest/shared/contracts/letters";
import type { Deps } from "../../platform/deps";
import { refuse } from "../../platform/errors";
import { TOPICS } from "../../platform/letters/letter-topics";
import { lettersOf } from "../../platform/letters/letters-repository";

const ALWAYS: Readonly<Partial<Record<LetterTopic, string>>> = {
  account: "E-mails about “Your account” cannot be switched off: they are about the safety of your account.",
  money: "Emails about “Money” cannot be switched off: they confirm what you paid and what you got back.",
};

/** Throws if emails about the topic are always sent. */
export function assertStoppable(topic: LetterTopic): void {
  if (TOPICS[topic].isAlways) refuse("always_sent", ALWAYS[topic] ?? `Emails about “${TOPICS[topic].title}” cannot be switched off.`);
}

/** Switches off the token's topic for its person. Returns undefined if the token is unknown; throws if the topic is always sent, since older emails still link to it. */
export const stopLettersBy =
  ({ db }: Pick<Deps, "db">) =>
  async (token: string) => {
    const choice = await lettersOf(db).findByToken(token);
    if (!choice) return undefined;
    assertStoppable(choice.topic);
    await lettersOf(db).choose(choice.userId, choice.topic, false);
    return { ...choice, isWanted: false };
  };
