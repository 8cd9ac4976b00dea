import { and, count, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { contests, entries, participations, users } from "../../schema";
import { cutPage, epochMs, isAfter, sortKeysOf, type Place, type SortKeys } from "../../platform/keyset";

export type EntryRow = typeof entries.$inferSelect;

export async function findEntryOf(db: Database, contestId: string, userId: string): Promise<EntryRow | undefined> {
  const [row] = await db
    .select()
    .from(entries)
    .where(and(eq(entries.contestId, contestId), eq(entries.userId, userId)));
  return row;
}

/** Writes a person's one entry, in place of what they submitted before. */
export async function saveEntry(
  db: Database,
  entry: { contestId: string; userId: string; text: string; link: string; sha256: string; submittedAt: Date },
): Promise<EntryRow> {
  const { text, link, sha256, submittedAt } = entry;
  const [row] = await db
    .insert(entries)
    .values({ ...entry, createdAt: submittedAt })
    .onConflictDoUpdate({ target: [entries.contestId, entries.userId], set: { text, link, sha256, submittedAt } })
    .returning();
  if (!row) throw new Error("The saved entry was not answered.");
  return row;
}

/** An entry of this contest with what decides whether it may win. */
export async function findCandidate(db: Database, contestId: string, entryId: string) {
  const [row] = await db
    .select({
      id: entries.id,
      userId: entries.userId,
      submittedAt: entries.submittedAt,
      name: users.name,
      removedAt: users.removedAt,
      participationId: participations.id,
    })
    .from(entries)
    .innerJoin(users, eq(users.id, entries.userId))
    .leftJoin(
      participations,
      and(eq(participations.contestId, entries.contestId), eq(participations.userId, entries.userId), eq(participations.state, "paid")),
    )
    .where(and(eq(entries.id, entryId), eq(entries.contestId, contestId)));
  return row;
}

/** In the order of submission. */
export async function listEntries(db: Database, contestId: string, limit: number, place: Place) {
  const keys: SortKeys = [epochMs(entries.submittedAt), sql`${entries.id}`];
  const where = eq(entries.contestId, contestId);
  const rows = await db
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
      sortKeys: sortKeysOf(keys),
    })
    .from(entries)
    .innerJoin(contests, eq(contests.id, entries.contestId))
    .innerJoin(users, eq(users.id, entries.userId))
    .where(and(where, isAfter(keys, place)))
    .orderBy(...keys)
    .limit(limit + 1);
  const [total] = await db.select({ total: count() }).from(entries).where(where);
  return { ...cutPage(rows, limit, place), total: total?.total ?? 0 };
}
