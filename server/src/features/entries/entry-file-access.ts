import { and, eq, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../database/open-database";
import { contests, entries, files } from "../../database/schema";
import type { FileRow } from "../../platform/files/files-repository";
import { managedBy, type Viewer } from "../contests/contest-visibility";

/**
 * Which files a caller may read, as a condition on `files` beside their entry and its contest: those of their own entries, and those
 * of every entry to a contest that they run; and what they have uploaded and not handed in yet. This alone decides it.
 */
function readableBy(viewer: Viewer): SQL | undefined {
  if (!viewer) return sql`false`;
  return or(and(isNull(files.entryId), eq(files.uploaderId, viewer.id)), eq(entries.userId, viewer.id), and(isNotNull(files.entryId), managedBy(viewer)));
}

/** A file of an entry, for whoever may read it; undefined for others. */
export async function findEntryFile(db: Database, id: string, viewer: Viewer): Promise<FileRow | undefined> {
  const [found] = await db
    .select({ file: files })
    .from(files)
    .leftJoin(entries, eq(entries.id, files.entryId))
    .leftJoin(contests, eq(contests.id, entries.contestId))
    .where(and(eq(files.id, id), eq(files.use, "entry"), eq(files.state, "here"), readableBy(viewer)));
  return found?.file;
}
