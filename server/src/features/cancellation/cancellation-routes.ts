import type { FastifyInstance } from "fastify";
import { deleteContest as contract } from "@conquest/shared/contracts/publishing";
import { message, type Message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import { orNotFound, throwConflict } from "../../platform/errors";
import { notify } from "../../platform/notify";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { canRemove } from "../contests/domain/contest-policy";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository, type ContestRow } from "../contests/domain/contests-repository";
import { participationsRepository } from "../participation/domain/participations-repository";
import { takaOf } from "../../platform/text/message-values";
import { endContest } from "./domain/end-contest";
import { cancellationNotifications } from "./domain/cancellation-notifications";
import { registerEndpoint } from "../../platform/register-endpoint";

/** Deletes a contest that was never joined; any other is cancelled, and its participants are refunded. */
const deleteContest = (
  { db, clock }: Deps,
  id: string,
  { reason, how }: { reason: string; how?: "delete" | "cancel" | undefined },
  caller: Caller,
): Promise<{ deletedCount: number; cancelled: boolean; refundedCount: number; refundedTotal: number }> =>
  db.transaction(async (tx) => {
    const contest = orNotFound(
      await contestsRepository(tx).lockManaged(id, caller),
      message("We couldn't find that contest in your account."),
    );
    await lockCaller(tx, caller);
    assertAllowed(canRemove(contest));
    if (how === "delete" && (await participationsRepository(tx).wasJoined(id)))
      throwConflict("was_paid_for", joinedMessage(contest));
    const result = await endContest(tx, clock, contest, { reason, by: caller });
    if (caller.id !== contest.creatorId)
      await notify(tx, clock, cancellationNotifications.endedByAdmin(contest, result, reason));
    const { isCancelled, refundedCount, refundedTotal } = result;
    return { deletedCount: isCancelled ? 0 : 1, cancelled: isCancelled, refundedCount, refundedTotal };
  });

function joinedMessage({ participantCount, paidTotal }: Pick<ContestRow, "participantCount" | "paidTotal">): Message {
  if (paidTotal === 0) return message("Someone joined since you opened this, so you can only cancel it now.");
  return message(
    "Someone joined since you opened this, so you can only cancel it now. This refunds {n, plural, one {# person} other {# people}}, {total} in total.",
    { n: participantCount, total: takaOf(paidTotal) },
  );
}

export function cancellationRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract, ({ params, body, caller }) => deleteContest(deps, params.id, body, caller));
}
