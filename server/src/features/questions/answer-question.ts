import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { settle } from "../../platform/notify";
import { holdCallerAnd } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { contestsOf } from "../contests/contests-repository";
import { tellAnswered } from "../contests/talk/talk-notices";
import { questionsOf } from "./questions-repository";

const NONE = "No such question to a contest of yours.";

/** Answers a question for its contest's owner, or puts another answer in its place, and tells whoever asked. */
export const answerQuestion =
  ({ db, clock }: Deps) =>
  (id: string, text: string, caller: Caller): Promise<void> =>
    db.transaction(async (tx) => {
      const { contestId, askerId } = found(await questionsOf(tx).find(id), NONE);
      const contest = found(await contestsOf(tx).lockOwn(contestId, caller.id), NONE);
      // People before questions, as removing somebody holds them.
      const asker = await holdCallerAnd(tx, caller, askerId);
      const { answer } = found(await questionsOf(tx).lock(id), NONE);
      if (answer === text) return;
      const now = clock.now();
      await questionsOf(tx).change(id, answer === null ? { answer: text, answeredAt: now } : { answer: text, correctedAt: now });
      await settle(tx, clock, `question:${id}`);
      // Who does not see the contest is told once it is on show again, if ever.
      if (!asker?.isActive || !(await contestsOf(tx).isVisibleTo(contestId, { id: askerId, role: asker.role }))) return;
      await tellAnswered(tx, clock, contest, { id, askerId, answer: text, isFirst: answer === null });
    });
