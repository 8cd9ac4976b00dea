import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { found, refuse } from "../../platform/errors";
import { notify } from "../../platform/notify";
import type { Caller } from "../../platform/session";
import { assertOpen } from "./assert-open";
import { assertOwnEmail } from "./assert-own-email";
import { changeParticipantCount, lockVisibleContest } from "./contests-repository";
import { findEntryOf } from "./entries-repository";
import { findPaid, refund } from "./participation-repository";
import { formatTaka } from "./taka";

/** Gives a place back for the full amount, until an entry was submitted or the deadline has come. */
export const leaveContest = (
  db: Database,
  clock: Clock,
  { contestId, email }: { contestId: string; email: string },
  caller: Caller,
): Promise<{ refundedTotal: number }> =>
  db.transaction(async (tx) => {
    assertOwnEmail(email, caller);
    const contest = found(await lockVisibleContest(tx, contestId, caller), "No such contest.");
    const payment = (await findPaid(tx, contest.id, caller.id)) ?? refuse("not_joined", "You have not joined this contest.");
    const now = clock.now();
    assertOpen(contest, now);
    if (await findEntryOf(tx, contest.id, caller.id)) {
      refuse("already_submitted", "You have submitted an entry, so you can no longer leave.");
    }
    await refund(tx, payment.id, now);
    await changeParticipantCount(tx, contest.id, -1);
    await notify(tx, clock, [
      {
        userId: caller.id,
        kind: "refunded",
        text: `You left “${contest.name}”. Your ${formatTaka(payment.amount)} was refunded.`,
        href: `/contest-details/${contest.id}`,
      },
    ]);
    return { refundedTotal: payment.amount };
  });
