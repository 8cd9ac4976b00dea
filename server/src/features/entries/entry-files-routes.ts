import { and, eq, getTableColumns, isNull, or, sql, type SQL } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import * as judging from "@conquest/shared/contracts/judging/judged-entries";
import * as contract from "@conquest/shared/contracts/media/entry-files";
import type { Deps } from "../../platform/deps";
import { contests, entries } from "../../database/schema/contests";
import { files } from "../../database/schema/files";
import { filesRepository, toStoredFile } from "../../platform/files/files-repository";
import type { Caller } from "../../platform/sessions/session";
import { canReadEntries } from "../judges/domain/judging-policy";
import { judgedBy, visibleToWhere, type Viewer } from "../contests/domain/contest-visibility";
import { hidesAuthors, requireJudge } from "../judges/domain/judge-access";
import { withArrivals } from "./domain/arriving-entries";
import { authors, isPublicEntry } from "./domain/entry-columns";
import { numberedFile } from "./judging/judged-entries-repository";
import { orNotFound, notFound } from "../../platform/errors";
import type {} from "../../platform/files/file-uploads";
import type {} from "../../platform/limits/export-limits";
import { registerEndpoint } from "../../platform/register-endpoint";
import { exportEntries } from "./export/export-entries";

/** Files are readable in public entries and one's own entry, and own uploads before they are submitted. */
function readableBy(viewer: Viewer): SQL<boolean> {
  const isPublic = and(isPublicEntry, visibleToWhere(viewer));
  const isOwn = viewer
    ? or(and(isNull(files.entryId), eq(files.uploaderId, viewer.id)), eq(entries.userId, viewer.id))
    : undefined;
  return sql<boolean>`coalesce(${or(isPublic, isOwn)!}, false)`;
}

/** Returns the file if the viewer may read it, with a neutral name while its author is hidden from them. */
const findEntryFile = async ({ db, clock }: Pick<Deps, "db" | "clock">, id: string, viewer: Caller | null) => {
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

export function entryFilesRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  registerEndpoint(app, contract.uploadEntryFile, async ({ query: { name }, body, caller }) =>
    toStoredFile(
      await app.files.take({
        content: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        name,
        uploaderId: caller.id,
        use: "entry",
        widths: contract.ENTRY_PICTURE_WIDTHS,
      }),
    ),
  );
  registerEndpoint(app, contract.removeEntryFile, async ({ params: { id }, caller }) => {
    const deletedCount = await filesRepository(db).releaseOwn(id, caller.id, "entry");
    if (deletedCount === 0) notFound("No such file of yours that could be taken back.");
    return { deletedCount };
  });
  registerEndpoint(app, judging.exportEntries, ({ params, query, caller }) =>
    exportEntries({ db, clock, files: app.files, exports: app.exports }, params.contestId, query.as ?? "csv", caller),
  );
  registerEndpoint(app, contract.readEntryFile, async ({ params: { id }, query: { w }, caller }, { request }) => {
    const file = orNotFound(await findEntryFile({ db, clock }, id, caller), "No such file.");
    return app.files.answer(file, { width: w, accept: request.headers.accept });
  });
}
