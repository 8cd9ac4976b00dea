import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/participation";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { findPersonId } from "../../platform/people";
import { followContest } from "../follows/follow-contest";
import { joinContest } from "./join-contest";
import { leaveContest } from "./leave-contest";
import { listFollowedContests } from "../follows/list-followed-contests";
import { listParticipatedContests } from "./list-participated-contests";

export function participationRoutes(app: FastifyInstance, deps: Deps): void {
  const join = joinContest(deps);
  const leave = leaveContest(deps);
  const list = listParticipatedContests(deps);
  const follow = followContest(deps);
  const listFollowed = listFollowedContests(deps);

  registerEndpoint(app, contract.joinContest, ({ body, caller }) => join(body, caller));
  registerEndpoint(app, contract.leaveContest, ({ body, caller }) => leave(body, caller));
  registerEndpoint(app, contract.followContest, ({ params, body, caller }) =>
    follow(params.contestId, body.isFollowing, caller),
  );
  registerEndpoint(app, contract.listFollowedContests, ({ query, caller }) => listFollowed(caller, query));
  registerEndpoint(app, contract.listParticipatedContests, async ({ params, query, caller }) => {
    const id = orNotFound(await findPersonId(deps.db, params.email, caller), "No such person.");
    return list(id, id === caller.id, query);
  });
}
