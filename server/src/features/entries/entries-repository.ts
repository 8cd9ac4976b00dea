import { and, eq, sql, desc, asc, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { Text } from "@conquest/shared/contracts/text/message";
import { epochMs } from "../../database/sort-keys";
import type { Database } from "../../database/database";
import { contests, entries, lateEntries } from "../../database/schema/contests";
import { readKeysetPage, type PageQuery } from "../../platform/lists/keyset-page";
import { entryPlace, entryPrizeName } from "../contests/domain/placements";
import type { Viewer } from "../contests/domain/contest-visibility";
import { hasReportedEntry } from "../reports/domain/has-reported";
import { isAuthor, isEntryOf } from "../contests/domain/entry-authors";
import { teamName } from "../teams/domain/team-columns";
import { authors, isPublicEntry, publicEntriesQuery } from "./domain/entry-columns";
import { auditEntries } from "../../database/schema/audit";
import { users } from "../../database/schema/people";
import { displayNameOf } from "../../platform/people";
import { files } from "../../database/schema/files";
import { filesRepository, type FileRow, toStoredFile } from "../../platform/files/files-repository";

export type EntryRow = typeof entries.$inferSelect;

const inOrderOfSubmission = [epochMs(entries.submittedAt), sql`${entries.id}`];
/** Entries without a prize keep the key that they have in cursors of older servers. */
const winnersFirst = [
  sql`(case when ${contests.winnerEntryId} = ${entries.id} then -10 else coalesce(${entryPlace} - 11, 1) end)`,
  ...inOrderOfSubmission,
];

const isWinner = sql<boolean>`${contests.winnerEntryId} is not distinct from ${entries.id}`;

/** Sequential numbers would reveal the order of submission. */
const freeNumber = (contestId: string) => sql<number>`(
  with taken as (select number from entries where contest_id = ${contestId})
  select free from generate_series(100, (10 ^ greatest(3, ceil(log(2 * (select count(*) + 51 from taken)))))::int - 1) free
  where free not in (select number from taken) order by random() limit 1)`;

export const entriesRepository = (db: Database) => ({
  /** The entry of the user or their team. */
  async find(contestId: string, userId: string): Promise<EntryRow | undefined> {
    const [row] = await db
      .select()
      .from(entries)
      .where(and(eq(entries.contestId, contestId), isEntryOf(userId)));
    return row;
  },

  async nameOf(userId: string): Promise<Text> {
    const [person] = await db
      .select({ name: users.name, removedAt: users.removedAt })
      .from(users)
      .where(eq(users.id, userId));
    return displayNameOf(person!);
  },

  isOf: async (contestId: string, entryId: string, where?: SQL): Promise<boolean> =>
    (await db.$count(entries, and(eq(entries.id, entryId), eq(entries.contestId, contestId), where))) > 0,

  /** Inserts or replaces the entry of the user or the team. A new one gets a number, so its contest must be locked. */
  async save(
    entry: Pick<
      EntryRow,
      | "contestId"
      | "userId"
      | "teamId"
      | "savedBy"
      | "text"
      | "link"
      | "answers"
      | "sha256"
      | "showIfWins"
      | "submittedAt"
    >,
  ): Promise<EntryRow> {
    const { savedBy, text, link, answers, sha256, showIfWins, submittedAt } = entry;
    const answersOf = sha256;
    const [row] = await db
      .insert(entries)
      .values({ ...entry, answersOf, number: freeNumber(entry.contestId), createdAt: submittedAt })
      .onConflictDoUpdate({
        target: [entries.contestId, entries.userId],
        set: { savedBy, text, link, answers, answersOf, sha256, showIfWins, submittedAt },
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
      order: winnersFirst,
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
            prizeName: entryPrizeName,
            isOwn: viewer ? isAuthor(viewer.id) : sql<boolean>`false`,
            team: teamName,
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

export const entryFilesRepository = (db: Database) => ({
  async byEntry(entryIds: readonly string[]): Promise<Map<string, FileRow[]>> {
    const byId = new Map<string, FileRow[]>();
    if (entryIds.length === 0) return byId;
    const rows = await db
      .select()
      .from(files)
      .where(sql`${files.entryId} = any(${sql.param([...entryIds])}::text[])`)
      .orderBy(asc(files.entryId), asc(files.position), asc(files.id));
    for (const row of rows) byId.set(row.entryId!, [...(byId.get(row.entryId!) ?? []), row]);
    return byId;
  },

  /** Returns files of the entry and own unused uploads in the order of `ids`; the lock prevents a second use. */
  async lockUsable(
    ids: readonly string[],
    { entryId, uploaderId }: { entryId: string | undefined; uploaderId: string },
  ): Promise<FileRow[]> {
    if (ids.length === 0) return [];
    const isOfEntry = entryId === undefined ? undefined : eq(files.entryId, entryId);
    const isOwn = and(isNull(files.entryId), eq(files.uploaderId, uploaderId));
    const rows = await db
      .select()
      .from(files)
      .where(and(inArray(files.id, [...ids]), eq(files.use, "entry"), eq(files.state, "here"), or(isOfEntry, isOwn)))
      .orderBy(asc(files.id))
      .for("update");
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  },

  /** Assigns these files to the entry in this order, and releases its other ones. */
  async give(entryId: string, before: readonly FileRow[], now: readonly FileRow[]): Promise<void> {
    const newIds = new Set(now.map(({ id }) => id));
    await filesRepository(db).release(before.flatMap(({ id }) => (newIds.has(id) ? [] : [id])));
    for (const [position, { id }] of now.entries())
      await db.update(files).set({ entryId, position }).where(eq(files.id, id));
  },
});

export const toStoredFiles = <Name extends Text = string>(
  files: readonly FileRow[] = [],
  nameAt?: (position: number, whole: string) => Name,
) => files.map((file, position) => ({ ...toStoredFile(file), ...(nameAt && { name: nameAt(position, file.whole) }) }));
