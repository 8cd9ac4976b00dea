import type { z } from "zod";
import type * as contract from "@conquest/shared/contracts/participation";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwConflict } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { assertOwnEmail, lockCaller } from "../../platform/people";
import { type Caller } from "../../platform/sessions/session";
import { canLeave } from "./domain/participation-policy";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { hasJoinedBefore } from "../extensions/domain/extension-policy";
import { withdrawEntry } from "../entries/domain/withdraw-entry";
import { participationsRepository } from "./domain/participations-repository";
import { participationNotifications } from "./participation-notifications";

export const leaveContest = (
  { db, clock }: Deps,
  { contestId, email, withdrawsEntry }: z.output<typeof contract.leaveContest.body>,
  caller: Caller,
): Promise<{ refundedTotal: number }> =>
  db.transaction(async (tx) => {
    assertOwnEmail(email, caller);
    const contest = orNotFound(await contestsRepository(tx).lockVisible(contestId, caller), "No such contest.");
    await lockCaller(tx, caller);
    const payment = await participationsRepository(tx).findPaid(contest.id, caller.id);
    const hasSubmitted = await participationsRepository(tx).hasSubmitted(contest.id, caller.id);
    const now = clock.now();
    assertAllowed(
      canLeave(
        contest,
        {
          hasJoined: payment !== undefined,
          hasSubmitted,
          joinedBeforeExtension: hasJoinedBefore(contest, payment?.paidAt),
        },
        now,
      ),
    );
    if (withdrawsEntry !== undefined && withdrawsEntry !== hasSubmitted)
      throwConflict(
        "entry_changed",
        hasSubmitted
          ? "You have submitted an entry, which is taken back when you leave. Please look at it again before you do."
          : "You have no entry here any more. Please look at it again before you leave.",
      );
    const { id, amount } = payment!;
    if (hasSubmitted) await withdrawEntry(tx, clock, contest.id, caller);
    await participationsRepository(tx).refund(id, now);
    await contestsRepository(tx).countParticipants(contest.id, { people: -1, taka: -amount });
    await notify(tx, clock, participationNotifications.left(contest, caller.id, { amount, hadEntry: hasSubmitted }));
    return { refundedTotal: amount };
  });
