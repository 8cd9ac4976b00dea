import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/overview";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";
import { readCreatorOverview } from "./read-creator-overview";
import { readMyOverview } from "./read-my-overview";
import { readSiteOverview } from "./read-site-overview";

export function overviewRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, contract.getMyOverview, ({ caller }) => readMyOverview(deps, caller));
  registerEndpoint(app, contract.getCreatorOverview, ({ caller }) => readCreatorOverview(deps, caller));
  registerEndpoint(app, contract.getSiteOverview, ({ query }) => readSiteOverview(deps, query.period));
}
