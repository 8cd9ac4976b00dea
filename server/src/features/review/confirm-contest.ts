import { writeAudit } from "../../platform/audit/write-audit";
import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { notify, settle } from "../../platform/notify";
import { holdCallerAnd } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { mayConfirm } from "../contests/acts/review-acts";
import { assertMay } from "../contests/acts/verdict";
import { contestsOf } from "../contests/contests-repository";
import { writeRound } from "../contests/rounds/contest-rounds";
import { assertAsRead } from "./assert-as-read";

/** Opens a pending contest to the public, while its deadline is still ahead and, where `read` says, it is what was read. An open one stays as it is. */
export const confirmContest =
  ({ db, clock }: Deps) =>
  (id: string, read: number | undefined, caller: Caller): Promise<{ modifiedCount: number }> =>
    db.transaction(async (tx) => {
      const contest = found(await contestsOf(tx).lockManaged(id, caller), "No such contest.");
      const creator = await holdCallerAnd(tx, caller, contest.creatorId);
      if (contest.status === "open" && !contest.cancelledAt) return { modifiedCount: 0 };
      const now = clock.now();
      await assertAsRead(tx, contest, read);
      assertMay(mayConfirm(contest, creator?.role === "user", now));
      await contestsOf(tx).change(id, { status: "open", review: "approved", openedAt: contest.openedAt ?? now, updatedAt: now });
      await writeRound(tx, clock, { contestId: id, act: "confirmed", by: caller });
      await settle(tx, clock, `review:${id}`, `changes:${id}`);
      await notify(tx, clock, [
        {
          userId: contest.creatorId,
          kind: "contest_confirmed",
          text: `“${contest.name}” was confirmed and is open to everyone.`,
          href: `/contest-details/${id}`,
        },
      ]);
      await writeAudit(tx, clock, { act: "contest_confirmed", by: caller, contestId: id, from: contest.review, to: "approved" });
      return { modifiedCount: 1 };
    });
