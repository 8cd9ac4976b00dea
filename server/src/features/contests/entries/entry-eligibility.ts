import { sql } from "drizzle-orm";
import { contests } from "../../../database/schema/contests";

/** An entry of somebody who is neither blocked nor removed, as a condition on `author`: no other can win. */
export const isEligible = sql<boolean>`(author.status = 'verified' and author.removed_at is null)`;

/**
 * Whether entries of a contest are in, and none can win at this moment, as a condition on `contests`. A block may be taken away
 * again, so nothing ends with it before the day that was promised.
 */
export const hasNoEligibleEntries = sql<boolean>`(${contests}.entry_count > 0 and not exists (
  select from entries entry join users author on author.id = entry.user_id where entry.contest_id = ${contests}.id and ${isEligible}))`;

/** Whether this person has handed in to a contest, as a condition on `contests`. */
export const hasEntryOf = (personId: string) =>
  sql<boolean>`${contests.id} in (select contest_id from entries where user_id = ${personId})`;
