import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { found } from "../../platform/errors";
import { notify } from "../../platform/notify";
import type { Caller } from "../../platform/session";
import { assertMay, mayReturnToReview } from "./contest-acts";
import { changeContest, lockManagedContest } from "./contests-repository";
import { hasAnyPayment } from "./participation-repository";

/** Takes a confirmation back while nobody has paid: the contest leaves the public and waits for review again. */
export const returnToReview = (db: Database, clock: Clock, id: string, caller: Caller): Promise<{ modifiedCount: number }> =>
  db.transaction(async (tx) => {
    const contest = found(await lockManagedContest(tx, id, caller), "No such contest.");
    assertMay(mayReturnToReview(contest, await hasAnyPayment(tx, id)));
    await changeContest(tx, id, { status: "pending", review: "in_review", updatedAt: clock.now() });
    await notify(tx, clock, [
      {
        userId: contest.creatorId,
        kind: "back_in_review",
        text: `“${contest.name}” is in review again: its confirmation was taken back.`,
        href: "/dashboard/my_created_contests",
      },
    ]);
    return { modifiedCount: 1 };
  });
