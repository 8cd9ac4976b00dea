import type { z } from "zod";
import type * as contract from "@conquest/shared/contracts/participation";
import type { Deps } from "../../platform/deps";
import { createKeyedBatcher } from "../../platform/concurrency/keyed-batcher";
import { assertOwnEmail } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { createParticipations } from "./create-participations";

/** How many join one contest in one transaction. */
const TOGETHER = 100;

/** Takes a place in a contest and pays for it, exactly once. Those who join one contest at the same time do it together. */
export const joinContest = (deps: Pick<Deps, "db" | "clock" | "config">) => {
  const join = createKeyedBatcher(TOGETHER, createParticipations(deps));

  return async (
    { contestId, email, amount: expected }: z.output<typeof contract.joinContest.body>,
    caller: Caller,
  ): Promise<z.input<typeof contract.joinReceipt>> => {
    assertOwnEmail(email, caller);
    const { amount, last4, state, paidAt, participantCount } = await join(contestId, {
      person: caller,
      amount: expected,
    });
    return { contestId, amount, last4, paymentStatus: state, paidAt: paidAt.toISOString(), participantCount };
  };
};
