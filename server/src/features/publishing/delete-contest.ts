import type { Deps } from "../../platform/deps";
import { found, refuse } from "../../platform/errors";
import { letGoOfPictures } from "../../platform/files/uploaded-pictures";
import { notify, type NoticeDraft } from "../../platform/notify";
import type { Caller } from "../../platform/session";
import { assertMay, mayRemove } from "../contests/contest-acts";
import { contestsOf, type ContestRow } from "../contests/contests-repository";
import { participationsOf } from "../contests/participations-repository";
import { formatTaka } from "../contests/taka";

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
      if (!(await participationsOf(tx).wasPaidFor(id))) {
        await letGoOfPictures(tx, { contestId: id });
        await contestsOf(tx).remove(id);
        await notify(tx, clock, noticeToOwner(contest, "deleted", reason, caller));
        return { deletedCount: 1, cancelled: false, refundedCount: 0, refundedTotal: 0 };
      }
      if (how === "delete") refuse("was_paid_for", "Somebody has joined since you opened this, so it can only be cancelled now.");
      const now = clock.now();
      const refunds = await participationsOf(tx).refundAll(id, now);
      await contestsOf(tx).change(id, { cancelledAt: now, cancelReason: reason, cancelledBy: caller.id, participantCount: 0, updatedAt: now });
      await notify(tx, clock, [
        ...refunds.map(({ userId, amount }): NoticeDraft => ({
          userId,
          kind: "cancelled",
          text: `“${contest.name}” was cancelled${because(reason)} Your ${formatTaka(amount)} was refunded.`,
          href: `/contest-details/${id}`,
        })),
        ...noticeToOwner(contest, "cancelled", reason, caller),
      ]);
      return {
        deletedCount: 0,
        cancelled: true,
        refundedCount: refunds.length,
        refundedTotal: refunds.reduce((total, { amount }) => total + amount, 0),
      };
    });

const because = (reason: string) => (reason === "" ? "." : `: ${/[.!?…]$/.test(reason) ? reason : `${reason}.`}`);

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
