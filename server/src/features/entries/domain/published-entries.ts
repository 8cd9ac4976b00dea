import { and, eq, isNotNull, isNull, sql, type SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { contests, entries } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";

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
