import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/next-steps";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";
import { NEWER_KINDS, listNextSteps } from "./list-next-steps";

export function nextStepsRoutes(app: FastifyInstance, deps: Deps): void {
  const nextSteps = listNextSteps(deps);

  registerEndpoint(app, contract.listNextSteps, ({ query, caller }) =>
    nextSteps(caller, query.kinds === "all" ? [] : NEWER_KINDS),
  );
}
