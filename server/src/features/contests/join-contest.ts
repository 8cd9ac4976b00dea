import type { z } from "zod";
import type { joinReceipt } from "@conquest/shared/contracts/taking-part";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { found, notFound, refuse } from "../../platform/errors";
import { notify } from "../../platform/notify";
import type { Caller } from "../../platform/session";
import { amountDue, type JoinAmount } from "./amount-due";
import { assertOpen } from "./assert-open";
import { assertOwnEmail } from "./assert-own-email";
import { changeParticipantCount, isVisibleTo, lockVisibleContest } from "./contests-repository";
import { findPaid, insertPaid } from "./participation-repository";
import { formatTaka } from "./taka";

/** All that is kept of a card. Payment is simulated: no card number ever reaches the server. */
const TEST_CARD_LAST4 = "4242";

/** Takes a place in a contest and pays for it, exactly once. */
export const joinContest = (
  db: Database,
  clock: Clock,
  joinAmount: JoinAmount,
  { contestId, email }: { contestId: string; email: string },
  caller: Caller,
): Promise<z.input<typeof joinReceipt>> =>
  db.transaction(async (tx) => {
    assertOwnEmail(email, caller);
    const contest = found(await lockVisibleContest(tx, contestId, caller), "No such contest.");
    if (contest.creatorId === caller.id) refuse("own_contest", "This is your own contest; you cannot join it.");
    if (await findPaid(tx, contest.id, caller.id)) refuseAlreadyJoined();
    // Read after the lock was granted: who waited past the deadline is too late.
    const now = clock.now();
    assertOpen(contest, now);
    // Asked anew now that it is held: its creator may have been removed meanwhile. And who sees more than the public, like an
    // admin, cannot pay for what the public no longer sees.
    if (!(await isVisibleTo(tx, contest.id, null))) notFound("No such contest.");
    const amount = amountDue(contest, joinAmount);
    const payment =
      (await insertPaid(tx, { contestId: contest.id, userId: caller.id, amount, last4: TEST_CARD_LAST4, paidAt: now })) ??
      refuseAlreadyJoined();
    const participantCount = await changeParticipantCount(tx, contest.id, 1);
    await notify(tx, clock, [
      {
        userId: caller.id,
        kind: "joined",
        text: `You joined “${contest.name}” and paid ${formatTaka(amount)}.`,
        href: `/contest-details/${contest.id}`,
      },
    ]);
    return {
      contestId: contest.id,
      amount: payment.amount,
      last4: payment.last4,
      paymentStatus: payment.state,
      paidAt: payment.paidAt.toISOString(),
      participantCount,
    };
  });

const refuseAlreadyJoined = () => refuse("already_joined", "You have already joined this contest; nothing was charged again.");
