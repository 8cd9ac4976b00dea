import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { resolveActionRequests } from "../../platform/notify";
import { lockCallerAnd } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { contestsRepository } from "../contests/domain/contests-repository";
import { notifyQuestionAnswered } from "./domain/question-notifications";
import { questionsRepository } from "./questions-repository";

const NOT_FOUND = "No such question to a contest of yours.";

/** Also replaces an existing answer. */
export const answerQuestion =
  ({ db, clock }: Deps) =>
  (id: string, text: string, caller: Caller): Promise<void> =>
    db.transaction(async (tx) => {
      const { contestId, askerId } = orNotFound(await questionsRepository(tx).find(id), NOT_FOUND);
      const contest = orNotFound(await contestsRepository(tx).lockOwn(contestId, caller.id), NOT_FOUND);
      // Locks users before questions, as removing a user does.
      const asker = await lockCallerAnd(tx, caller, askerId);
      const { answer } = orNotFound(await questionsRepository(tx).lock(id), NOT_FOUND);
      if (answer === text) return;
      const now = clock.now();
      await questionsRepository(tx).change(
        id,
        answer === null ? { answer: text, answeredAt: now } : { answer: text, correctedAt: now },
      );
      await resolveActionRequests(tx, clock, `question:${id}`);
      // Users who cannot see the contest are notified if it becomes visible again.
      if (!asker?.isActive || !(await contestsRepository(tx).isVisibleTo(contestId, { id: askerId, role: asker.role })))
        return;
      await notifyQuestionAnswered(tx, clock, contest, { id, askerId, answer: text, isFirst: answer === null });
    });
