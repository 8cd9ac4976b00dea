import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/participation";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";
import { followContest } from "./follow-contest";
import { listFollowedContests } from "./list-followed-contests";

export function followsRoutes(app: FastifyInstance, deps: Deps): void {
  const follow = followContest(deps);
  const list = listFollowedContests(deps);

  registerEndpoint(app, contract.followContest, ({ params, body, caller }) =>
    follow(params.contestId, body.isFollowing, caller),
  );
  registerEndpoint(app, contract.listFollowedContests, ({ query, caller }) => list(caller, query));
}
