import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/taking-part";
import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { implement } from "../../platform/implement";
import { findPersonId } from "../../platform/people";
import { followContest } from "./follow-contest";
import { joinContest } from "./join-contest";
import { leaveContest } from "./leave-contest";
import { listFollowedContests } from "./list-followed-contests";
import { listParticipatedContests } from "./list-participated-contests";

export function takingPartRoutes(app: FastifyInstance, deps: Deps): void {
  const join = joinContest(deps);
  const leave = leaveContest(deps);
  const list = listParticipatedContests(deps);
  const follow = followContest(deps);
  const listFollowed = listFollowedContests(deps);

  implement(app, contract.joinContest, ({ body, caller }) => join(body, caller));
  implement(app, contract.leaveContest, ({ body, caller }) => leave(body, caller));
  implement(app, contract.followContest, ({ params, body, caller }) => follow(params.contestId, body.isFollowing, caller));
  implement(app, contract.listFollowedContests, ({ query, caller }) => listFollowed(caller, query));
  implement(app, contract.listParticipatedContests, async ({ params, query, caller }) => {
    const id = found(await findPersonId(deps.db, params.email, caller), "No such person.");
    return list(id, id === caller.id, query);
  });
}
