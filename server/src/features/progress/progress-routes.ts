import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/progress";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { registerEndpoint } from "../../platform/register-endpoint";
import { displayNameOf } from "../../platform/people";
import { contestsRepository } from "../contests/domain/contests-repository";
import { hidesAuthors } from "../judges/domain/judge-access";
import { exportParticipants } from "./export-participants";
import { participantsRepository } from "./participants-repository";
import { readProgress } from "./read-progress";
import { dateOf } from "./time-buckets";

/** Requires `app.exports`. */
export function progressRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const [progress, table] = [readProgress(deps), exportParticipants({ ...deps, exports: app.exports })];

  registerEndpoint(app, contract.getProgress, ({ params, caller }) => progress(params.contestId, caller));
  registerEndpoint(app, contract.exportParticipants, ({ params, caller }) => table(params.contestId, caller));
  registerEndpoint(app, contract.listParticipants, async ({ params: { contestId }, query, caller }) => {
    const contest = orNotFound(
      await contestsRepository(db).findManaged(contestId, caller),
      "No such contest of yours.",
    );
    const areNamesHidden = hidesAuthors(contest);
    const page = await participantsRepository(db, contestId).list(query, clock.now());
    return page.map(({ id, name, photo, removedAt, day, amount, hasSubmitted }) => ({
      _id: id,
      name: displayNameOf({ name, removedAt }),
      photo: removedAt ? "" : photo,
      joinedOn: dateOf(day),
      amount,
      // With blind judging and few entries, this could reveal their authors.
      hasSubmitted: areNamesHidden ? null : hasSubmitted,
    }));
  });
}
