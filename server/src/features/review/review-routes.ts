import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/review";
import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import type {} from "../../platform/files/keep-files";
import { findContestPicture } from "../../platform/files/uploaded-pictures";
import { implement } from "../../platform/implement";
import { orderOf } from "../contests/lists/contest-orders";
import { managedContestsOf, toAdminContest } from "../contests/managed-contests";
import { commentOnContest } from "./comment-on-contest";
import { confirmContest } from "./confirm-contest";
import { readReview } from "./read-review";
import { featureContest } from "./feature-contest";
import { returnToReview } from "./return-to-review";
import { reviewQueue } from "./review-queue";

/** Needs `app.files`. */
export function reviewRoutes(app: FastifyInstance, deps: Deps): void {
  const contests = managedContestsOf(deps);
  const confirm = confirmContest(deps);
  const takeBack = returnToReview(deps);
  const comment = commentOnContest(deps);
  const read = readReview(deps);
  const queueAt = reviewQueue(deps.db);
  const feature = featureContest(deps);

  implement(app, contract.listContestsUnfiltered, async ({ query, caller }) => {
    const page = await contests.list(caller, { filter: { ...query, withCreator: true }, order: query.sort ? orderOf(query.sort, deps.config.joinAmount) : "review", query });
    return page.map(toAdminContest);
  });
  implement(app, contract.confirmContest, ({ params, query, caller }) => confirm(params.id, query.revision, caller));
  implement(app, contract.returnToReview, ({ params, body, caller }) => takeBack(params.id, body, caller));
  implement(app, contract.featureContest, ({ params, body, caller }) => feature(params.id, body.isFeatured, caller));
  implement(app, contract.commentOnContest, ({ params, body, caller }) => comment(params.id, body, caller));
  implement(app, contract.getContestReview, ({ params, caller }) => read(params.id, caller));
  implement(app, contract.readContestPicture, async ({ params: { id }, query: { w } }, { request }) => {
    const file = found(await findContestPicture(deps.db, id), "No such picture.");
    return app.files.answer(file, { width: w, accept: request.headers.accept });
  });
  implement(app, contract.getReviewQueue, ({ query }) => queueAt(query.at));
}
