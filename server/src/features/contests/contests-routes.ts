import type { FastifyInstance } from "fastify";
import * as listing from "@conquest/shared/contracts/listing";
import * as publishing from "@conquest/shared/contracts/publishing";
import * as review from "@conquest/shared/contracts/review";
import type { Deps } from "../../platform/deps";
import { implement } from "../../platform/implement";
import { commentOnContest } from "./comment-on-contest";
import { confirmContest } from "./confirm-contest";
import { listBestCreators } from "./contests-repository";
import { createContest } from "./create-contest";
import { deleteContest } from "./delete-contest";
import { listContestsUnfiltered, listMyContests } from "./list-managed-contests";
import { listPublicContests } from "./list-public-contests";
import { readContestDetails } from "./read-contest-details";
import { returnToReview } from "./return-to-review";
import { updateContest } from "./update-contest";

const POPULAR = 6;
const BEST_CREATORS = 6;

export function contestsRoutes(app: FastifyInstance, { db, clock, config }: Pick<Deps, "db" | "clock" | "config">): void {
  const { joinAmount } = config;

  implement(app, listing.searchContests, ({ params: { searchTerm }, query }) =>
    listPublicContests(db, clock, { ...query, filter: { q: searchTerm }, order: { bestMatchFor: searchTerm } }),
  );
  implement(app, listing.listPopularContests, async () => {
    const { items } = await listPublicContests(db, clock, { filter: { phase: "open" }, order: "popular", limit: POPULAR });
    return items;
  });
  implement(app, listing.listTopContests, ({ query }) => listPublicContests(db, clock, { ...query, order: "popular" }));
  implement(app, listing.listContests, ({ query: { limit, cursor, sort, ...filter } }) =>
    listPublicContests(db, clock, { filter, order: sort ?? "latest", limit, cursor }),
  );
  implement(app, listing.getContestDetails, ({ params, caller }) => readContestDetails(db, clock, joinAmount, params.id, caller));
  implement(app, listing.listBestCreators, async () => {
    const creators = await listBestCreators(db, BEST_CREATORS);
    return creators.map(({ id, bestContest, ...creator }) => ({
      ...creator,
      _id: id,
      bestContest: { ...bestContest, _id: bestContest.id },
    }));
  });
  implement(app, publishing.createContest, ({ body, caller }) => createContest(db, clock, joinAmount, body, caller));
  implement(app, publishing.listMyContests, ({ params, query: { limit, cursor, ...filter }, caller }) =>
    listMyContests(db, clock, joinAmount, params.email, { filter, limit, cursor }, caller),
  );
  implement(app, publishing.updateContest, ({ params, body, caller }) => updateContest(db, clock, joinAmount, params.id, body, caller));
  implement(app, publishing.deleteContest, ({ params, body, caller }) => deleteContest(db, clock, params.id, body.reason, caller));
  implement(app, review.listContestsUnfiltered, ({ query: { limit, cursor, sort, ...filter }, caller }) =>
    listContestsUnfiltered(db, clock, joinAmount, { filter, order: sort, limit, cursor }, caller),
  );
  implement(app, review.confirmContest, ({ params, caller }) => confirmContest(db, clock, params.id, caller));
  implement(app, review.returnToReview, ({ params, caller }) => returnToReview(db, clock, params.id, caller));
  implement(app, review.commentOnContest, ({ params, body, caller }) => commentOnContest(db, clock, params.id, body, caller));
}
