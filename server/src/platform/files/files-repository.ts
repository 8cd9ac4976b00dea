import { randomUUID } from "node:crypto";
import { and, eq, gte, inArray, lt, ne, sql, type SQL } from "drizzle-orm";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import type { Database } from "../../database/database";
import { isOrphaned } from "../../database/orphaned-files";
import { files } from "../../database/schema/files";
import { claimedKind, savedName } from "./file-names";

export type FileRow = typeof files.$inferSelect;
export type FileUse = FileRow["use"];

/** A picture is shown by its own name, and saved with the ending of the format that it was converted to. */
const listedName = ({ name, whole, kind }: FileRow) =>
  kind === "picture" && claimedKind(name) === "picture" ? name : savedName(name, whole);

/** A program called `evil.exe` that is text is listed as it is saved, as `evil.exe.txt`. */
export const toStoredFile = (row: FileRow): StoredFile => {
  const { id, kind, bytes, width, height } = row;
  return { _id: id, name: listedName(row), kind, bytes, width, height };
};

export const filesRepository = (db: Database) => ({
  async insert(file: typeof files.$inferInsert): Promise<void> {
    await db.insert(files).values(file);
  },

  /** From now on it can be asked for. */
  async arrive(id: string): Promise<FileRow> {
    const [row] = await db.update(files).set({ state: "here" }).where(eq(files.id, id)).returning();
    return row!;
  },

  /** How many that belong to nothing somebody has, those that are on their way among them. */
  countLoose: (uploaderId: string) =>
    db.$count(files, and(eq(files.uploaderId, uploaderId), isOrphaned(files), ne(files.state, "going"))),

  /** Lets go of these: nobody may have them any more, and soon they are gone. Answers how many there were. */
  async letGo(ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    const gone = await db
      .update(files)
      .set({ state: "going", entryId: null, contestId: null, userId: null, draftId: null })
      .where(inArray(files.id, [...ids]))
      .returning({ id: files.id });
    return gone.length;
  },

  /** As {@link letGo}, of one that belongs to nothing yet, for who has uploaded it. */
  async takeBack(id: string, uploaderId: string, use: FileUse): Promise<number> {
    const gone = await db
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
    return gone.length;
  },

  /** Lets go of all that belong to nothing, whether they came whole or not: since before some time, or somebody's. */
  letGoOfLoose: (which: { before: Date } | { uploaderId: string }) =>
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

  /** Some of those that are to be gone. */
  listGoing: (limit: number): Promise<FileRow[]> =>
    db
      .select()
      .from(files)
      .where(and(isOrphaned(files), eq(files.state, "going")))
      .limit(limit),

  /** Some of those whose bytes are kept, whichever. */
  async sample(limit: number): Promise<Pick<FileRow, "id" | "whole">[]> {
    const somewhere = randomUUID();
    const next = (where: SQL, most: number) =>
      db
        .select({ id: files.id, whole: files.whole })
        .from(files)
        .where(and(where, eq(files.state, "here")))
        .orderBy(files.id)
        .limit(most);
    const after = await next(gte(files.id, somewhere), limit);
    return after.length === limit ? after : [...after, ...(await next(lt(files.id, somewhere), limit - after.length))];
  },

  /** Once nothing is left of their bytes. */
  forget: (ids: readonly string[]) =>
    db.delete(files).where(sql`${files.id} = any(${sql.param([...ids])}::text[]) and ${files.state} = 'going'`),
});
