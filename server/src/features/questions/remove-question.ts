import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { lockCallerAnd } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { canRemoveQuestion } from "./domain/question-policy";
import { questionNotifications, withdrawQuestionNotifications } from "./domain/question-notifications";
import { questionsRepository } from "./questions-repository";

const NOT_FOUND = "No such question. It may have been removed already.";

/** Notifies the asker, unless they removed it themselves or no longer see the contest. */
export const removeQuestion =
  ({ db, clock }: Deps) =>
  (id: string, caller: Caller): Promise<{ deletedCount: number }> =>
    db.transaction(async (tx) => {
      const { contestId, askerId } = orNotFound(await questionsRepository(tx).find(id), NOT_FOUND);
      // Serializes with answers. Askers can remove their own question even if the contest is hidden.
      const contest = orNotFound(
        askerId === caller.id
          ? await contestsRepository(tx).lockAny(contestId)
          : await contestsRepository(tx).lockVisible(contestId, caller),
        NOT_FOUND,
      );
      const asker = await lockCallerAnd(tx, caller, askerId);
      const question = orNotFound(await questionsRepository(tx).lock(id), NOT_FOUND);
      const [isOwner, isOwn] = [contest.creatorId === caller.id, askerId === caller.id];
      assertAllowed(
        canRemoveQuestion(
          { isAnswered: question.answer !== null, isOwn },
          { isOwner, isAdmin: caller.role === "admin" },
        ),
      );
      await questionsRepository(tx).remove(id);
      await withdrawQuestionNotifications(tx, { id, creatorId: contest.creatorId, askerId });
      if (
        asker?.isActive &&
        !isOwn &&
        (await contestsRepository(tx).isVisibleTo(contestId, { id: askerId, role: asker.role }))
      )
        await notify(tx, clock, questionNotifications.removed(contest, askerId, isOwner ? "creator" : "admin"));
      return { deletedCount: 1 };
    });
