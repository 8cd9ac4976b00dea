import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { assertOwnEmail } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { assertMay, mayLeave } from "../contests/contest-acts";
import { contestsOf } from "../contests/contests-repository";
import { participationsOf } from "../contests/participations-repository";
import { formatTaka, refunded } from "../contests/taka";

/** Gives a place back for the full amount, until an entry was submitted or the deadline has come. */
export const leaveContest =
  ({ db, clock }: Deps) =>
  ({ contestId, email }: { contestId: string; email: string }, caller: Caller): Promise<{ refundedTotal: number }> =>
    db.transaction(async (tx) => {
      assertOwnEmail(email, caller);
      const contest = found(await contestsOf(tx).lockVisible(contestId, caller), "No such contest.");
      const payment = await participationsOf(tx).findPaid(contest.id, caller.id);
      const hasSubmitted = await participationsOf(tx).hasSubmitted(contest.id, caller.id);
      const now = clock.now();
      assertMay(mayLeave(contest, { hasJoined: payment !== undefined, hasSubmitted }, now));
      const { id, amount } = payment!;
      await participationsOf(tx).refund(id, now);
      await contestsOf(tx).countParticipants(contest.id, { people: -1, taka: -amount });
      await notify(tx, clock, [
        {
          userId: caller.id,
          kind: "refunded",
          text: `You left “${contest.name}”.${refunded(amount)}`,
          href: `/contest-details/${contest.id}`,
          amount: amount === 0 ? undefined : formatTaka(amount),
        },
      ]);
      return { refundedTotal: amount };
    });
