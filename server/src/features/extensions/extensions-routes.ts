import type { z } from "zod";
import type { FastifyInstance } from "fastify";
import { extendDeadline as contract } from "@conquest/shared/contracts/deadline-extensions";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import { throwValidationError, orNotFound, throwConflict } from "../../platform/errors";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { leaveWindowEnd, canExtend, extensionError } from "./domain/extension-policy";
import { moveDeadline } from "./domain/move-deadline";
import { managedContests } from "../contest-lists/domain/managed-contests";
import { writeRound } from "../review/domain/contest-rounds";
import { assertFutureDeadline } from "../contests/domain/contest-policy";
import { registerEndpoint } from "../../platform/register-endpoint";

const extendDeadline = (
  deps: Deps,
  id: string,
  { deadline: instant, reason, from }: z.output<typeof contract.body>,
  caller: Caller,
): Promise<z.input<typeof contract.response>> =>
  deps.db.transaction(async (tx) => {
    const contest = orNotFound(
      await contestsRepository(tx).lockOwn(id, caller.id),
      message("We couldn't find that contest in your account."),
    );
    await lockCaller(tx, caller);
    const now = deps.clock.now();
    const deadline = new Date(instant);
    assertAllowed(canExtend(contest, now));
    if (from !== undefined && Date.parse(from) !== contest.deadline.getTime())
      throwConflict("deadline_changed", message("Someone changed the deadline. Review it before you extend it."));
    const rejection = extensionError(contest, deadline, now);
    if (rejection) throwValidationError({ deadline: rejection });
    assertFutureDeadline(deadline, now);
    await moveDeadline(tx, deps.clock, contest, { deadline, reason, by: caller });
    await writeRound(tx, deps.clock, { contestId: id, act: "edited", by: caller });
    return {
      contest: (await managedContests({ ...deps, db: tx }).find(id, caller))!,
      toldCount: contest.participantCount,
      leavesUntil: leaveWindowEnd(now).toISOString(),
    };
  });

export function extensionsRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract, ({ params, body, caller }) => extendDeadline(deps, params.id, body, caller));
}
