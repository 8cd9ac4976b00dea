import { writeAudit } from "../../platform/audit/write-audit";
import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { notify } from "../../platform/notify";
import type { Caller } from "../../platform/session";
import { assertMay, mayReturnToReview } from "../contests/contest-acts";
import { contestsOf } from "../contests/contests-repository";
import { participationsOf } from "../contests/participations-repository";

/** Takes a confirmation back while nobody has paid: the contest leaves the public and waits for review again. */
export const returnToReview =
  ({ db, clock }: Deps) =>
  (id: string, caller: Caller): Promise<{ modifiedCount: number }> =>
    db.transaction(async (tx) => {
      const contest = found(await contestsOf(tx).lockManaged(id, caller), "No such contest.");
      assertMay(mayReturnToReview(contest, await participationsOf(tx).wasPaidFor(id)));
      await contestsOf(tx).change(id, { status: "pending", review: "in_review", featuredAt: null, updatedAt: clock.now() });
      await notify(tx, clock, [
        {
          userId: contest.creatorId,
          kind: "back_in_review",
          text: `“${contest.name}” is in review again: its confirmation was taken back.`,
          href: "/dashboard/my_created_contests",
        },
      ]);
      await writeAudit(tx, clock, { act: "contest_returned", by: caller, contestId: id, from: contest.review, to: "in_review" });
      return { modifiedCount: 1 };
    });
