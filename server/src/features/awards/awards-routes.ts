import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/awards";
import type { Deps } from "../../platform/deps";
import { notFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { awardsRepository, toAdminAward, toAward } from "./domain/awards-repository";
import { NO_AWARD_HERE, confirmPrize, reportPrize, sendPrize, settlePrize } from "./hand-over";
import { runAwardSteps } from "./run-award-steps";

export function awardsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;

  registerEndpoint(app, contract.listAwards, async ({ params: { contestId }, caller }) => {
    const found = await awardsRepository(db).list([contestId], caller);
    if (found.length === 0) notFound(NO_AWARD_HERE);
    return found.map((each) => toAward(each, caller));
  });
  registerEndpoint(app, contract.sendPrize, ({ params, body, caller }) =>
    sendPrize(deps, params.contestId, body, caller),
  );
  registerEndpoint(app, contract.confirmPrize, ({ params, body, caller }) =>
    confirmPrize(deps, params.contestId, body.place, caller),
  );
  registerEndpoint(app, contract.reportPrize, ({ params, body, caller }) =>
    reportPrize(deps, params.contestId, body, caller),
  );
  registerEndpoint(app, contract.settlePrize, ({ params, body, caller }) =>
    settlePrize(deps, params.contestId, body, caller),
  );
  registerEndpoint(app, contract.listAwardsToSettle, async ({ query, caller }) =>
    (await awardsRepository(db).listToSettle(caller, query, clock.now())).map((each) => toAdminAward(each, caller)),
  );

  app.jobs.set("remind_of_prizes", () => runAwardSteps(deps));
}
