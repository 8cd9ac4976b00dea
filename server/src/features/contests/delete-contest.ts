import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { found, refuse } from "../../platform/errors";
import { notify, type NoticeDraft } from "../../platform/notify";
import type { Caller } from "../../platform/session";
import { changeContest, lockManagedContest, removeContest, type ContestRow } from "./contests-repository";
import { hasAnyPayment, refundAll } from "./participation-repository";
import { formatTaka } from "./taka";

interface Outcome {
  deletedCount: number;
  cancelled: boolean;
  refundedCount: number;
  refundedTotal: number;
}

/** Deletes a contest that nobody ever paid for; any other is cancelled: everyone is refunded and told, and it is kept. */
export const deleteContest = (db: Database, clock: Clock, id: string, reason: string, caller: Caller): Promise<Outcome> =>
  db.transaction(async (tx) => {
    const contest = found(await lockManagedContest(tx, id, caller), "No such contest of yours.");
    if (contest.cancelledAt) refuse("cancelled", "This contest was already cancelled.");
    if (contest.winnerAt) refuse("completed", "This contest has a winner, so it can no longer be deleted or cancelled.");
    if (!(await hasAnyPayment(tx, id))) {
      await removeContest(tx, id);
      await notify(tx, clock, noticeToOwner(contest, "deleted", reason, caller));
      return { deletedCount: 1, cancelled: false, refundedCount: 0, refundedTotal: 0 };
    }
    const now = clock.now();
    const refunds = await refundAll(tx, id, now);
    await changeContest(tx, id, { cancelledAt: now, cancelReason: reason, cancelledBy: caller.id, participantCount: 0, updatedAt: now });
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
