import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/review";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import type {} from "../../platform/files/file-uploads";
import { findContestPicture } from "../../platform/files/uploaded-pictures";
import { registerEndpoint } from "../../platform/register-endpoint";
import { orderOf } from "../contest-lists/domain/contest-orders";
import { managedContests, toAdminContest } from "../contest-lists/domain/managed-contests";
import { commentOnContest, confirmContest, featureContest, returnToReview } from "./decide-contest";
import { readReview, reviewQueue } from "./read-review";

export function reviewRoutes(app: FastifyInstance, deps: Deps): void {
  const contests = managedContests(deps);

  registerEndpoint(app, contract.listContestsUnfiltered, async ({ query, caller }) => {
    const page = await contests.list(caller, {
      filter: { ...query, withCreator: true },
      order: query.sort ? orderOf(query.sort, deps.config.joinAmount) : "review",
      query,
    });
    return page.map(toAdminContest);
  });
  registerEndpoint(app, contract.confirmContest, ({ params, query, caller }) =>
    confirmContest(deps, params.id, query.revision, caller),
  );
  registerEndpoint(app, contract.returnToReview, ({ params, body, caller }) =>
    returnToReview(deps, params.id, body, caller),
  );
  registerEndpoint(app, contract.featureContest, ({ params, body, caller }) =>
    featureContest(deps, params.id, body.isFeatured, caller),
  );
  registerEndpoint(app, contract.commentOnContest, ({ params, body, caller }) =>
    commentOnContest(deps, params.id, body, caller),
  );
  registerEndpoint(app, contract.getContestReview, ({ params, caller }) => readReview(deps, params.id, caller));
  registerEndpoint(app, contract.readContestPicture, async ({ params: { id }, query: { w } }, { request }) => {
    const file = orNotFound(await findContestPicture(deps.db, id), message("We couldn't find that picture."));
    return app.files.answer(file, { width: w, accept: request.headers.accept });
  });
  registerEndpoint(app, contract.getReviewQueue, ({ query }) => reviewQueue(deps, query.at));
}
