import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../database/database";
import { files } from "../../database/schema/files";
import { filesRepository, type FileRow, toStoredFile } from "../../platform/files/files-repository";

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

export const toStoredFiles = (files: readonly FileRow[] = [], nameAt?: (position: number, whole: string) => string) =>
  files.map((file, position) => ({ ...toStoredFile(file), ...(nameAt && { name: nameAt(position, file.whole) }) }));
