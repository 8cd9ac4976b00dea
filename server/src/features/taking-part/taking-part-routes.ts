import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/taking-part";
import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { implement } from "../../platform/implement";
import { findPersonId } from "../../platform/people";
import { joinContest } from "./join-contest";
import { leaveContest } from "./leave-contest";
import { listParticipatedContests } from "./list-participated-contests";

export function takingPartRoutes(app: FastifyInstance, deps: Deps): void {
  const join = joinContest(deps);
  const leave = leaveContest(deps);
  const list = listParticipatedContests(deps);

  implement(app, contract.joinContest, ({ body, caller }) => join(body, caller));
  implement(app, contract.leaveContest, ({ body, caller }) => leave(body, caller));
  implement(app, contract.listParticipatedContests, async ({ params, query, caller }) => {
    const id = found(await findPersonId(deps.db, params.email, caller), "No such person.");
    return list(id, id === caller.id, query);
  });
}
