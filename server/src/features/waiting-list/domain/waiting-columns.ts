import { sql, type Placeholder } from "drizzle-orm";
import type { z } from "zod";
import type { waitingState } from "@conquest/shared/contracts/spots";
import { contests } from "../../../database/schema/contests";
import { isEligible } from "./waiting-list-repository";
import type { ViewerInStatement } from "../../contests/domain/contest-visibility";

export interface WaitingRow {
  since: string;
  offerEndsAt: string | null;
  /** Null once a spot is offered. */
  position: number | null;
}

export const waitingRowOf = (userId: string | Placeholder) => sql<WaitingRow | null>`(
  select json_build_object('since', own.joined_at, 'offerEndsAt', own.offer_ends_at, 'position', case when own.offered_at is null then (
    select count(*) from waiting_list before
    where before.contest_id = own.contest_id and before.ended_at is null and before.offered_at is null
      and (before.number = own.number or (before.number < own.number and ${isEligible(sql`before.user_id`)}))) end)
  from waiting_list own where own.contest_id = ${contests.id} and own.user_id = ${userId} and own.ended_at is null)`;

/** Like {@link waitingRowOf}, without a query for contests that have no limit. */
export const waitingOf = (viewer: ViewerInStatement) =>
  viewer
    ? sql<WaitingRow | null>`case when ${contests.maxParticipants} is not null or ${contests.heldSpots} > 0 then ${waitingRowOf(viewer.id)} end`
    : sql<null>`null`;

export const toWaiting = (row: WaitingRow | null): z.input<typeof waitingState> | null =>
  row && {
    since: new Date(row.since).toISOString(),
    position: row.position,
    offerEndsAt: row.offerEndsAt && new Date(row.offerEndsAt).toISOString(),
  };

/** Column of `contests`: the number of people who wait for an offer and could take it, and the reader if they wait. */
export const waitingCount = (reader: string | Placeholder | null) => sql<number>`(
  select count(*)::int from waiting_list w
  where w.contest_id = ${contests}.id and w.ended_at is null and w.offered_at is null
    and (w.user_id = ${reader} or ${isEligible(sql`w.user_id`)}))`;

export const waitingCountIfLimited = (viewer: ViewerInStatement) =>
  sql<number | null>`case when ${contests.maxParticipants} is not null then ${waitingCount(viewer?.id ?? null)} end`;

export const firstOfferEndsAt = sql<string | null>`case when ${contests.heldSpots} > 0 then (
  select min(w.offer_ends_at) from waiting_list w where w.contest_id = ${contests.id} and w.ended_at is null) end`;

/** Condition on `contests`. Lock these before changing or deleting the user, to avoid deadlocks. */
export const isWaitedForBy = (userId: string) =>
  sql`${contests.id} in (select w.contest_id from waiting_list w where w.user_id = ${userId} and w.ended_at is null)`;
