import { and, eq, getTableColumns, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Deps } from "../../platform/deps";
import { contests, entries } from "../../database/schema/contests";
import { files } from "../../database/schema/files";
import type { FileRow } from "../../platform/files/files-repository";
import type { Caller } from "../../platform/sessions/session";
import { canReadEntries } from "../judges/domain/judging-policy";
import { judgedBy, visibleToWhere, type Viewer } from "../contests/domain/contest-visibility";
import { hidesAuthors, requireJudge } from "../judges/domain/judge-access";
import { withArrivals } from "./domain/arriving-entries";
import { authors, isPublicEntry } from "./domain/published-entries";
import { numberedFile } from "./judging/hidden-authors";

/** Files are readable in public entries and one's own entry, and own uploads before they are submitted. */
function readableBy(viewer: Viewer): SQL<boolean> {
  const isPublic = and(isPublicEntry, visibleToWhere(viewer));
  const isOwn = viewer
    ? or(and(isNull(files.entryId), eq(files.uploaderId, viewer.id)), eq(entries.userId, viewer.id))
    : undefined;
  return sql<boolean>`coalesce(${or(isPublic, isOwn)!}, false)`;
}

/** Returns the file if the viewer may read it, with a neutral name while its author is hidden from them. */
export const findEntryFile =
  ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  async (id: string, viewer: Caller | null): Promise<FileRow | undefined> => {
    const [found] = await db
      .select({
        file: files,
        contest: getTableColumns(contests),
        entry: { userId: entries.userId, number: entries.number },
        isReadable: readableBy(viewer),
        isJudged: sql<boolean>`coalesce(${viewer ? (judgedBy(viewer) ?? sql`true`) : sql`false`}, false)`,
      })
      .from(files)
      .leftJoin(entries, eq(entries.id, files.entryId))
      .leftJoin(authors, eq(authors.id, entries.userId))
      .leftJoin(contests, eq(contests.id, entries.contestId))
      .where(and(eq(files.id, id), eq(files.use, "entry"), eq(files.state, "here")));
    if (!found) return undefined;
    const { file, entry, contest, isReadable, isJudged } = found;
    const now = clock.now();
    const canRead =
      isReadable ||
      (viewer &&
        contest &&
        isJudged &&
        canReadEntries(await withArrivals(db, contest, now), await requireJudge(db, contest, viewer), now) === null);
    if (!canRead) return undefined;
    return entry && contest && entry.userId !== viewer?.id && hidesAuthors(contest)
      ? { ...file, name: numberedFile(entry.number, file.position, file.whole) }
      : file;
  };
