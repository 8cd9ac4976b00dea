import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { awards } from "../../../database/schema/awards";
import { contests } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import { teamInvitees, teamMembers, teams } from "../../../database/schema/teams";
import type { Clock } from "../../../platform/clock";
import { notify } from "../../../platform/notify";
import type { Caller } from "../../../platform/sessions/session";
import { writeAudit } from "../../../platform/write-audit";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { teamNotifications } from "./team-notifications";
import { teamsRepository } from "./teams-repository";

type Contest = Pick<ContestRow, "id" | "name">;

/**
 * Takes the person out of their team of a locked contest, if they have one. The entry stays with the other members;
 * the last member keeps it as their own.
 */
export async function endMembership(
  tx: Database,
  clock: Clock,
  contest: Contest,
  userId: string,
  by: Caller,
): Promise<void> {
  const repository = teamsRepository(tx);
  const team = await repository.findOf(contest.id, userId);
  if (!team) return;
  const next = team.captainId === userId ? await repository.findNextCaptain(team.id, userId) : undefined;
  await repository.removeMember(contest.id, userId);
  const others = await repository.listMemberIds(team.id);
  const act = by.id === userId ? "team_left" : "team_member_removed";
  await writeAudit(tx, clock, { act, by, contestId: contest.id, userId, from: team.name });
  if (others.length === 0) return repository.dissolve(team.id);
  if (next) await repository.setCaptain(team.id, next.id);
  const remaining = others.filter((id) => id !== by.id);
  await notify(tx, clock, [
    teamNotifications.memberLeft(contest, team.name, remaining),
    ...(next ? [teamNotifications.captain(contest, team.name, next.id)] : []),
    ...(by.id === userId ? [] : [teamNotifications.removed(contest, team.name, userId)]),
  ]);
}

/**
 * Makes an active member the captain of each of the person's teams whose captain was blocked or removed. In decided
 * contests, only removed captains with an open award are replaced. Lock the contests first.
 */
export async function replaceCaptains(tx: Database, clock: Clock, userId: string): Promise<void> {
  const openAward = and(
    eq(awards.contestId, contests.id),
    eq(awards.winnerId, teams.captainId),
    isNull(awards.endedAt),
  );
  const orphaned = await tx
    .select({
      team: { id: teams.id, name: teams.name, captainId: teams.captainId },
      contest: { id: contests.id, name: contests.name },
    })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .innerJoin(contests, eq(contests.id, teams.contestId))
    .innerJoin(users, eq(users.id, teams.captainId))
    .where(
      and(
        eq(teamMembers.userId, userId),
        or(eq(users.status, "blocked"), isNotNull(users.removedAt)),
        isNull(contests.cancelledAt),
        or(
          isNull(contests.winnerAt),
          and(isNotNull(users.removedAt), sql`exists (select from ${awards} where ${openAward})`),
        ),
      ),
    )
    .orderBy(contests.id);
  for (const { team, contest } of orphaned) {
    const next = await teamsRepository(tx).findNextCaptain(team.id, team.captainId);
    if (!next?.isActive) continue;
    await teamsRepository(tx).setCaptain(team.id, next.id);
    await tx
      .update(awards)
      .set({ winnerId: next.id })
      .where(and(eq(awards.contestId, contest.id), eq(awards.winnerId, team.captainId), isNull(awards.endedAt)));
    await notify(tx, clock, teamNotifications.captain(contest, team.name, next.id));
  }
}

export const forgetTeamInvitations = (tx: Database, userId: string) =>
  tx.delete(teamInvitees).where(eq(teamInvitees.userId, userId));
