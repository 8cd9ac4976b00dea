import { writeAudit } from "../../platform/audit/write-audit";
import type { Deps } from "../../platform/deps";
import { found, refuse } from "../../platform/errors";
import { letGoOfPictures } from "../../platform/files/uploaded-pictures";
import { notify, settle, type NoticeDraft } from "../../platform/notify";
import type { Caller } from "../../platform/session";
import { because, cancelContest } from "../contests/cancel-contest";
import { mayRemove } from "../contests/acts/contest-acts";
import { assertMay } from "../contests/acts/verdict";
import { contestsOf, type ContestRow } from "../contests/contests-repository";
import { endSeatsOfRemoved } from "../contests/judges/tell-judges";
import { participationsOf } from "../contests/participations-repository";
import { endReportsOfRemoved } from "../contests/reported/end-reports";

interface Outcome {
  deletedCount: number;
  cancelled: boolean;
  refundedCount: number;
  refundedTotal: number;
}

/** Deletes a contest that nobody ever paid for; any other is cancelled: everyone is refunded and told, and it is kept. */
export const deleteContest =
  ({ db, clock }: Deps) =>
  (id: string, { reason, how }: { reason: string; how?: "delete" | "cancel" | undefined }, caller: Caller): Promise<Outcome> =>
    db.transaction(async (tx) => {
      const contest = found(await contestsOf(tx).lockManaged(id, caller), "No such contest of yours.");
      assertMay(mayRemove(contest));
      if (!(await participationsOf(tx).wasJoined(id))) {
        await letGoOfPictures(tx, { contestId: id });
        await endReportsOfRemoved(tx, clock, contest);
        await endSeatsOfRemoved(tx, clock, contest);
        await settle(tx, clock, `review:${id}`, `changes:${id}`);
        await contestsOf(tx).remove(id);
        await writeAudit(tx, clock, { act: "contest_deleted", by: caller, contestId: id, from: contest.review, reason });
        await notify(tx, clock, noticeToOwner(contest, "deleted", reason, caller));
        return { deletedCount: 1, cancelled: false, refundedCount: 0, refundedTotal: 0 };
      }
      if (how === "delete") refuse("was_paid_for", "Somebody has joined since you opened this, so it can only be cancelled now.");
      const refunds = await cancelContest(tx, clock, contest, { reason, by: caller });
      await notify(tx, clock, noticeToOwner(contest, "cancelled", reason, caller));
      return { deletedCount: 0, cancelled: true, ...refunds };
    });

const noticeToOwner = (contest: ContestRow, what: "deleted" | "cancelled", reason: string, caller: Caller): NoticeDraft[] =>
  caller.id === contest.creatorId
    ? []
    : [
        {
          userId: contest.creatorId,
          kind: "cancelled",
          text: `Your contest “${contest.name}” was ${what} by an admin${because(reason)}`,
          href: "/dashboard/my_created_contests",
        },
      ];
