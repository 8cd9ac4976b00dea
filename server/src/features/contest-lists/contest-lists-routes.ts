import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/listing";
import type { Deps } from "../../platform/deps";
import type {} from "../../platform/feature";
import { registerEndpoint } from "../../platform/register-endpoint";
import { compactCounts } from "./domain/contest-counts";
import { orderOf } from "./domain/contest-orders";
import { listFeaturedContests } from "./list-featured-contests";
import { listPublicContests } from "./list-public-contests";
import { moveStages } from "./move-stages";

const MAX_POPULAR = 6;

export function contestListsRoutes(app: FastifyInstance, deps: Deps): void {
  const list = listPublicContests(deps);

  registerEndpoint(app, contract.searchContests, ({ params: { searchTerm }, query }) =>
    list({ filter: { q: searchTerm }, order: "best match", query }),
  );
  registerEndpoint(app, contract.listPopularContests, async () => {
    const { items } = await list({ filter: { phase: "open" }, order: "popular", query: { limit: MAX_POPULAR } });
    return items;
  });
  registerEndpoint(app, contract.listFeaturedContests, listFeaturedContests(deps));
  registerEndpoint(app, contract.listTopContests, ({ query }) => list({ order: "popular", query }));
  registerEndpoint(app, contract.listContests, ({ query }) =>
    list({ filter: query, order: query.sort ? orderOf(query.sort, deps.config.joinAmount) : "latest", query }),
  );

  app.jobs.set("move_stages", () => moveStages(deps));
  app.jobs.set("add_up_tally", () => compactCounts(deps.db));
}
