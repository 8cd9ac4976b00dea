import { randomUUID } from "node:crypto";
import { and, eq, gte, inArray, lt, ne, sql, type SQL } from "drizzle-orm";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import type { Database } from "../../database/database";
import { isOrphaned, files } from "../../database/schema/files";
import { claimedKind, savedName } from "./file-names";

export type FileRow = typeof files.$inferSelect;
export type FileUse = FileRow["use"];

/** A picture is listed by its own name, and saved with the extension of the format it was converted to. */
const displayName = ({ name, whole, kind }: Pick<FileRow, "name" | "whole" | "kind">) =>
  kind === "picture" && claimedKind(name) === "picture" ? name : savedName(name, whole);

/** Other files are listed as they are saved: a text file `evil.exe` of an older upload as `evil.exe.txt`. */
export const toStoredFile = (
  row: Pick<FileRow, "id" | "name" | "whole" | "kind" | "bytes" | "width" | "height">,
): StoredFile => {
  const { id, kind, bytes, width, height } = row;
  return { _id: id, name: displayName(row), kind, bytes, width, height };
};

export const filesRepository = (db: Database) => ({
  async insert(file: typeof files.$inferInsert): Promise<void> {
    await db.insert(files).values(file);
  },

  async markStored(id: string): Promise<FileRow> {
    const [row] = await db.update(files).set({ state: "here" }).where(eq(files.id, id)).returning();
    return row!;
  },

  countOrphaned: (uploaderId: string) =>
    db.$count(files, and(eq(files.uploaderId, uploaderId), isOrphaned(files), ne(files.state, "going"))),

  /** Releases the files for deletion; they are inaccessible from then on. Returns their number. */
  async release(ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    const released = await db
      .update(files)
      .set({ state: "going", entryId: null, contestId: null, userId: null, draftId: null })
      .where(inArray(files.id, [...ids]))
      .returning({ id: files.id });
    return released.length;
  },

  async releaseOwn(id: string, uploaderId: string, use: FileUse): Promise<number> {
    const released = await db
      .update(files)
      .set({ state: "going" })
      .where(
        and(
          eq(files.id, id),
          eq(files.uploaderId, uploaderId),
          eq(files.use, use),
          eq(files.state, "here"),
          isOrphaned(files),
        ),
      )
      .returning({ id: files.id });
    return released.length;
  },

  /** Releases all orphaned files, including incomplete uploads, that are old enough or belong to one user. */
  releaseOrphaned: (which: { before: Date } | { uploaderId: string }) =>
    db
      .update(files)
      .set({ state: "going" })
      .where(
        and(
          isOrphaned(files),
          ne(files.state, "going"),
          "before" in which ? lt(files.createdAt, which.before) : eq(files.uploaderId, which.uploaderId),
        ),
      ),

  listGoing: (limit: number): Promise<FileRow[]> =>
    db
      .select()
      .from(files)
      .where(and(isOrphaned(files), eq(files.state, "going")))
      .limit(limit),

  async sample(limit: number): Promise<Pick<FileRow, "id" | "whole">[]> {
    const somewhere = randomUUID();
    const next = (where: SQL, count: number) =>
      db
        .select({ id: files.id, whole: files.whole })
        .from(files)
        .where(and(where, eq(files.state, "here")))
        .orderBy(files.id)
        .limit(count);
    const after = await next(gte(files.id, somewhere), limit);
    return after.length === limit ? after : [...after, ...(await next(lt(files.id, somewhere), limit - after.length))];
  },

  forget: (ids: readonly string[]) =>
    db.delete(files).where(sql`${files.id} = any(${sql.param([...ids])}::text[]) and ${files.state} = 'going'`),
});
