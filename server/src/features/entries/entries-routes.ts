import type { z } from "zod";
import { and, eq, getTableColumns, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import * as judging from "@conquest/shared/contracts/judging/judged-entries";
import * as entryFiles from "@conquest/shared/contracts/media/entry-files";
import * as contract from "@conquest/shared/contracts/entries";
import { message } from "@conquest/shared/contracts/text/message";
import type { Deps } from "../../platform/deps";
import { contests, entries } from "../../database/schema/contests";
import { files } from "../../database/schema/files";
import { filesRepository, toStoredFile, type FileRow } from "../../platform/files/files-repository";
import type { Caller } from "../../platform/sessions/session";
import { isReadableAttachment } from "../attachments/domain/attachments";
import { isReadableProof } from "../awards/domain/award-columns";
import type { ContestRow } from "../contests/domain/contests-repository";
import type { Database } from "../../database/database";
import { isForJudge } from "../judges/domain/entry-assignments";
import { canReadEntries, readsAllEntries } from "../judges/domain/judging-policy";
import { judgedBy, visibleToWhere, type Viewer } from "../contests/domain/contest-visibility";
import { hidesAuthors, requireJudge } from "../judges/domain/judge-access";
import { isAuthor } from "../contests/domain/entry-authors";
import { withArrivals, arrivingEntriesRepository } from "./domain/arriving-entries";
import { authors, isPublicEntry } from "./domain/entry-columns";
import { numberedFile } from "./judging/judged-entries-repository";
import { orNotFound, notFound } from "../../platform/errors";
import type {} from "../../platform/files/file-uploads";
import type {} from "../../platform/limits/export-limits";
import { translate } from "../../platform/text/translate";
import { registerEndpoint } from "../../platform/register-endpoint";
import { exportEntries } from "./export/export-entries";
import { contestsRepository } from "../contests/domain/contests-repository";
import { canReportEntry } from "../reports/domain/report-policy";
import { toPermission } from "../../platform/policy";
import {
  entriesRepository,
  type EntryRow,
  lateEntriesRepository,
  entryFilesRepository,
  toStoredFiles,
} from "./entries-repository";
import { judgingRoutes } from "./judging/judging-routes";
import type {} from "../../platform/limits/request-arrival";
import { answersOrNone } from "./domain/answers";
import { recordArrivingEntry, publishEntry, showEntryIfWins, submitEntry } from "./submit-entry";
import { ratingsRepository } from "./judging/ratings-repository";

/** Files of public and own entries, own unused uploads, proofs of own prizes, and attachments of visible contests. */
function readableBy(viewer: Viewer): SQL<boolean> {
  const isPublic = and(isPublicEntry, visibleToWhere(viewer));
  const isOwn = viewer
    ? or(and(isNull(files.entryId), eq(files.uploaderId, viewer.id)), isAuthor(viewer.id), isReadableProof(viewer))
    : undefined;
  return sql<boolean>`coalesce(${or(isPublic, isReadableAttachment(viewer), isOwn)!}, false)`;
}

async function canJudge(
  { db, now }: { db: Database; now: Date },
  contest: ContestRow,
  entryId: string | null,
  viewer: Caller,
): Promise<boolean> {
  const judge = await requireJudge(db, contest, viewer);
  if (canReadEntries(await withArrivals(db, contest, now), judge, now) !== null) return false;
  if (entryId === null || readsAllEntries(contest, judge, now)) return true;
  return entriesRepository(db).isOf(contest.id, entryId, isForJudge(contest, viewer.id));
}

/** Returns the file if the viewer may read it, with a neutral name while its author is hidden from them. */
const findEntryFile = async ({ db, clock }: Pick<Deps, "db" | "clock">, id: string, viewer: Caller | null) => {
  const [found] = await db
    .select({
      file: files,
      contest: getTableColumns(contests),
      entry: { number: entries.number },
      isOwn: viewer ? isAuthor(viewer.id) : sql<boolean>`false`,
      isReadable: readableBy(viewer),
      isJudged: sql<boolean>`coalesce(${viewer ? (judgedBy(viewer) ?? sql`true`) : sql`false`}, false)`,
    })
    .from(files)
    .leftJoin(entries, eq(entries.id, files.entryId))
    .leftJoin(authors, eq(authors.id, entries.userId))
    .leftJoin(contests, eq(contests.id, entries.contestId))
    .where(and(eq(files.id, id), inArray(files.use, ["entry", "proof", "attachment"]), eq(files.state, "here")));
  if (!found) return undefined;
  const { file, entry, contest, isOwn, isReadable, isJudged } = found;
  const now = clock.now();
  const canRead =
    isReadable || (viewer && contest && isJudged && (await canJudge({ db, now }, contest, file.entryId, viewer)));
  if (!canRead) return undefined;
  return entry && contest && !isOwn && hidesAuthors(contest)
    ? { ...file, name: translate("en", numberedFile(entry.number, file.position, file.whole)) }
    : file;
};

function entryFilesRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  registerEndpoint(app, entryFiles.uploadEntryFile, async ({ query: { name }, body, caller }) =>
    toStoredFile(
      await app.files.take({
        content: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        name,
        uploaderId: caller.id,
        use: "entry",
        widths: entryFiles.ENTRY_PICTURE_WIDTHS,
      }),
    ),
  );
  registerEndpoint(app, entryFiles.removeEntryFile, async ({ params: { id }, caller }) => {
    const deletedCount = await filesRepository(db).releaseOwn(id, caller.id, "entry");
    if (deletedCount === 0) notFound(message("We couldn't find that file in your uploads."));
    return { deletedCount };
  });
  registerEndpoint(app, judging.exportEntries, ({ params, query, caller }) =>
    exportEntries({ db, clock, files: app.files, exports: app.exports }, params.contestId, query.as ?? "csv", {
      caller,
      language: query.language,
    }),
  );
  registerEndpoint(app, entryFiles.readEntryFile, async ({ params: { id }, query: { w }, caller }, { request }) => {
    const file = orNotFound(await findEntryFile({ db, clock }, id, caller), message("We couldn't find that file."));
    return app.files.answer(file, { width: w, accept: request.headers.accept });
  });
}

const toEntry = (
  { id, text, link, answers, submittedAt, sha256 }: Omit<EntryRow, "contestId" | "userId">,
  files?: readonly FileRow[],
) => ({
  _id: id,
  text,
  link,
  answers: answersOrNone(answers),
  files: toStoredFiles(files),
  submittedAt: submittedAt.toISOString(),
  sha256,
});

export function entriesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;

  entryFilesRoutes(app, deps);
  judgingRoutes(app, deps);

  const filesOfEach = (entries: readonly { id: string }[]) =>
    entryFilesRepository(db).byEntry(entries.map(({ id }) => id));

  const toMyEntry = async (row: EntryRow): Promise<z.input<typeof contract.myEntry>> => {
    const files = (await filesOfEach([row])).get(row.id) ?? [];
    return {
      ...toEntry(row, files),
      fileSums: files.map(({ sha256 }) => sha256),
      showIfWins: row.showIfWins,
      isPublished: row.publishedAt !== null,
      isHidden: row.hiddenAt !== null,
      savedBy: row.savedBy === null ? undefined : await entriesRepository(db).nameOf(row.savedBy),
      ratings: await ratingsRepository(db).listFor(row.id),
    };
  };

  registerEndpoint(
    app,
    contract.submitEntry,
    async ({ params, body: form, caller }, { request: { arrivedAt } }) =>
      toMyEntry(await submitEntry(deps, params.contestId, { form, arrivedAt }, caller)),
    { onArrival: recordArrivingEntry(deps) },
  );
  registerEndpoint(app, contract.showEntryIfWins, async ({ params, body, caller }) =>
    toMyEntry(await showEntryIfWins(deps, params.contestId, body.showIfWins, caller)),
  );
  registerEndpoint(app, contract.publishEntry, async ({ params, body, caller }) =>
    toMyEntry(await publishEntry(deps, params.contestId, body.isPublished, caller)),
  );
  registerEndpoint(app, contract.getMyEntry, async ({ params: { contestId }, caller }) => {
    if (!(await contestsRepository(db).isVisibleTo(contestId, caller)))
      notFound(message("We couldn't find that contest. It may have been deleted."));
    const entry = await entriesRepository(db).find(contestId, caller.id);
    const late = await lateEntriesRepository(db).find(contestId, caller.id);
    return {
      entry: entry ? await toMyEntry(entry) : null,
      late: late
        ? {
            text: late.text,
            link: late.link,
            answers: answersOrNone(late.answers),
            arrivedAt: late.arrivedAt.toISOString(),
            deadline: late.deadline.toISOString(),
          }
        : null,
      withdrawnAt: (await lateEntriesRepository(db).lastWithdrawal(contestId, caller.id))?.toISOString() ?? null,
    };
  });
  registerEndpoint(app, contract.listPublishedEntries, async ({ params: { contestId }, query, caller }) => {
    if (!(await contestsRepository(db).isVisibleTo(contestId, caller)))
      notFound(message("We couldn't find that contest. It may have been deleted."));
    const page = await entriesRepository(db).listPublished(contestId, caller, query, clock.now());
    const files = await filesOfEach(page.items);
    return page.map(({ id, text, link, name, photo, isWinner, prizeName, team, isOwn, hasReported }) => ({
      _id: id,
      text,
      link,
      files: toStoredFiles(files.get(id)),
      name: team ?? name,
      photo: team === null ? photo : "",
      isWinner,
      prizeName,
      hasReported,
      may: { report: toPermission(canReportEntry({ isOwner: isOwn, hasReported })) },
    }));
  });

  app.jobs.set("forget_arrivals", () => arrivingEntriesRepository(db).deleteExpired(clock.now()));
}
