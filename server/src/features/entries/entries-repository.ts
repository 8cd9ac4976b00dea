import { and, eq, sql } from "drizzle-orm";
import { epochMs } from "../../database/epoch-ms";
import type { Database } from "../../database/open-database";
import { contests, entries, users } from "../../database/schema";
import { DASHBOARD_LIMIT, readPage, type PageQuery } from "../../platform/lists/read-page";

export type EntryRow = typeof entries.$inferSelect;

const inOrderOfSubmission = [epochMs(entries.submittedAt), sql`${entries.id}`];

export const entriesOf = (db: Database) => ({
  async find(contestId: string, userId: string): Promise<EntryRow | undefined> {
    const [row] = await db
      .select()
      .from(entries)
      .where(and(eq(entries.contestId, contestId), eq(entries.userId, userId)));
    return row;
  },

  /** Writes a person's one entry, in place of what they submitted before. */
  async save(entry: { contestId: string; userId: string; text: string; link: string; sha256: string; submittedAt: Date }): Promise<EntryRow> {
    const { text, link, sha256, submittedAt } = entry;
    const [row] = await db
      .insert(entries)
      .values({ ...entry, createdAt: submittedAt })
      .onConflictDoUpdate({ target: [entries.contestId, entries.userId], set: { text, link, sha256, submittedAt } })
      .returning();
    return row!;
  },

  list(contestId: string, query: PageQuery, now: Date) {
    const where = eq(entries.contestId, contestId);
    return readPage(db, query, now, {
      defaultLimit: DASHBOARD_LIMIT,
      order: inOrderOfSubmission,
      all: sql`select 1 from ${entries} where ${where}`,
      rows: ({ columns, after, orderBy, limit }) =>
        db
          .select({
            id: entries.id,
            text: entries.text,
            link: entries.link,
            submittedAt: entries.submittedAt,
            sha256: entries.sha256,
            name: users.name,
            photo: users.image,
            removedAt: users.removedAt,
            isWinner: sql<boolean>`${contests.winnerEntryId} is not distinct from ${entries.id}`,
            ...columns,
          })
          .from(entries)
          .innerJoin(contests, eq(contests.id, entries.contestId))
          .innerJoin(users, eq(users.id, entries.userId))
          .where(and(where, after))
          .orderBy(...orderBy)
          .limit(limit),
    });
  },
});
