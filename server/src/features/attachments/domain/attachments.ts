import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { StoredFile } from "@conquest/shared/contracts/media/files";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { files } from "../../../database/schema/files";
import { filesRepository, toStoredFile, type FileRow } from "../../../platform/files/files-repository";
import { visibleToWhere, type Viewer } from "../../contests/domain/contest-visibility";

export const listAttachments = (db: Database, contestId: string): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(and(eq(files.contestId, contestId), eq(files.use, "attachment")))
    .orderBy(asc(files.position), asc(files.id));

type NamedFile = Parameters<typeof toStoredFile>[0];

/** A column of `contests`: null if there are none. */
export const attachmentsColumn = sql`(
  select json_agg(json_build_object('id', file.id, 'name', file.name, 'kind', file.kind, 'whole', file.whole, 'bytes', file.bytes,
    'width', file.width, 'height', file.height) order by file.position, file.id)
  from files file where file.contest_id = ${contests}.id and file.use = 'attachment')`.mapWith((rows: NamedFile[]) =>
  rows.map(toStoredFile),
) as SQL<StoredFile[] | null>;

/** Condition on `files`: attached to a contest that the viewer can see. */
export const isReadableAttachment = (viewer: Viewer): SQL | undefined =>
  and(
    eq(files.use, "attachment"),
    sql`exists (select from ${contests} where ${and(eq(contests.id, files.contestId), visibleToWhere(viewer))})`,
  );

export async function releaseAttachments(tx: Database, contestId: string): Promise<void> {
  await filesRepository(tx).release((await listAttachments(tx, contestId)).map(({ id }) => id));
}
