import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { awards } from "../../../database/schema/awards";
import { contests } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import { teamInvitees, teamMembers, teams } from "../../../database/schema/teams";
import type { Clock } from "../../../platform/clock";
import { filesRepository } from "../../../platform/files/files-repository";
import { notify } from "../../../platform/notify";
import type { Caller } from "../../../platform/sessions/session";
import { writeAudit } from "../../../platform/write-audit";
import { awardsRepository } from "../../awards/domain/awards-repository";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { teamNotifications } from "./team-notifications";
import { teamsRepository, type TeamRow } from "./teams-repository";

type Contest = Pick<ContestRow, "id" | "name">;

/** Ends any membership in a team of a locked contest. The others, or the last member alone, keep the entry. */
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
  await repository.removeMember(contest.id, userId);
  const others = await repository.listMemberIds(team.id);
  const act = by.id === userId ? "team_left" : "team_member_removed";
  await writeAudit(tx, clock, { act, by, contestId: contest.id, userId, from: team.name });
  if (others.length === 0) return repository.dissolve(team.id);
  const remaining = others.filter((id) => id !== by.id);
  await notify(tx, clock, [
    teamNotifications.memberLeft(contest, team.name, remaining),
    ...(by.id === userId ? [] : [teamNotifications.removed(contest, team.name, userId)]),
  ]);
  await replaceCaptain(tx, clock, contest, team);
}

/** Passes the captaincy and the open award to the member that `findCaptain` returns. Lock the contest first. */
export async function replaceCaptain(
  tx: Database,
  clock: Clock,
  contest: Contest,
  team: Pick<TeamRow, "id" | "name" | "captainId">,
): Promise<void> {
  const next = await teamsRepository(tx).findCaptain(team);
  if (!next || next.id === team.captainId) return;
  await teamsRepository(tx).setCaptain(team.id, next.id);
  await passOpenAward(tx, contest.id, team.captainId, next.id);
  if (next.isActive) await notify(tx, clock, teamNotifications.captain(contest, team.name, next.id));
}

async function passOpenAward(tx: Database, contestId: string, fromId: string, toId: string): Promise<void> {
  const [award] = await tx
    .select({ place: awards.place, proofId: awards.proofId, removedAt: users.removedAt })
    .from(awards)
    .innerJoin(users, eq(users.id, awards.winnerId))
    .where(and(eq(awards.contestId, contestId), eq(awards.winnerId, fromId), isNull(awards.endedAt)));
  if (!award) return;
  const { place, proofId, removedAt } = award;
  // An address of the deleted captain may be in them.
  const forgotten = removedAt ? { sentNote: "", problem: "", proofId: null } : {};
  await awardsRepository(tx).change({ contestId, place }, { winnerId: toId, ...forgotten });
  if (removedAt && proofId) await filesRepository(tx).release([proofId]);
}

/** Replaces the captain of each of the person's teams whose captain was blocked or deleted. Lock the contests first. */
export async function replaceCaptains(tx: Database, clock: Clock, userId: string): Promise<void> {
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
      ),
    )
    .orderBy(contests.id);
  if (orphaned.length === 0) return;
  // A new captain of a winning team changes these rows: locked in the order of all who change them.
  const teamIds = sql.param(orphaned.map(({ team }) => team.id));
  await tx.execute(sql`select from winner_records where user_id in (
    select member.user_id from team_members member where member.team_id = any(${teamIds}::text[]))
    order by user_id for no key update`);
  for (const { team, contest } of orphaned) await replaceCaptain(tx, clock, contest, team);
}

export const forgetTeamInvitations = (tx: Database, userId: string) =>
  tx.delete(teamInvitees).where(eq(teamInvitees.userId, userId));
