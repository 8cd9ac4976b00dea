import { sql, type SQL } from "drizzle-orm";
import { MAX_ANNOUNCEMENTS_PER_DAY } from "@conquest/shared/contracts/announcements";
import { contests } from "../../../database/schema/contests";
import { contestNews } from "../../../database/schema/talk";
import type { ViewerInStatement } from "../../contests/domain/contest-visibility";

/** Participants who left or were refunded can read announcements written until then. */
export const isForParticipant = (userId: NonNullable<ViewerInStatement>["id"]) =>
  sql`exists (
    select 1 from participations place
    where place.contest_id = ${contestNews.contestId} and place.user_id = ${userId} and (place.state = 'paid' or place.refunded_at >= ${contestNews.writtenAt}))`;

/** The contest page only needs to know whether there are any; the lists count beyond this limit. */
const MAX_COUNTED = sql.raw("100");

export const newsCount = (viewer: ViewerInStatement) =>
  viewer
    ? sql<number>`(select count(*)::int from (
        select 1 from ${contestNews} where ${contestNews.contestId} = ${contests.id}
          and ${viewer.role === "admin" ? sql`true` : sql`(${contests.creatorId} = ${viewer.id} or ${isForParticipant(viewer.id)})`}
        limit ${MAX_COUNTED}) news)`
    : sql<number>`0`;

/** Selects when the {@link MAX_ANNOUNCEMENTS_PER_DAY}th-last announcement was written; null if there are fewer. */
export const announcementQuotaReachedAt = (contestId: SQL | string | typeof contests.id) =>
  sql<Date | null>`(select news.written_at from contest_news news where news.contest_id = ${contestId} order by news.written_at desc offset ${sql.raw(String(MAX_ANNOUNCEMENTS_PER_DAY - 1))} limit 1)`.mapWith(
    contestNews.writtenAt,
  );

export const ownAnnouncementQuotaReachedAt = (viewerId: NonNullable<ViewerInStatement>["id"]) =>
  sql<Date | null>`case when ${contests.creatorId} = ${viewerId} then ${announcementQuotaReachedAt(contests.id)} end`.mapWith(
    contestNews.writtenAt,
  );
