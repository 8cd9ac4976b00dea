import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { found, refuse } from "../../platform/errors";
import { notify } from "../../platform/notify";
import type { Caller } from "../../platform/session";
import { changeContest, lockManagedContest } from "./contests-repository";

/** Opens a pending contest to the public, while its deadline is still ahead. An open one stays as it is. */
export const confirmContest = (db: Database, clock: Clock, id: string, caller: Caller): Promise<{ modifiedCount: number }> =>
  db.transaction(async (tx) => {
    const contest = found(await lockManagedContest(tx, id, caller), "No such contest.");
    if (contest.cancelledAt) refuse("cancelled", "This contest was cancelled; it cannot be opened.");
    if (contest.status === "open") return { modifiedCount: 0 };
    const now = clock.now();
    if (contest.deadline <= now) refuse("deadline_passed", "Its deadline has passed. Ask the creator to move it first.");
    await changeContest(tx, id, { status: "open", review: "approved", openedAt: contest.openedAt ?? now, updatedAt: now });
    await notify(tx, clock, [
      {
        userId: contest.creatorId,
        kind: "contest_confirmed",
        text: `“${contest.name}” was confirmed and is open to everyone.`,
        href: `/contest-details/${id}`,
      },
    ]);
    return { modifiedCount: 1 };
  });
