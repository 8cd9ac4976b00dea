import type { z } from "zod";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/contest-access";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { toPermission } from "../../platform/policy";
import { registerEndpoint } from "../../platform/register-endpoint";
import type { Caller } from "../../platform/sessions/session";
import { contestsRepository } from "../contests/domain/contests-repository";
import { accessRepository } from "./access-repository";
import {
  NO_OWN_CONTEST,
  enterJoinCode,
  inviteToContest,
  removeInvitation,
  removeJoinCode,
  renewJoinCode,
} from "./change-access";
import { canManagePrivateAccess } from "./domain/access-policy";

export function contestAccessRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;

  async function accessOf(contestId: string, caller: Caller): Promise<z.input<typeof contract.contestAccess>> {
    const contest = orNotFound(await contestsRepository(db).findOwn(contestId, caller.id), NO_OWN_CONTEST);
    const access = accessRepository(db);
    const invitations = await access.listInvitations(contestId);
    const manage = toPermission(canManagePrivateAccess(contest, clock.now()));
    return {
      code: await access.findCode(contestId),
      codeUses: await access.countGuests(contestId),
      invitations: invitations.map(({ id, email, invitedAt, hasJoined }) => ({
        _id: id,
        email,
        invitedAt: invitedAt.toISOString(),
        hasJoined,
      })),
      may: { invite: manage, renewCode: manage },
    };
  }

  registerEndpoint(app, contract.getContestAccess, ({ params, caller }) => accessOf(params.contestId, caller));
  registerEndpoint(app, contract.inviteToContest, async ({ params, body, caller }) => {
    await inviteToContest(deps, params.contestId, body.addresses, caller);
    return accessOf(params.contestId, caller);
  });
  registerEndpoint(app, contract.removeContestInvitation, async ({ params, caller }) =>
    accessOf(await removeInvitation(deps, params.id, caller), caller),
  );
  registerEndpoint(app, contract.renewJoinCode, async ({ params, caller }) => {
    await renewJoinCode(deps, params.contestId, caller);
    return accessOf(params.contestId, caller);
  });
  registerEndpoint(app, contract.removeJoinCode, async ({ params, caller }) => {
    await removeJoinCode(deps, params.contestId, caller);
    return accessOf(params.contestId, caller);
  });
  registerEndpoint(app, contract.enterJoinCode, ({ body, caller }) => enterJoinCode(deps, body.code, caller));
}
