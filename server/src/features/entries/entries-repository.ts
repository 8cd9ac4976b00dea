import { and, eq, sql, desc } from "drizzle-orm";
import { epochMs } from "../../database/epoch-ms";
import type { Database } from "../../database/database";
import { contests, entries, lateEntries } from "../../database/schema/contests";
import { readKeysetPage, type PageQuery } from "../../platform/lists/keyset-page";
import type { Viewer } from "../contests/domain/contest-visibility";
import { hasReportedEntry } from "../reports/domain/has-reported";
import { authors, isPublicEntry, publicEntriesQuery } from "./domain/entry-columns";
import { auditEntries } from "../../database/schema/audit";

export type EntryRow = typeof entries.$inferSelect;

const inOrderOfSubmission = [epochMs(entries.submittedAt), sql`${entries.id}`];
const winnerFirst = [
  sql`(case when ${contests.winnerEntryId} = ${entries.id} then 0 else 1 end)`,
  ...inOrderOfSubmission,
];

const isWinner = sql<boolean>`${contests.winnerEntryId} is not distinct from ${entries.id}`;

/** Sequential numbers would reveal the order of submission. */
const freeNumber = (contestId: string) => sql<number>`(
  with taken as (select number from entries where contest_id = ${contestId})
  select free from generate_series(100, (10 ^ greatest(3, ceil(log(2 * (select count(*) + 51 from taken)))))::int - 1) free
  where free not in (select number from taken) order by random() limit 1)`;

export const entriesRepository = (db: Database) => ({
  async find(contestId: string, userId: string): Promise<EntryRow | undefined> {
    const [row] = await db
      .select()
      .from(entries)
      .where(and(eq(entries.contestId, contestId), eq(entries.userId, userId)));
    return row;
  },

  isOf: async (contestId: string, entryId: string): Promise<boolean> =>
    (await db.$count(entries, and(eq(entries.id, entryId), eq(entries.contestId, contestId)))) > 0,

  /** Inserts or replaces the user's entry. A new one gets a number, so its contest must be locked. */
  async save(
    entry: Pick<EntryRow, "contestId" | "userId" | "text" | "link" | "sha256" | "showIfWins" | "submittedAt">,
  ): Promise<EntryRow> {
    const { text, link, sha256, showIfWins, submittedAt } = entry;
    const [row] = await db
      .insert(entries)
      .values({ ...entry, number: freeNumber(entry.contestId), createdAt: submittedAt })
      .onConflictDoUpdate({
        target: [entries.contestId, entries.userId],
        set: { text, link, sha256, showIfWins, submittedAt },
      })
      .returning();
    return row!;
  },

  async change(id: string, change: Partial<Pick<EntryRow, "showIfWins" | "publishedAt" | "isShortlisted">>) {
    const [row] = await db.update(entries).set(change).where(eq(entries.id, id)).returning();
    return row!;
  },

  listPublished: (contestId: string, viewer: Viewer, query: PageQuery, now: Date) =>
    readKeysetPage(db, query, now, {
      order: winnerFirst,
      all: publicEntriesQuery(contestId),
      rows: ({ columns: { sortKeys, total }, after, orderBy, limit }) => {
        // Every page sorts all entries, so the sort leaves out their texts.
        const picked = db
          .select({ id: entries.id, sortKeys: sortKeys.as("sort_keys"), total: total.as("total") })
          .from(entries)
          .innerJoin(contests, eq(contests.id, entries.contestId))
          .innerJoin(authors, eq(authors.id, entries.userId))
          .where(and(eq(entries.contestId, contestId), isPublicEntry, after))
          .orderBy(...orderBy)
          .limit(limit)
          .as("picked");
        return db
          .select({
            id: entries.id,
            text: entries.text,
            link: entries.link,
            name: authors.name,
            photo: authors.image,
            isWinner,
            userId: entries.userId,
            hasReported: hasReportedEntry(viewer),
            sortKeys: picked.sortKeys,
            total: picked.total,
          })
          .from(picked)
          .innerJoin(entries, eq(entries.id, picked.id))
          .innerJoin(contests, eq(contests.id, entries.contestId))
          .innerJoin(authors, eq(authors.id, entries.userId))
          .orderBy(...orderBy);
      },
    }),
});

export type LateRow = typeof lateEntries.$inferSelect;

export const lateEntriesRepository = (db: Database) => ({
  async find(contestId: string, userId: string): Promise<LateRow | undefined> {
    const [row] = await db
      .select()
      .from(lateEntries)
      .where(and(eq(lateEntries.contestId, contestId), eq(lateEntries.userId, userId)));
    return row;
  },

  /** Saves a user's late entry in place of any earlier one; returns whether it is the first. */
  async save({ contestId, userId, ...late }: LateRow): Promise<boolean> {
    const [row] = await db
      .insert(lateEntries)
      .values({ contestId, userId, ...late })
      .onConflictDoUpdate({ target: [lateEntries.contestId, lateEntries.userId], set: late })
      .returning({ isFirst: sql<boolean>`(xmax = 0)` });
    return row!.isFirst;
  },

  async lastWithdrawal(contestId: string, userId: string): Promise<Date | null> {
    const [row] = await db
      .select({ at: auditEntries.at })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.actorId, userId),
          eq(auditEntries.act, "entry_withdrawn"),
          eq(auditEntries.contestId, contestId),
        ),
      )
      .orderBy(desc(auditEntries.at))
      .limit(1);
    return row?.at ?? null;
  },
});
