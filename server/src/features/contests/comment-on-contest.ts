import type { ContestComment } from "@conquest/shared/contracts/contests";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { found, refuse } from "../../platform/errors";
import { notify } from "../../platform/notify";
import type { Caller } from "../../platform/session";
import { toComment } from "./contest-answers";
import { changeContest, insertComment, lockManagedContest } from "./contests-repository";

const LEAD: Record<ContestComment["decision"], (name: string) => string> = {
  comment: (name) => `An admin commented on “${name}”`,
  changes_requested: (name) => `“${name}” needs changes before it can open`,
  rejected: (name) => `“${name}” was rejected`,
};

/** Stores an admin's word and tells the creator; a pending contest may be sent back or rejected with it. */
export const commentOnContest = (
  db: Database,
  clock: Clock,
  id: string,
  { text, decision }: Pick<ContestComment, "text" | "decision">,
  caller: Caller,
): Promise<ContestComment> =>
  db.transaction(async (tx) => {
    const contest = found(await lockManagedContest(tx, id, caller), "No such contest.");
    const createdAt = clock.now();
    if (decision !== "comment") {
      if (contest.cancelledAt) refuse("cancelled", "This contest was cancelled; there is nothing left to decide.");
      if (contest.status === "open") refuse("already_open", "This contest is open already; it can be commented on, or cancelled.");
      await changeContest(tx, id, { review: decision, updatedAt: createdAt });
    }
    const commentId = await insertComment(tx, { contestId: id, authorId: caller.id, text, decision, createdAt });
    await notify(tx, clock, [
      {
        userId: contest.creatorId,
        kind: decision,
        text: `${LEAD[decision](contest.name)}: ${text}`,
        href: "/dashboard/my_created_contests",
      },
    ]);
    return toComment({ id: commentId, text, decision, createdAt, author: caller.name, authorRemovedAt: null });
  });
