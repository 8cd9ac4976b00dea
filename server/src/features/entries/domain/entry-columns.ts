import { sql, and, eq, isNotNull, isNull, type SQLWrapper, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { EntryFeedbackSummary } from "@conquest/shared/contracts/judging/ratings";
import { message, type Message } from "@conquest/shared/contracts/text/message";
import { contests, entries } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import type { Database } from "../../../database/database";
import { teamMembers } from "../../../database/schema/teams";
import { entryIdsOf } from "../../contests/domain/entry-authors";
import { entryRatings } from "../../../database/schema/judging";

/** Condition on `author`: neither blocked nor deleted. Only such authors can win. */
export const isEligible = sql<boolean>`(author.status = 'verified' and author.removed_at is null)`;

/** Has entries, but none is eligible now. A block may be lifted, so the contest does not end before its refund date. */
export const hasNoEligibleEntries = sql<boolean>`(${contests}.entry_count > 0 and not exists (
  select from entries entry join users author on author.id = entry.user_id where entry.contest_id = ${contests}.id and ${isEligible}))`;

export const hasEntryOf = (userId: string) =>
  sql<boolean>`${contests.id} in (select contest_id from entries where id in ${entryIdsOf(userId)})`;

export const authors = alias(users, "author");

export const isPublicEntry = and(
  isNotNull(entries.publishedAt),
  isNull(entries.hiddenAt),
  eq(authors.status, "verified"),
  isNull(authors.removedAt),
);

export const publicEntriesQuery = (contestId: string | SQLWrapper) =>
  sql`select 1 from ${entries} inner join ${users} ${authors} on ${authors.id} = ${entries.userId} where ${and(eq(entries.contestId, contestId), isPublicEntry)}`;

/** The contest page only needs to know whether there are any; the list counts beyond this limit. */
const MAX_COUNTED = 100;

export const publishedEntryCount = sql<number>`case when ${contests.winnerAt} is null then 0
  else (select count(*)::int from (${publicEntriesQuery(contests.id)} limit ${sql.raw(String(MAX_COUNTED))}) shown) end`;

const meanRating = sql<number | null>`round(avg(${entryRatings.rating}), 1)::float8`;
const hasWord = sql<boolean>`coalesce(bool_or(${entryRatings.word} <> ''), false)`;

/** Rating summary of an entry, as a column. Readable only by its author, once the winner is declared. */
export const feedbackColumn = sql<EntryFeedbackSummary>`(
  select json_build_object('rating', ${meanRating}, 'hasWord', ${hasWord}) from ${entryRatings} where ${eq(entryRatings.entryId, entries.id)})`;

/** Each author of an entry: its own, or all members of its team. */
const authorId = sql<string>`coalesce(${teamMembers.userId}, ${entries.userId})`;

export const listFeedback = (db: Database, where: SQL | undefined) =>
  db
    .select({ entryId: entries.id, contestId: entries.contestId, userId: authorId, rating: meanRating, hasWord })
    .from(entries)
    .leftJoin(teamMembers, eq(teamMembers.teamId, entries.teamId))
    .leftJoin(entryRatings, eq(entryRatings.entryId, entries.id))
    .where(where)
    .groupBy(entries.id, authorId);

export function feedbackSentence({ rating, hasWord }: EntryFeedbackSummary): Message {
  if (rating === null)
    return hasWord ? message("You have feedback on your entry.") : message("No one rated your entry.");
  return hasWord
    ? message("Your entry was rated {rating} out of 5, with feedback.", { rating })
    : message("Your entry was rated {rating} out of 5.", { rating });
}
