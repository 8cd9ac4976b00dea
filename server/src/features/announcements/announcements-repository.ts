import { and, eq, sql, type SQL } from "drizzle-orm";
import { epochMs } from "../../database/epoch-ms";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { contestNews } from "../../database/schema/talk";
import { readKeysetPage, type PageQuery } from "../../platform/lists/keyset-page";
import { announcementQuotaReachedAt } from "./domain/announcement-columns";

export type AnnouncementRow = typeof contestNews.$inferSelect;

const newestFirst = [sql`-${epochMs(contestNews.writtenAt)}`, sql`${contestNews.id}`];

export const announcementsRepository = (db: Database) => ({
  async quotaReachedAt(contestId: string): Promise<Date | null> {
    const [row] = await db
      .select({ since: announcementQuotaReachedAt(contestId) })
      .from(contests)
      .where(eq(contests.id, contestId));
    return row?.since ?? null;
  },

  insert: async (announcement: typeof contestNews.$inferInsert & { id: string }): Promise<AnnouncementRow> =>
    (await db.insert(contestNews).values(announcement).returning())[0]!,

  list(contestId: string, where: SQL | undefined, query: PageQuery, now: Date) {
    const filter = and(eq(contestNews.contestId, contestId), where);
    return readKeysetPage(db, query, now, {
      order: newestFirst,
      all: sql`select 1 from ${contestNews} where ${filter}`,
      rows: ({ columns, after, orderBy, limit }) =>
        db
          .select({ news: contestNews, ...columns })
          .from(contestNews)
          .where(and(filter, after))
          .orderBy(...orderBy)
          .limit(limit),
    });
  },
});
