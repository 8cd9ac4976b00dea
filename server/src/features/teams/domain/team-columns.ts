import { sql, type Placeholder, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { contests, entries } from "../../../database/schema/contests";
import type { TeamRelation } from "../../contests/domain/contest-policy";

type UserId = string | Placeholder | PgColumn | SQL;

/** Condition on `contests`: not cancelled, and the person is in a team. Lock these before the captain may change. */
export const isInRunningTeam = (userId: string): SQL<boolean> =>
  sql<boolean>`(${contests.cancelledAt} is null and ${contests.id} in (select member.contest_id from team_members member where member.user_id = ${userId}))`;

/** 0 for a member who can win, 1 for a blocked one. Who left the contest on an older server is last. */
export const rankOf = (member: PgTable | SQL): SQL<number> => sql<number>`(
  select case when not exists (select from participations joined
      where joined.contest_id = ${member}.contest_id and joined.user_id = ${member}.user_id and joined.state = 'paid') then 3
    when person.removed_at is not null then 2 when person.status <> 'verified' then 1 else 0 end
  from users person where person.id = ${member}.user_id)`;

/** Reads nothing for contests without teams. */
export const teamOf = (userId: UserId | undefined): SQL<TeamRelation | null> =>
  userId === undefined
    ? sql<null>`null`
    : sql<TeamRelation | null>`case when ${contests.maxTeamSize} > 1 then (
        select json_build_object('isCaptain', team.captain_id = member.user_id,
          'memberCount', (select count(*)::int from team_members mate where mate.team_id = team.id),
          'hasActiveMate', exists (select from team_members mate
            where mate.team_id = team.id and mate.user_id <> member.user_id and ${rankOf(sql`mate`)} = 0))
        from team_members member join teams team on team.id = member.team_id
        where member.contest_id = ${contests}.id and member.user_id = ${userId}) end`;

export const teamNameOf = (userId: string): SQL<string | null> =>
  sql<string | null>`case when ${contests.maxTeamSize} > 1 then (
    select team.name from team_members member join teams team on team.id = member.team_id
    where member.contest_id = ${contests}.id and member.user_id = ${userId}) end`;

/** The name of the entry's team, or null. Hidden with the entry, since a report covers both. */
export const teamName = sql<string | null>`(select team.name from teams team where team.id = ${entries}.team_id)`;
