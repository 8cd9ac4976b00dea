import { sql } from "drizzle-orm";
import { contests } from "../../../database/schema/contests";

/** Condition on `author`: neither blocked nor deleted. Only such authors can win. */
export const isEligible = sql<boolean>`(author.status = 'verified' and author.removed_at is null)`;

/** Has entries, but none is eligible now. A block may be lifted, so the contest does not end before its refund date. */
export const hasNoEligibleEntries = sql<boolean>`(${contests}.entry_count > 0 and not exists (
  select from entries entry join users author on author.id = entry.user_id where entry.contest_id = ${contests}.id and ${isEligible}))`;

export const hasEntryOf = (userId: string) =>
  sql<boolean>`${contests.id} in (select contest_id from entries where user_id = ${userId})`;
