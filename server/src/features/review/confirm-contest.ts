import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { notify, resolveActionRequests } from "../../platform/notify";
import { lockCallerAnd } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { canConfirm } from "./domain/review-policy";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { writeRound } from "./domain/contest-rounds";
import { assertRevision } from "./assert-revision";
import { reviewNotifications } from "./review-notifications";

/** Opens a pending contest to the public; throws if it was changed since revision `read`. */
export const confirmContest =
  ({ db, clock }: Deps) =>
  (id: string, read: number | undefined, caller: Caller): Promise<{ modifiedCount: number }> =>
    db.transaction(async (tx) => {
      const contest = orNotFound(await contestsRepository(tx).lockManaged(id, caller), "No such contest.");
      const creator = await lockCallerAnd(tx, caller, contest.creatorId);
      if (contest.status === "open" && !contest.cancelledAt) return { modifiedCount: 0 };
      const now = clock.now();
      await assertRevision(tx, contest, read);
      assertAllowed(canConfirm(contest, creator?.role === "user", now));
      await contestsRepository(tx).change(id, {
        status: "open",
        review: "approved",
        openedAt: contest.openedAt ?? now,
        updatedAt: now,
      });
      await writeRound(tx, clock, { contestId: id, act: "confirmed", by: caller });
      await resolveActionRequests(tx, clock, `review:${id}`, `changes:${id}`);
      await notify(tx, clock, reviewNotifications.confirmed(contest));
      await writeAudit(tx, clock, {
        act: "contest_confirmed",
        by: caller,
        contestId: id,
        from: contest.review,
        to: "approved",
      });
      return { modifiedCount: 1 };
    });
