import type { z } from "zod";
import type { joinReceipt } from "@conquest/shared/contracts/taking-part";
import type { Deps } from "../../platform/deps";
import { found, notFound, refuse } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { assertOwnEmail } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { amountDue } from "../contests/amount-due";
import { assertMay, mayJoin } from "../contests/contest-acts";
import { contestsOf } from "../contests/contests-repository";
import { participationsOf } from "../contests/participations-repository";
import { formatTaka } from "../contests/taka";

/** All that is kept of a card. Payment is simulated: no card number ever reaches the server. */
const TEST_CARD_LAST4 = "4242";

/** Takes a place in a contest and pays for it, exactly once. */
export const joinContest =
  ({ db, clock, config }: Deps) =>
  ({ contestId, email }: { contestId: string; email: string }, caller: Caller): Promise<z.input<typeof joinReceipt>> =>
    db.transaction(async (tx) => {
      assertOwnEmail(email, caller);
      const contest = found(await contestsOf(tx).lockVisible(contestId, caller), "No such contest.");
      const hasJoined = (await participationsOf(tx).findPaid(contest.id, caller.id)) !== undefined;
      // Read after the lock was granted: who waited past the deadline is too late.
      const now = clock.now();
      assertMay(mayJoin(contest, { isOwner: contest.creatorId === caller.id, hasJoined }, now));
      // Asked anew now that it is held: its creator may have been removed meanwhile. And who sees more than the public, like an
      // admin, cannot pay for what the public no longer sees.
      if (!(await contestsOf(tx).isVisibleTo(contest.id, null))) notFound("No such contest.");
      const amount = amountDue(contest, config.joinAmount);
      const payment =
        (await participationsOf(tx).insertPaid({ contestId: contest.id, userId: caller.id, amount, last4: TEST_CARD_LAST4, paidAt: now })) ??
        refuse("already_joined", "You have already joined this contest; nothing was charged again.");
      const participantCount = await contestsOf(tx).changeParticipantCount(contest.id, 1);
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
