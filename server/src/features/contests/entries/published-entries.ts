import { and, eq, isNotNull, isNull, sql, type SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { contests, entries } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";

/** The authors of entries, beside `users` who are the creators of their contests. */
export const authors = alias(users, "author");

/**
 * Which entries everybody may read, as a condition on `entries` and their {@link authors}: those that came onto the page of
 * their contest, but for what was hidden after a report, and what people wrote who are blocked or removed now.
 */
export const isOnShow = and(
  isNotNull(entries.publishedAt),
  isNull(entries.hiddenAt),
  eq(authors.status, "verified"),
  isNull(authors.removedAt),
);

/** Selects something of each entry of a contest that everybody may read, to be counted. */
export const published = (contestId: string | SQLWrapper) =>
  sql`select 1 from ${entries} inner join ${users} ${authors} on ${authors.id} = ${entries.userId} where ${and(eq(entries.contestId, contestId), isOnShow)}`;

/** A contest's page asks whether there are any; their list counts on. */
const MOST_SAID = 100;

/** How many entries everybody may read of each of `contests`, as far as they are counted. Without a winner there are none, and nothing is looked up. */
export const publishedEntryCount = sql<number>`case when ${contests.winnerAt} is null then 0
  else (select count(*)::int from (${published(contests.id)} limit ${sql.raw(String(MOST_SAID))}) shown) end`;
