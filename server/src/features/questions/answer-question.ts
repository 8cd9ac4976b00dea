import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { resolveActionRequests } from "../../platform/notify";
import { lockCallerAnd } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { contestsRepository } from "../contests/contests-repository";
import { notifyQuestionAnswered } from "../contests/discussion/question-notifications";
import { questionsRepository } from "./questions-repository";

const NONE = "No such question to a contest of yours.";

/** Answers a question for its contest's owner, or puts another answer in its place, and tells whoever asked. */
export const answerQuestion =
  ({ db, clock }: Deps) =>
  (id: string, text: string, caller: Caller): Promise<void> =>
    db.transaction(async (tx) => {
      const { contestId, askerId } = orNotFound(await questionsRepository(tx).find(id), NONE);
      const contest = orNotFound(await contestsRepository(tx).lockOwn(contestId, caller.id), NONE);
      // People before questions, as removing somebody holds them.
      const asker = await lockCallerAnd(tx, caller, askerId);
      const { answer } = orNotFound(await questionsRepository(tx).lock(id), NONE);
      if (answer === text) return;
      const now = clock.now();
      await questionsRepository(tx).change(
        id,
        answer === null ? { answer: text, answeredAt: now } : { answer: text, correctedAt: now },
      );
      await resolveActionRequests(tx, clock, `question:${id}`);
      // Who does not see the contest is told once it is on show again, if ever.
      if (!asker?.isActive || !(await contestsRepository(tx).isVisibleTo(contestId, { id: askerId, role: asker.role })))
        return;
      await notifyQuestionAnswered(tx, clock, contest, { id, askerId, answer: text, isFirst: answer === null });
    });
