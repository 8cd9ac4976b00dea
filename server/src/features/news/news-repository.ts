import { and, eq, sql, type SQL } from "drizzle-orm";
import { epochMs } from "../../database/epoch-ms";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { contestNews } from "../../database/schema/talk";
import { readPage, type PageQuery } from "../../platform/lists/read-page";
import { dayOfNewsSince } from "../contests/talk/talk-columns";

export type NewsRow = typeof contestNews.$inferSelect;

const newestFirst = [sql`-${epochMs(contestNews.writtenAt)}`, sql`${contestNews.id}`];

export const newsOf = (db: Database) => ({
  /** See {@link dayOfNewsSince}. */
  async dayOfNewsSince(contestId: string): Promise<Date | null> {
    const [row] = await db
      .select({ since: dayOfNewsSince(contestId) })
      .from(contests)
      .where(eq(contests.id, contestId));
    return row?.since ?? null;
  },

  insert: async (news: typeof contestNews.$inferInsert & { id: string }): Promise<NewsRow> => (await db.insert(contestNews).values(news).returning())[0]!,

  /** `where`: what the caller may read of it. */
  list(contestId: string, where: SQL | undefined, query: PageQuery, now: Date) {
    const isSought = and(eq(contestNews.contestId, contestId), where);
    return readPage(db, query, now, {
      order: newestFirst,
      all: sql`select 1 from ${contestNews} where ${isSought}`,
      rows: ({ columns, after, orderBy, limit }) =>
        db
          .select({ news: contestNews, ...columns })
          .from(contestNews)
          .where(and(isSought, after))
          .orderBy(...orderBy)
          .limit(limit),
    });
  },
});
