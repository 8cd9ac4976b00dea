import { and, eq, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { contests } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import { contestQuestions } from "../../../database/schema/talk";

export const askers = alias(users, "asker");

/** Answered questions are public; unanswered ones are hidden if their author is blocked or deleted. */
export const isReadable = or(
  isNotNull(contestQuestions.answeredAt),
  and(eq(askers.status, "verified"), isNull(askers.removedAt)),
);

export const readableQuestions = (contestId: SQL | string | typeof contests.id) =>
  sql`select 1 from ${contestQuestions} inner join ${users} ${askers} on ${askers.id} = ${contestQuestions.askerId} where ${and(sql`${contestQuestions.contestId} = ${contestId}`, isReadable)}`;

/** The contest page only needs to know whether there are any; the lists count beyond this limit. */
const MAX_COUNTED = sql.raw("100");

export const questionCount = sql<number>`(select count(*)::int from (${readableQuestions(contests.id)} limit ${MAX_COUNTED}) asked)`;
