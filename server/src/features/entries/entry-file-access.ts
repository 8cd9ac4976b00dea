import { and, eq, isNotNull, isNull, ne, not, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../database/open-database";
import { contests, entries } from "../../database/schema/contests";
import { files } from "../../database/schema/files";
import { participations } from "../../database/schema/taking-part";
import type { FileRow } from "../../platform/files/files-repository";
import { managedBy, visibleTo, type Viewer } from "../contests/contest-visibility";
import { hidesAuthors } from "../contests/judge";
import { authors, isOnShow } from "../contests/published-entries";
import { numberedFile } from "./judging/hidden-authors";

/**
 * Which files a caller may read, as a condition on `files` beside their entry, its author and its contest. This alone decides it:
 * - everybody those of entries that are on the page of a contest they see, for as long as they are on it;
 * - their own entries', and those of every entry to a contest that they run, unless they take part in it and it is undecided
 *   (see `mayReadEntries`);
 * - what they have uploaded and not handed in yet.
 */
function readableBy(viewer: Viewer): SQL | undefined {
  const isPublic = and(isOnShow, visibleTo(viewer));
  if (!viewer) return isPublic;
  const takesPart = sql`exists (select 1 from ${participations} where ${participations.contestId} = ${contests.id} and ${participations.userId} = ${viewer.id} and ${participations.state} = 'paid')`;
  const isRival = and(isNull(contests.winnerAt), isNull(contests.cancelledAt), ne(contests.creatorId, viewer.id), takesPart);
  return or(isPublic, and(isNull(files.entryId), eq(files.uploaderId, viewer.id)), eq(entries.userId, viewer.id), and(isNotNull(files.entryId), managedBy(viewer), not(isRival!)));
}

/** A file of an entry, for whoever may read it; undefined for others. Its name is neutral for whom its author is hidden from. */
export async function findEntryFile(db: Database, id: string, viewer: Viewer): Promise<FileRow | undefined> {
  const [found] = await db
    .select({ file: files, contest: { hidesNames: contests.hidesNames, winnerAt: contests.winnerAt }, entry: { userId: entries.userId, number: entries.number } })
    .from(files)
    .leftJoin(entries, eq(entries.id, files.entryId))
    .leftJoin(authors, eq(authors.id, entries.userId))
    .leftJoin(contests, eq(contests.id, entries.contestId))
    .where(and(eq(files.id, id), eq(files.use, "entry"), eq(files.state, "here"), readableBy(viewer)));
  if (!found) return undefined;
  const { file, entry, contest } = found;
  return entry && contest && entry.userId !== viewer?.id && hidesAuthors(contest) ? { ...file, name: numberedFile(entry.number, file.position) } : file;
}
