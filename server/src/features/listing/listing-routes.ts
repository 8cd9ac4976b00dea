import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/listing";
import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { implement } from "../../platform/implement";
import { orderOf } from "../contests/lists/contest-orders";
import { sendCalendar } from "./contest-calendar";
import { listBestCreators } from "./list-best-creators";
import { listPublicContests } from "./list-public-contests";
import { findContestDetails } from "./find-contest-details";

const POPULAR = 6;

export function listingRoutes(app: FastifyInstance, deps: Deps): void {
  const list = listPublicContests(deps);
  const find = findContestDetails(deps);

  implement(app, contract.searchContests, ({ params: { searchTerm }, query }) =>
    list({ filter: { q: searchTerm }, order: "best match", query }),
  );
  implement(app, contract.listPopularContests, async () => {
    const { items } = await list({ filter: { phase: "open" }, order: "popular", query: { limit: POPULAR } });
    return items;
  });
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
}
