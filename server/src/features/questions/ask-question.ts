import { MAX_UNANSWERED_QUESTIONS } from "@conquest/shared/contracts/questions";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwConflict } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { canAsk } from "./domain/question-policy";
import { questionNotifications } from "./domain/question-notifications";
import { questionsRepository } from "./questions-repository";

export const askQuestion =
  ({ db, clock }: Deps) =>
  (contestId: string, text: string, caller: Caller): Promise<string> =>
    db.transaction(async (tx) => {
      // The lock serializes concurrent questions, so that the limit holds.
      const contest = orNotFound(await contestsRepository(tx).lockVisible(contestId, caller), "No such contest.");
      const askedAt = clock.now();
      assertAllowed(canAsk(contest, { isOwner: contest.creatorId === caller.id }, askedAt));
      await lockCaller(tx, caller);
      if ((await questionsRepository(tx).countWaiting(contestId, caller.id)) >= MAX_UNANSWERED_QUESTIONS) {
        throwConflict(
          "too_many_waiting",
          `${MAX_UNANSWERED_QUESTIONS} questions of yours wait for an answer here. Please wait for one, or take one back.`,
        );
      }
      const { id } = await questionsRepository(tx).insert({ contestId, askerId: caller.id, text, askedAt });
      await notify(tx, clock, questionNotifications.asked(contest, id, text));
      return id;
    });
