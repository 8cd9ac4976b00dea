import type { FastifyInstance } from "fastify";
import { deleteContest as contract } from "@conquest/shared/contracts/publishing";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";
import { deleteContest } from "./delete-contest";

export function cancellationRoutes(app: FastifyInstance, deps: Deps): void {
  const remove = deleteContest(deps);

  registerEndpoint(app, contract, ({ params, body, caller }) => remove(params.id, body, caller));
}
