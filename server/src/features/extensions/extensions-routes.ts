import type { FastifyInstance } from "fastify";
import { extendDeadline as contract } from "@conquest/shared/contracts/deadline-extensions";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";
import { extendDeadline } from "./extend-deadline";

export function extensionsRoutes(app: FastifyInstance, deps: Deps): void {
  const extend = extendDeadline(deps);

  registerEndpoint(app, contract, ({ params, body, caller }) => extend(params.id, body, caller));
}
