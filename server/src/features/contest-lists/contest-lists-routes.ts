import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/listing";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { orderOf } from "./domain/contest-orders";
import { sendCalendar } from "../contests/contest-calendar";
import { creatorsRepository } from "../creators/find-creator";
import { listBestCreators } from "../creators/list-best-creators";
import { listFeaturedContests } from "./list-featured-contests";
import { listPublicContests } from "./list-public-contests";
import { findContestDetails } from "../contests/find-contest-details";

const MAX_POPULAR = 6;
const NO_CREATOR = "No such creator. There is a page of whoever has a contest that everybody may see.";

export function listingRoutes(app: FastifyInstance, deps: Deps): void {
  const list = listPublicContests(deps);
  const find = findContestDetails(deps);
  const creators = creatorsRepository(deps);

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
  registerEndpoint(app, contract.getContestDetails, async ({ params, caller }) =>
    orNotFound(await find(params.id, caller), "No such contest. It may have been removed, or it is not open yet."),
  );
  // Reads as a visitor: contests that are not public have no calendar.
  registerEndpoint(app, contract.readContestCalendar, async ({ params }) =>
    sendCalendar(
      orNotFound(await find(params.id, null), "No such contest. It may have been removed, or it is not open yet."),
      deps,
    ),
  );
  registerEndpoint(app, contract.listBestCreators, () => listBestCreators(deps.db));
  registerEndpoint(app, contract.getCreator, async ({ params }) =>
    orNotFound(await creators.find(params.id), NO_CREATOR),
  );
  registerEndpoint(app, contract.listCreatorContests, async ({ params, query }) =>
    orNotFound(await creators.listContests(params.id, query), NO_CREATOR),
  );
}
