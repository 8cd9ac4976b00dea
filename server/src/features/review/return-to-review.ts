import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { returnToReview as contract } from "@conquest/shared/contracts/review";
import { contestComments, contestQuestions } from "../../database/schema/talk";
import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { lockCaller } from "../../platform/people";
import { type Caller } from "../../platform/sessions/session";
import { canReturnToReview } from "./domain/review-policy";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { participationsRepository } from "../participation/domain/participations-repository";
import { resolveQuestionRequests } from "../questions/domain/question-notifications";
import { writeRound } from "./domain/contest-rounds";
import { assertRevision } from "./assert-revision";
import { reviewNotifications } from "./review-notifications";

/** Hides a confirmed contest before its deadline, unless anyone paid. Its creator gets the reason as a comment. */
export const returnToReview =
  ({ db, clock }: Deps) =>
  (
    id: string,
    { reason, revision: read }: z.output<typeof contract.body>,
    caller: Caller,
  ): Promise<{ modifiedCount: number }> =>
    db.transaction(async (tx) => {
      const contest = orNotFound(await contestsRepository(tx).lockManaged(id, caller), "No such contest.");
      await lockCaller(tx, caller);
      const now = clock.now();
      assertAllowed(canReturnToReview(contest, await participationsRepository(tx).wasPaidFor(id), now));
      await assertRevision(tx, contest, read);
      await contestsRepository(tx).change(id, {
        status: "pending",
        review: "in_review",
        featuredAt: null,
        updatedAt: now,
      });
      await resolveQuestionRequests(tx, clock, eq(contestQuestions.contestId, id));
      const revision = await writeRound(tx, clock, { contestId: id, act: "returned", by: caller });
      if (reason)
        await tx
          .insert(contestComments)
          .values({ contestId: id, authorId: caller.id, text: reason, revision, createdAt: now });
      await notify(tx, clock, reviewNotifications.returned(contest, reason));
      await writeAudit(tx, clock, {
        act: "contest_returned",
        by: caller,
        contestId: id,
        from: contest.review,
        to: "in_review",
        reason,
      });
      return { modifiedCount: 1 };
    });
