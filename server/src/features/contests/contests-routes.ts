import type { FastifyInstance } from "fastify";
import * as listing from "@conquest/shared/contracts/listing";
import * as publishing from "@conquest/shared/contracts/publishing";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { findPersonId } from "../../platform/people";
import { managedContests } from "../contest-lists/domain/managed-contests";
import { sendCalendar } from "./contest-calendar";
import { createContest, updateContest } from "./save-contest";
import { findContestDetails } from "./find-contest-details";

const NO_CONTEST = "No such contest. It may have been removed, or it is not open yet.";

export function contestsRoutes(app: FastifyInstance, deps: Deps): void {
  const find = findContestDetails(deps);
  const managed = managedContests(deps);

  registerEndpoint(app, listing.getContestDetails, async ({ params, caller }) =>
    orNotFound(await find(params.id, caller), NO_CONTEST),
  );
  // Reads as a visitor: contests that are not public have no calendar.
  registerEndpoint(app, listing.readContestCalendar, async ({ params }) =>
    sendCalendar(orNotFound(await find(params.id, null), NO_CONTEST), deps),
  );
  registerEndpoint(app, publishing.createContest, ({ body, caller }) => createContest(deps, body, caller));
  registerEndpoint(app, publishing.listMyContests, async ({ params, query, caller }) => {
    const creatorId = orNotFound(await findPersonId(deps.db, params.email, caller), "No such person.");
    return managed.list(caller, { filter: { ...query, creatorId }, order: query.sort ?? "created", query });
  });
  registerEndpoint(app, publishing.updateContest, ({ params, body, caller }) =>
    updateContest(deps, params.id, body, caller),
  );
}
