import { and, eq, isNotNull, isNull, or, sql, type Placeholder, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { contests } from "../../database/schema/contests";

/** The viewer as far as visibility is concerned; null for visitors. */
export type Viewer = { id: string; role: Role } | null;

/** Viewer of a prepared statement, where the id may be a placeholder. */
export type ViewerInStatement = { id: string | Placeholder; role: Role } | null;

/**
 * Condition on `contests`: visible to the viewer. Used by every list, count, search and lookup; public lists query
 * `stage` instead, which encodes the same rule for visitors.
 */
export function visibleToWhere(viewer: ViewerInStatement): SQL | undefined {
  if (viewer?.role === "admin") return undefined;
  // Won contests stay public after their creator's account is deleted.
  const isPublic = and(
    eq(contests.status, "open"),
    isNull(contests.cancelledAt),
    isNull(contests.hiddenAt),
    sql`exists (
      select 1 from users owner
      where owner.id = ${contests.creatorId} and owner.status = 'verified' and (owner.removed_at is null or ${contests.winnerAt} is not null))`,
  );
  if (!viewer) return isPublic;
  return or(
    isPublic,
    eq(contests.creatorId, viewer.id),
    and(
      // If a contest is edited after everyone left, former participants see it again only once it is confirmed or
      // cancelled.
      or(eq(contests.status, "open"), isNotNull(contests.cancelledAt)),
      sql`exists (select 1 from participations own where own.contest_id = ${contests.id} and own.user_id = ${viewer.id})`,
    ),
  );
}

/** Condition on `contests`: the user is an accepted co-judge. */
export const isCoJudge = (userId: string | Placeholder | PgColumn): SQL<boolean> => sql<boolean>`exists (
  select 1 from contest_judges seat where seat.contest_id = ${contests}.id and seat.judge_id = ${userId} and seat.state = 'accepted')`;

/**
 * Condition on `contests`: the user is, was or was invited as a judge. Deleting a user locks these first, to avoid a
 * deadlock with a concurrent answer to, or withdrawal of, an invitation.
 */
export const wasAskedToJudge = (userId: string): SQL<boolean> => sql<boolean>`${contests.id} in (
  select seat.contest_id from contest_judges seat where seat.judge_id = ${userId} or seat.email = (select asked.email from users asked where asked.id = ${userId}))`;

/**
 * Condition on `contests`: the user is an admin and rated its entries. Deleting such ratings locks these contests
 * first.
 */
export const wasRatedByAdmin = (
  userId: string,
): SQL<boolean> => sql<boolean>`((select admin.role from users admin where admin.id = ${userId}) = 'admin' and ${contests.id} in (
  select entry.contest_id from entries entry
  join (select entry_id, judge_id from entry_ratings union all select entry_id, judge_id from criterion_ratings) said on said.entry_id = entry.id
  where said.judge_id = ${userId}))`;

/** Condition on `contests`: those the caller manages, or co-judges while they are public. */
export const judgedBy = (caller: NonNullable<Viewer>): SQL | undefined =>
  caller.role === "admin" ? undefined : or(managedBy(caller), and(visibleToWhere(null), isCoJudge(caller.id)));

/** Condition on `contests`: the caller's own; no restriction for admins. */
export const managedBy = (caller: NonNullable<Viewer>): SQL | undefined =>
  caller.role === "admin" ? undefined : eq(contests.creatorId, caller.id);
