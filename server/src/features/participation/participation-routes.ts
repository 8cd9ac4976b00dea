import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/participation";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import type {} from "../../platform/feature";
import { registerEndpoint } from "../../platform/register-endpoint";
import { findPersonId } from "../../platform/people";
import { joinContest } from "./join-contest";
import { leaveContest } from "./leave-contest";
import { listParticipatedContests } from "./list-participated-contests";
import { sendDeadlineReminders } from "./send-deadline-reminders";

export function participationRoutes(app: FastifyInstance, deps: Deps): void {
  const join = joinContest(deps);

  registerEndpoint(app, contract.joinContest, ({ body, caller }) => join(body, caller));
  registerEndpoint(app, contract.leaveContest, ({ body, caller }) => leaveContest(deps, body, caller));
  registerEndpoint(app, contract.listParticipatedContests, async ({ params, query, caller }) => {
    const id = orNotFound(await findPersonId(deps.db, params.email, caller), "No such person.");
    return listParticipatedContests(deps, id, id === caller.id, query);
  });

  app.jobs.set("remind_of_deadlines", () => sendDeadlineReminders(deps));
}
