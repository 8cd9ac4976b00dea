import type { FastifyInstance } from "fastify";
import { extendDeadline as extendDeadlineContract } from "@conquest/shared/contracts/deadline-extensions";
import * as contract from "@conquest/shared/contracts/publishing";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { findPersonId } from "../../platform/people";
import { managedContestsRepository } from "../contest-lists/domain/managed-contests";
import { createContest } from "./create-contest";
import { deleteContest } from "../cancellation/delete-contest";
import { extendDeadline } from "../extensions/extend-deadline";
import { updateContest } from "./update-contest";

export function publishingRoutes(app: FastifyInstance, deps: Deps): void {
  const create = createContest(deps);
  const update = updateContest(deps);
  const remove = deleteContest(deps);
  const extend = extendDeadline(deps);
  const contests = managedContestsRepository(deps);

  registerEndpoint(app, contract.createContest, ({ body, caller }) => create(body, caller));
  registerEndpoint(app, contract.listMyContests, async ({ params, query, caller }) => {
    const creatorId = orNotFound(await findPersonId(deps.db, params.email, caller), "No such person.");
    return contests.list(caller, { filter: { ...query, creatorId }, order: query.sort ?? "created", query });
  });
  registerEndpoint(app, contract.updateContest, ({ params, body, caller }) => update(params.id, body, caller));
  registerEndpoint(app, extendDeadlineContract, ({ params, body, caller }) => extend(params.id, body, caller));
  registerEndpoint(app, contract.deleteContest, ({ params, body, caller }) => remove(params.id, body, caller));
}
