import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/listing";
import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { implement } from "../../platform/implement";
import { orderOf } from "../contests/lists/contest-orders";
import { sendCalendar } from "./contest-calendar";
import { creatorsOf } from "./find-creator";
import { listBestCreators } from "./list-best-creators";
import { listFeaturedContests } from "./list-featured-contests";
import { listPublicContests } from "./list-public-contests";
import { findContestDetails } from "./find-contest-details";

const POPULAR = 6;
const NO_CREATOR = "No such creator. There is a page of whoever has a contest that everybody may see.";

export function listingRoutes(app: FastifyInstance, deps: Deps): void {
  const list = listPublicContests(deps);
  const find = findContestDetails(deps);
  const creators = creatorsOf(deps);

  implement(app, contract.searchContests, ({ params: { searchTerm }, query }) =>
    list({ filter: { q: searchTerm }, order: "best match", query }),
  );
  implement(app, contract.listPopularContests, async () => {
    const { items } = await list({ filter: { phase: "open" }, order: "popular", query: { limit: POPULAR } });
    return items;
  });
  implement(app, contract.listFeaturedContests, listFeaturedContests(deps));
  implement(app, contract.listTopContests, ({ query }) => list({ order: "popular", query }));
  implement(app, contract.listContests, ({ query }) => list({ filter: query, order: query.sort ? orderOf(query.sort, deps.config.joinAmount) : "latest", query }));
  implement(app, contract.getContestDetails, async ({ params, caller }) =>
    found(await find(params.id, caller), "No such contest. It may have been removed, or it is not open yet."),
  );
  // As a visitor: whoever sees more of it than everybody has it on their dashboard.
  implement(app, contract.readContestCalendar, async ({ params }) =>
    sendCalendar(found(await find(params.id, null), "No such contest. It may have been removed, or it is not open yet."), deps),
  );
  implement(app, contract.listBestCreators, () => listBestCreators(deps.db));
  implement(app, contract.getCreator, async ({ params }) => found(await creators.find(params.id), NO_CREATOR));
  implement(app, contract.listCreatorContests, async ({ params, query }) => found(await creators.listContests(params.id, query), NO_CREATOR));
}
