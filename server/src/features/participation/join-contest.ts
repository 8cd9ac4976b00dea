import type { z } from "zod";
import type * as contract from "@conquest/shared/contracts/participation";
import type { Deps } from "../../platform/deps";
import { createKeyedBatcher } from "../../platform/concurrency/keyed-batcher";
import { assertOwnEmail } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { createParticipations } from "./create-participations";

const MAX_BATCH = 100;

/** Joins a contest and charges once. Concurrent joins of one contest are batched into one transaction. */
export const joinContest = (deps: Pick<Deps, "db" | "clock" | "config">) => {
  const join = createKeyedBatcher(MAX_BATCH, createParticipations(deps));

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
