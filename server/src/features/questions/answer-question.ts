import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { notify, settle } from "../../platform/notify";
import { holdCallerAnd } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { contestsOf } from "../contests/contests-repository";
import { answerKey, quoted, takeBackNotice } from "../contests/talk/talk-notices";
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
      // Of what is hidden after a report its creator tells nobody anything, and of what is cancelled nobody who cannot see it.
      if (!asker?.isActive || contest.hiddenAt || !(await contestsOf(tx).isVisibleTo(contestId, { id: askerId, role: asker.role }))) return;
      await takeBackNotice(tx, askerId, answerKey(id));
      const what = answer === null ? "has an answer" : "has another answer";
      await notify(tx, clock, [
        { userId: askerId, kind: "answer", text: `Your question about “${contest.name}” ${what}: ${quoted(text)}`, href: `/contest-details/${contestId}#questions`, onceKey: answerKey(id) },
      ]);
    });
