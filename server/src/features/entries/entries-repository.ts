import { and, eq, sql } from "drizzle-orm";
import { epochMs } from "../../database/epoch-ms";
import type { Database } from "../../database/open-database";
import { contests, entries, entryRatings, users } from "../../database/schema";
import { DASHBOARD_LIMIT, readPage, type PageQuery } from "../../platform/lists/read-page";
import { authors, isOnShow, published } from "../contests/published-entries";

export type EntryRow = typeof entries.$inferSelect;

const inOrderOfSubmission = [epochMs(entries.submittedAt), sql`${entries.id}`];
const winnerFirst = [sql`(case when ${contests.winnerEntryId} = ${entries.id} then 0 else 1 end)`, ...inOrderOfSubmission];

const isWinner = sql<boolean>`${contests.winnerEntryId} is not distinct from ${entries.id}`;

export const entriesOf = (db: Database) => ({
  async find(contestId: string, userId: string): Promise<EntryRow | undefined> {
    const [row] = await db
      .select()
      .from(entries)
      .where(and(eq(entries.contestId, contestId), eq(entries.userId, userId)));
    return row;
  },

  /** Whose entry this is, if it is one of this contest. */
  async findAuthor(contestId: string, entryId: string): Promise<string | undefined> {
    const [row] = await db
      .select({ userId: entries.userId })
      .from(entries)
      .where(and(eq(entries.id, entryId), eq(entries.contestId, contestId)));
    return row?.userId;
  },

  /** Writes a person's one entry, in place of what they submitted before. */
  async save(entry: Pick<EntryRow, "contestId" | "userId" | "text" | "link" | "sha256" | "showIfWins" | "submittedAt">): Promise<EntryRow> {
    const { text, link, sha256, showIfWins, submittedAt } = entry;
    const [row] = await db
      .insert(entries)
      .values({ ...entry, createdAt: submittedAt })
      .onConflictDoUpdate({ target: [entries.contestId, entries.userId], set: { text, link, sha256, showIfWins, submittedAt } })
      .returning();
    return row!;
  },

  /** Changes who may read it, and nothing of what was submitted. */
  async change(id: string, change: Partial<Pick<EntryRow, "showIfWins" | "publishedAt">>): Promise<EntryRow> {
    const [row] = await db.update(entries).set(change).where(eq(entries.id, id)).returning();
    return row!;
  },

  /** With what `judgeId` said of each. */
  list(contestId: string, judgeId: string, query: PageQuery, now: Date) {
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
            isWinner,
            rating: entryRatings.rating,
            word: entryRatings.word,
            ...columns,
          })
          .from(entries)
          .innerJoin(contests, eq(contests.id, entries.contestId))
          .innerJoin(users, eq(users.id, entries.userId))
          .leftJoin(entryRatings, and(eq(entryRatings.entryId, entries.id), eq(entryRatings.judgeId, judgeId)))
          .where(and(where, after))
          .orderBy(...orderBy)
          .limit(limit),
    });
  },

  /** What everybody may read. */
  listPublished: (contestId: string, query: PageQuery, now: Date) =>
    readPage(db, query, now, {
      order: winnerFirst,
      all: published(contestId),
      rows: ({ columns, after, orderBy, limit }) =>
        db
          .select({ id: entries.id, text: entries.text, link: entries.link, name: authors.name, photo: authors.image, isWinner, ...columns })
          .from(entries)
          .innerJoin(contests, eq(contests.id, entries.contestId))
          .innerJoin(authors, eq(authors.id, entries.userId))
          .where(and(eq(entries.contestId, contestId), isOnShow, after))
          .orderBy(...orderBy)
          .limit(limit),
    }),
});
