import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { MOST_NEWS_A_DAY } from "@conquest/shared/contracts/news";
import { epochMs } from "../../database/epoch-ms";
import type { Database } from "../../database/database";
import { contestNews } from "../../database/schema/talk";
import { readPage, type PageQuery } from "../../platform/lists/read-page";

export type NewsRow = typeof contestNews.$inferSelect;

const newestFirst = [sql`-${epochMs(contestNews.writtenAt)}`, sql`${contestNews.id}`];

export const newsOf = (db: Database) => ({
  /** When the last but two was written. */
  async lastButTwoAt(contestId: string): Promise<Date | null> {
    const [row] = await db
      .select({ at: contestNews.writtenAt })
      .from(contestNews)
      .where(eq(contestNews.contestId, contestId))
      .orderBy(desc(contestNews.writtenAt))
      .offset(MOST_NEWS_A_DAY - 1)
      .limit(1);
    return row?.at ?? null;
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
