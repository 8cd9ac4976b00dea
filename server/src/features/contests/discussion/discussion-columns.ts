import { and, eq, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { MAX_ANNOUNCEMENTS_PER_DAY } from "@conquest/shared/contracts/announcements";
import { contests } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import { contestNews, contestQuestions } from "../../../database/schema/talk";
import type { ViewerInStatement } from "../contest-visibility";

/** Those who asked, beside `users` who are the creators of their contests. */
export const askers = alias(users, "asker");

/**
 * Which questions everybody may read, as a condition on `contest_questions` and their {@link askers}: what was answered stays for
 * others; of what was not, nothing by somebody who is blocked.
 */
export const isReadable = or(
  isNotNull(contestQuestions.answeredAt),
  and(eq(askers.status, "verified"), isNull(askers.removedAt)),
);

/** Selects something of each question of a contest that everybody may read, to be counted. */
export const readableQuestions = (contestId: SQL | string | typeof contests.id) =>
  sql`select 1 from ${contestQuestions} inner join ${users} ${askers} on ${askers.id} = ${contestQuestions.askerId} where ${and(sql`${contestQuestions.contestId} = ${contestId}`, isReadable)}`;

/**
 * Which news a caller may read who has a place in the contest or had one, as a condition on `contest_news`: whoever left, or was
 * refunded when it was cancelled, reads what was written until then.
 */
export const isForParticipant = (userId: NonNullable<ViewerInStatement>["id"]) =>
  sql`exists (
    select 1 from participations place
    where place.contest_id = ${contestNews.contestId} and place.user_id = ${userId} and (place.state = 'paid' or place.refunded_at >= ${contestNews.writtenAt}))`;

/** A contest's page asks whether there are any; their lists count on. */
const MOST_SAID = sql.raw("100");

export const questionCount = sql<number>`(select count(*)::int from (${readableQuestions(contests.id)} limit ${MOST_SAID}) asked)`;

/** How much news of each of `contests` a viewer may read, as far as it is counted. */
export const newsCount = (viewer: ViewerInStatement) =>
  viewer
    ? sql<number>`(select count(*)::int from (
        select 1 from ${contestNews} where ${contestNews.contestId} = ${contests.id}
          and ${viewer.role === "admin" ? sql`true` : sql`(${contests.creatorId} = ${viewer.id} or ${isForParticipant(viewer.id)})`}
        limit ${MOST_SAID}) news)`
    : sql<number>`0`;

/** Since when a contest has had as much news as a day takes: when the first of its last {@link MAX_ANNOUNCEMENTS_PER_DAY} pieces was written. */
export const announcementQuotaReachedAt = (contestId: SQL | string | typeof contests.id) =>
  sql<Date | null>`(select news.written_at from contest_news news where news.contest_id = ${contestId} order by news.written_at desc offset ${sql.raw(String(MAX_ANNOUNCEMENTS_PER_DAY - 1))} limit 1)`.mapWith(
    contestNews.writtenAt,
  );

/** The same of each of `contests` that are the viewer's own. */
export const ownAnnouncementQuotaReachedAt = (viewerId: NonNullable<ViewerInStatement>["id"]) =>
  sql<Date | null>`case when ${contests.creatorId} = ${viewerId} then ${announcementQuotaReachedAt(contests.id)} end`.mapWith(
    contestNews.writtenAt,
  );
