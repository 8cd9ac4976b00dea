import type { z } from "zod";
import { and, asc, eq, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/teams";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import { users } from "../../database/schema/people";
import { participations } from "../../database/schema/taking-part";
import { teamMembers, teams } from "../../database/schema/teams";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { displayNameOf, publicDisplayNameOf } from "../../platform/people";
import { registerEndpoint } from "../../platform/register-endpoint";
import type { Caller } from "../../platform/sessions/session";
import { contestsRepository, type ContestRow } from "../contests/domain/contests-repository";
import { phaseOf } from "../contests/domain/phase";
import { participationsRepository } from "../participation/domain/participations-repository";
import {
  createTeam,
  joinTeam,
  leaveTeam,
  removeTeamCode,
  removeTeamMember,
  renameTeam,
  renewTeamCode,
} from "./change-team";
import { teamsRepository, type TeamRow } from "./domain/teams-repository";

const listMembers = (db: Database, team: TeamRow) =>
  db
    .select({
      id: participations.id,
      userId: users.id,
      name: users.name,
      photo: users.image,
      status: users.status,
      removedAt: users.removedAt,
      joinedAt: teamMembers.joinedAt,
    })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .innerJoin(
      participations,
      and(
        eq(participations.contestId, teamMembers.contestId),
        eq(participations.userId, teamMembers.userId),
        // People can leave and join again: this selects their last participation.
        sql`${participations.paidAt} = (select max(each.paid_at) from participations each
          where each.contest_id = ${teamMembers.contestId} and each.user_id = ${teamMembers.userId})`,
      ),
    )
    .where(eq(teamMembers.teamId, team.id))
    .orderBy(sql`${users.id} <> ${teams.captainId}`, asc(teamMembers.joinedAt), asc(teamMembers.userId));

export function teamsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;

  const describeTeam = async (team: TeamRow, contest: ContestRow, caller: Caller) => {
    const members = await listMembers(db, team);
    const isOpen = phaseOf(contest, clock.now()) === "open";
    return {
      name: team.name,
      code: isOpen && members.length < contest.maxTeamSize ? team.code : null,
      hasSubmitted: await participationsRepository(db).hasSubmitted(contest.id, caller.id),
      members: members.map(({ id, userId, name, photo, removedAt, joinedAt }) => ({
        _id: id,
        name: displayNameOf({ name, removedAt }),
        photo,
        joinedAt: joinedAt.toISOString(),
        isCaptain: userId === team.captainId,
        isViewer: userId === caller.id,
      })),
    };
  };

  async function describeInvitation(contest: ContestRow, caller: Caller) {
    const team = await teamsRepository(db).findInvitation(contest.id, caller.id);
    if (!team || phaseOf(contest, clock.now()) !== "open") return null;
    const members = await listMembers(db, team);
    return {
      name: team.name,
      captain: publicDisplayNameOf(members[0]!),
      memberCount: members.length,
      isFull: members.length >= contest.maxTeamSize,
      withdrawsEntry: await participationsRepository(db).hasSubmitted(contest.id, caller.id),
    };
  }

  async function teamOf(contestId: string, caller: Caller): Promise<z.input<typeof contract.myTeam>> {
    const isVisible = await contestsRepository(db).isVisibleTo(contestId, caller);
    const contest = orNotFound(
      isVisible ? await contestsRepository(db).findAny(contestId) : undefined,
      message("We couldn't find that contest. It may have been deleted."),
    );
    const team = await teamsRepository(db).findOf(contestId, caller.id);
    return {
      team: team ? await describeTeam(team, contest, caller) : null,
      invitation: team ? null : await describeInvitation(contest, caller),
    };
  }

  registerEndpoint(app, contract.getMyTeam, ({ params, caller }) => teamOf(params.contestId, caller));
  registerEndpoint(app, contract.createTeam, async ({ params, body, caller }) => {
    await createTeam(deps, params.contestId, body.name, caller);
    return teamOf(params.contestId, caller);
  });
  registerEndpoint(app, contract.joinTeam, async ({ params, body, caller }) => {
    await joinTeam(deps, params.contestId, body.withdrawsEntry, caller);
    return teamOf(params.contestId, caller);
  });
  registerEndpoint(app, contract.leaveTeam, async ({ params, caller }) => {
    await leaveTeam(deps, params.contestId, caller);
    return teamOf(params.contestId, caller);
  });
  registerEndpoint(app, contract.renameTeam, async ({ params, body, caller }) => {
    await renameTeam(deps, params.contestId, body.name, caller);
    return teamOf(params.contestId, caller);
  });
  registerEndpoint(app, contract.renewTeamCode, async ({ params, caller }) => {
    await renewTeamCode(deps, params.contestId, caller);
    return teamOf(params.contestId, caller);
  });
  registerEndpoint(app, contract.removeTeamCode, async ({ params, caller }) => {
    await removeTeamCode(deps, params.contestId, caller);
    return teamOf(params.contestId, caller);
  });
  registerEndpoint(app, contract.removeTeamMember, async ({ params, caller }) => {
    await removeTeamMember(deps, params.contestId, params.id, caller);
    return teamOf(params.contestId, caller);
  });
}
