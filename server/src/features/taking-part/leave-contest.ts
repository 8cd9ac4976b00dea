import type { z } from "zod";
import type * as contract from "@conquest/shared/contracts/taking-part";
import type { Deps } from "../../platform/deps";
import { found, refuse } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { assertOwnEmail, holdCaller } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { mayLeave } from "../contests/acts/contest-acts";
import { assertMay } from "../contests/acts/verdict";
import { contestsOf } from "../contests/contests-repository";
import { wasThereBefore } from "../contests/extending/extension-acts";
import { withdrawEntry } from "../contests/extending/withdraw-entry";
import { participationsOf } from "../contests/participations-repository";
import { formatTaka, refunded } from "../contests/money/taka";

const WITHDRAWS = "You have submitted an entry, which is taken back when you leave. Please look at it again before you do.";

/** Gives a place back for the full amount, and takes the entry back where one may leave with it. */
export const leaveContest =
  ({ db, clock }: Deps) =>
  ({ contestId, email, withdrawsEntry }: z.output<typeof contract.leaveContest.body>, caller: Caller): Promise<{ refundedTotal: number }> =>
    db.transaction(async (tx) => {
      assertOwnEmail(email, caller);
      const contest = found(await contestsOf(tx).lockVisible(contestId, caller), "No such contest.");
      await holdCaller(tx, caller);
      const payment = await participationsOf(tx).findPaid(contest.id, caller.id);
      const hasSubmitted = await participationsOf(tx).hasSubmitted(contest.id, caller.id);
      const now = clock.now();
      assertMay(mayLeave(contest, { hasJoined: payment !== undefined, hasSubmitted, joinedBeforeExtension: wasThereBefore(contest, payment?.paidAt) }, now));
      if (withdrawsEntry !== undefined && withdrawsEntry !== hasSubmitted) refuse("entry_changed", hasSubmitted ? WITHDRAWS : "You have no entry here any more. Please look at it again before you leave.");
      const { id, amount } = payment!;
      if (hasSubmitted) await withdrawEntry(tx, clock, contest.id, caller);
      await participationsOf(tx).refund(id, now);
      await contestsOf(tx).countParticipants(contest.id, { people: -1, taka: -amount });
      await notify(tx, clock, [
        {
          userId: caller.id,
          kind: "refunded",
          text: `You left “${contest.name}”.${refunded(amount)}${hasSubmitted ? " Your entry was taken back." : ""}`,
          href: `/contest-details/${contest.id}`,
          amount: amount === 0 ? undefined : formatTaka(amount),
        },
      ]);
      return { refundedTotal: amount };
    });
