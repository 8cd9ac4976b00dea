import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { holdCallerAnd } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { assertMay } from "../contests/acts/verdict";
import { contestsOf } from "../contests/contests-repository";
import { mayRemoveQuestion } from "../contests/talk/talk-acts";
import { answerKey, questionKey, takeBackNotice } from "../contests/talk/talk-notices";
import { questionsOf } from "./questions-repository";

const NONE = "No such question. It may have been removed already.";

/** Removes a question with its answer; who asked is told, unless they took it back themselves or do not see the contest any more. */
export const removeQuestion =
  ({ db, clock }: Deps) =>
  (id: string, caller: Caller): Promise<{ deletedCount: number }> =>
    db.transaction(async (tx) => {
      const { contestId, askerId } = found(await questionsOf(tx).find(id), NONE);
      // Held, so that an answer that comes at this moment is there or is not.
      // One's own also where the contest is not on show any more.
      const contest = found(askerId === caller.id ? await contestsOf(tx).lockAny(contestId) : await contestsOf(tx).lockVisible(contestId, caller), NONE);
      const asker = await holdCallerAnd(tx, caller, askerId);
      const question = found(await questionsOf(tx).lock(id), NONE);
      const [isOwner, isOwn] = [contest.creatorId === caller.id, askerId === caller.id];
      assertMay(mayRemoveQuestion({ isAnswered: question.answer !== null, isOwn }, { isOwner, isAdmin: caller.role === "admin" }));
      await questionsOf(tx).remove(id);
      await takeBackNotice(tx, contest.creatorId, questionKey(id));
      await takeBackNotice(tx, askerId, answerKey(id));
      if (asker?.isActive && !isOwn && (await contestsOf(tx).isVisibleTo(contestId, { id: askerId, role: asker.role }))) {
        const by = isOwner ? "its creator" : "an admin";
        await notify(tx, clock, [{ userId: askerId, kind: "question_removed", text: `A question of yours about “${contest.name}” was removed by ${by}.`, href: `/contest-details/${contestId}#questions` }]);
      }
      return { deletedCount: 1 };
    });
