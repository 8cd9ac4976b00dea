import { and, eq, isNotNull, isNull, or, sql, type Placeholder, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { contests } from "../../database/schema/contests";

/** Whoever asks, as far as seeing contests goes; null is a visitor. */
export type Viewer = { id: string; role: Role } | null;

/** The same in a statement, which may be put together before it is known who asks. */
export type ViewerInStatement = { id: string | Placeholder; role: Role } | null;

/**
 * Which contests a caller may see, as a condition on `contests`. The public sees what was confirmed and neither cancelled
 * nor hidden after a report, by creators in good standing, and what somebody won also when its creator is gone; an owner also sees their own, admins see
 * all, and who ever joined keeps seeing that contest. Every list, count, search and lookup uses this one: lists for everyone
 * ask as a visitor, by the stage, in which the database says the same.
 */
export function visibleToWhere(viewer: ViewerInStatement): SQL | undefined {
  if (viewer?.role === "admin") return undefined;
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
      // What is changed once everybody has left they see again when it is confirmed, or over.
      or(eq(contests.status, "open"), isNotNull(contests.cancelledAt)),
      sql`exists (select 1 from participations own where own.contest_id = ${contests.id} and own.user_id = ${viewer.id})`,
    ),
  );
}

/** Somebody has accepted to judge the contest beside its creator, as a condition on `contests`. */
export const isCoJudge = (personId: string | Placeholder | PgColumn): SQL<boolean> => sql<boolean>`exists (
  select 1 from contest_judges seat where seat.contest_id = ${contests}.id and seat.judge_id = ${personId} and seat.state = 'accepted')`;

/**
 * The person judges the contest, did so or was invited to, as a condition on `contests`: who makes a tombstone of them holds these
 * first, so that whoever answers or withdraws an invitation, holds its contest and then waits for the person, is not waited for.
 */
export const wasAskedToJudge = (personId: string): SQL<boolean> => sql<boolean>`${contests.id} in (
  select seat.contest_id from contest_judges seat where seat.judge_id = ${personId} or seat.email = (select asked.email from users asked where asked.id = ${personId}))`;

/** They have said something of its entries as an admin, as a condition on `contests`: whoever takes that back holds these first. */
export const wasRatedByAdmin = (
  personId: string,
): SQL<boolean> => sql<boolean>`((select admin.role from users admin where admin.id = ${personId}) = 'admin' and ${contests.id} in (
  select entry.contest_id from entries entry
  join (select entry_id, judge_id from entry_ratings union all select entry_id, judge_id from criterion_ratings) said on said.entry_id = entry.id
  where said.judge_id = ${personId}))`;

/** The contests that a caller may judge at some time: those that they run, and those on show that they have accepted to judge. */
export const judgedBy = (caller: NonNullable<Viewer>): SQL | undefined =>
  caller.role === "admin" ? undefined : or(managedBy(caller), and(visibleToWhere(null), isCoJudge(caller.id)));

/** The contests that a caller runs: their own, and an admin all. */
export const managedBy = (caller: NonNullable<Viewer>): SQL | undefined =>
  caller.role === "admin" ? undefined : eq(contests.creatorId, caller.id);
