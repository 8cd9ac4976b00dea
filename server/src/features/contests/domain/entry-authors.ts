import { sql, type Placeholder, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { contests, entries } from "../../../database/schema/contests";

type UserId = string | Placeholder | PgColumn | SQL;

/** Condition on `contests`: the person or their team submitted an entry. Reads no teams where there are none. */
export const hasEntry = (userId: UserId): SQL<boolean> => sql<boolean>`(
  exists (select from entries own where own.contest_id = ${contests}.id and own.user_id = ${userId})
  or ${contests}.max_team_size > 1 and exists (
    select from team_members member join entries shared on shared.team_id = member.team_id
    where member.contest_id = ${contests}.id and member.user_id = ${userId}))`;

/** The id of the person's entry or that of their team in the contest of the query, or null. */
export const entryIdOf = (userId: UserId): SQL<string | null> => sql<string | null>`coalesce(
  (select own.id from entries own where own.contest_id = ${contests}.id and own.user_id = ${userId}),
  (select shared.id from team_members member join entries shared on shared.team_id = member.team_id
    where member.contest_id = ${contests}.id and member.user_id = ${userId}))`;

/** Condition on `entries`: written by the person or their team. For entries that are found otherwise: it uses no index. */
export const isAuthor = (userId: UserId): SQL<boolean> => sql<boolean>`(${entries}.user_id = ${userId} or exists (
  select from team_members member where member.team_id = ${entries}.team_id and member.user_id = ${userId}))`;

export const entryIdsOf = (userId: UserId): SQL => sql`(
  select own.id from entries own where own.user_id = ${userId}
  union select shared.id from team_members member join entries shared on shared.team_id = member.team_id
  where member.user_id = ${userId})`;

/** Condition on `entries`, which finds those of the person and their teams by indexes. */
export const isEntryOf = (userId: UserId): SQL<boolean> => sql<boolean>`${entries}.id in ${entryIdsOf(userId)}`;

/** Condition on `contests`: the person or their team won the first prize. */
export const isWonBy = (userId: UserId): SQL<boolean> =>
  sql<boolean>`(${contests}.winner_entry_id is not null and ${contests}.winner_entry_id in ${entryIdsOf(userId)})`;
