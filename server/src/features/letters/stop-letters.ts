import type { Deps } from "../../platform/deps";
import { lettersOf } from "../../platform/letters/letters-repository";

/** Stops the kind of letters that a token stands for, for its person; undefined where it stands for none. */
export const stopLettersBy =
  ({ db }: Pick<Deps, "db">) =>
  async (token: string) => {
    const choice = await lettersOf(db).findByToken(token);
    if (!choice) return undefined;
    await lettersOf(db).choose(choice.userId, choice.topic, false);
    return { ...choice, isWanted: false };
  };
