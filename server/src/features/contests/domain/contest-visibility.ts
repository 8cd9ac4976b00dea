import { and, eq, isNotNull, isNull, ne, or, sql, type Placeholder, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { contests } from "../../../database/schema/contests";

/** The viewer as far as visibility is concerned; null for visitors. */
export type Viewer = { id: string; role: Role } | null;

export type ViewerInStatement = { id: string | Placeholder; role: Role } | null;

/** Condition on `contests`: approved and neither cancelled nor hidden, so people can take part if they can see it. */
export const isPublished = and(
  eq(contests.status, "open"),
  isNull(contests.cancelledAt),
  isNull(contests.hiddenAt),
  // Won contests stay public after their creator's account is deleted.
  sql`exists (
    select 1 from users owner
    where owner.id = ${contests.creatorId} and owner.status = 'verified' and (owner.removed_at is null or ${contests.winnerAt} is not null))`,
)!;

/** Condition on `contests`: in lists of other people. Lists in an order of an index query `stage` instead. */
export const isListed = and(eq(contests.visibility, "public"), isPublished)!;

/** Condition on `contests`: this person was let into a private contest, takes or took part, or judges or is asked to. */
export const hasPrivateAccess = (userId: string | Placeholder | PgColumn | SQL): SQL<boolean> => sql<boolean>`(
  exists (select from participations own where own.contest_id = ${contests}.id and own.user_id = ${userId})
  or exists (select from contest_guests guest where guest.contest_id = ${contests}.id and guest.user_id = ${userId})
  or exists (
    select from users invited join contest_invitations invitation on invitation.email = invited.email
    where invited.id = ${userId} and invited.email_verified_at is not null and invitation.contest_id = ${contests}.id)
  or exists (
    select from contest_judges seat where seat.contest_id = ${contests}.id and seat.judge_id = ${userId} and seat.state = 'accepted')
  or exists (
    select from users invited join contest_judges seat on seat.email = invited.email
    where invited.id = ${userId} and invited.email_verified_at is not null and seat.contest_id = ${contests}.id and seat.state = 'invited'))`;

/** Condition on `contests`: this person can open its page, even if they have nothing to do with it. */
export const isOpenTo = (userId: string | Placeholder | PgColumn): SQL =>
  and(isPublished, or(ne(contests.visibility, "private"), hasPrivateAccess(userId)))!;

/** Decides who can see a contest, for all calls and pages: decision 0081. */
export function visibleToWhere(viewer: ViewerInStatement): SQL | undefined {
  if (viewer?.role === "admin") return undefined;
  if (!viewer) return and(isPublished, ne(contests.visibility, "private"));
  return or(
    isOpenTo(viewer.id),
    eq(contests.creatorId, viewer.id),
    and(
      // Contests edited after everyone left are shown to former participants once they are confirmed or cancelled.
      or(eq(contests.status, "open"), isNotNull(contests.cancelledAt)),
      sql`exists (select 1 from participations own where own.contest_id = ${contests.id} and own.user_id = ${viewer.id})`,
    ),
  );
}

export const isCoJudge = (userId: string | Placeholder | PgColumn | SQL): SQL<boolean> => sql<boolean>`exists (
  select 1 from contest_judges seat where seat.contest_id = ${contests}.id and seat.judge_id = ${userId} and seat.state = 'accepted')`;

/** The user is, was or was invited as a judge. Lock these before deleting the user, to avoid deadlocks. */
export const wasInvitedToJudge = (userId: string): SQL<boolean> => sql<boolean>`${contests.id} in (
  select seat.contest_id from contest_judges seat where seat.judge_id = ${userId} or seat.email = (select asked.email from users asked where asked.id = ${userId}))`;

/** The user rated the contest as an admin. Deleting such ratings locks these contests first. */
export const wasRatedByAdmin = (
  userId: string,
): SQL<boolean> => sql<boolean>`((select admin.role from users admin where admin.id = ${userId}) = 'admin' and ${contests.id} in (
  select entry.contest_id from entries entry
  join (select entry_id, judge_id from entry_ratings union all select entry_id, judge_id from criterion_ratings) said on said.entry_id = entry.id
  where said.judge_id = ${userId}))`;

export const judgedBy = (caller: NonNullable<Viewer>): SQL | undefined =>
  caller.role === "admin" ? undefined : or(managedBy(caller), and(isPublished, isCoJudge(caller.id)));

export const managedBy = (caller: NonNullable<Viewer>): SQL | undefined =>
  caller.role === "admin" ? undefined : eq(contests.creatorId, caller.id);
