import { MOST_WAITING } from "@conquest/shared/contracts/questions";
import type { Deps } from "../../platform/deps";
import { found, refuse } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { holdCaller } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { assertMay } from "../contests/acts/verdict";
import { contestsOf } from "../contests/contests-repository";
import { mayAsk } from "../contests/talk/talk-acts";
import { questionKey, quoted } from "../contests/talk/talk-notices";
import { questionsOf } from "./questions-repository";

/** Asks a contest's creator in public, and tells them. Answers the question's id. */
export const askQuestion =
  ({ db, clock }: Deps) =>
  (contestId: string, text: string, caller: Caller): Promise<string> =>
    db.transaction(async (tx) => {
      // Held: whoever asks twice at once is counted one after the other.
      const contest = found(await contestsOf(tx).lockVisible(contestId, caller), "No such contest.");
      const askedAt = clock.now();
      assertMay(mayAsk(contest, { isOwner: contest.creatorId === caller.id }, askedAt));
      await holdCaller(tx, caller);
      if ((await questionsOf(tx).countWaiting(contestId, caller.id)) >= MOST_WAITING) {
        refuse("too_many_waiting", `${MOST_WAITING} questions of yours wait for an answer here. Please wait for one, or take one back.`);
      }
      const { id } = await questionsOf(tx).insert({ contestId, askerId: caller.id, text, askedAt });
      await notify(tx, clock, [
        { userId: contest.creatorId, kind: "question", text: `Somebody asks about “${contest.name}”: ${quoted(text)}`, href: `/contest-details/${contestId}#questions`, onceKey: questionKey(id), asks: `question:${id}` },
      ]);
      return id;
    });
