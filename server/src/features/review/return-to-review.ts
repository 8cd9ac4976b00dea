import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { returnToReview as contract } from "@conquest/shared/contracts/review";
import { contestComments, contestQuestions } from "../../database/schema/talk";
import { writeAudit } from "../../platform/audit/write-audit";
import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { holdCaller } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { because } from "../../platform/text/as-sentence";
import { mayReturnToReview } from "../contests/acts/review-acts";
import { assertMay } from "../contests/acts/verdict";
import { contestsOf } from "../contests/contests-repository";
import { participationsOf } from "../contests/participations-repository";
import { settleQuestions } from "../contests/talk/talk-notices";
import { writeRound } from "../contests/rounds/contest-rounds";
import { assertAsRead } from "./assert-as-read";

/** Takes a confirmation back until the deadline, while nobody has paid: the contest leaves the public and waits for review again. Its creator is told why, and finds it among the comments. */
export const returnToReview =
  ({ db, clock }: Deps) =>
  (id: string, { reason, revision: read }: z.output<typeof contract.body>, caller: Caller): Promise<{ modifiedCount: number }> =>
    db.transaction(async (tx) => {
      const contest = found(await contestsOf(tx).lockManaged(id, caller), "No such contest.");
      await holdCaller(tx, caller);
      const now = clock.now();
      assertMay(mayReturnToReview(contest, await participationsOf(tx).wasPaidFor(id), now));
      await assertAsRead(tx, contest, read);
      await contestsOf(tx).change(id, { status: "pending", review: "in_review", featuredAt: null, updatedAt: now });
      await settleQuestions(tx, clock, eq(contestQuestions.contestId, id));
      const revision = await writeRound(tx, clock, { contestId: id, act: "returned", by: caller });
      if (reason) await tx.insert(contestComments).values({ contestId: id, authorId: caller.id, text: reason, revision, createdAt: now });
      await notify(tx, clock, [
        {
          userId: contest.creatorId,
          kind: "back_in_review",
          text: `“${contest.name}” is in review again: its confirmation was taken back${because(reason)}`,
          href: `/dashboard/my_created_contests?contest=${id}`,
        },
      ]);
      await writeAudit(tx, clock, { act: "contest_returned", by: caller, contestId: id, from: contest.review, to: "in_review", reason });
      return { modifiedCount: 1 };
    });
