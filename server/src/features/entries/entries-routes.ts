import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/entries";
import type { Deps } from "../../platform/deps";
import { notFound } from "../../platform/errors";
import type { FileRow } from "../../platform/files/files-repository";
import { registerEndpoint } from "../../platform/register-endpoint";
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
import { arrivingEntriesRepository } from "./domain/arriving-entries";
import { entryFilesRoutes } from "./entry-files-routes";
import { judgingRoutes } from "./judging/judging-routes";
import type {} from "../../platform/limits/request-arrival";
import { recordArrivingEntry, publishEntry, showEntryIfWins, submitEntry } from "./submit-entry";
import { ratingsRepository } from "./judging/ratings-repository";

const toEntry = (
  { id, text, link, submittedAt, sha256 }: Pick<EntryRow, "id" | "text" | "link" | "submittedAt" | "sha256">,
  files?: readonly FileRow[],
) => ({ _id: id, text, link, files: toStoredFiles(files), submittedAt: submittedAt.toISOString(), sha256 });

export function entriesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;

  entryFilesRoutes(app, deps);
  judgingRoutes(app, deps);

  const filesOfEach = (entries: readonly { id: string }[]) =>
    entryFilesRepository(db).byEntry(entries.map(({ id }) => id));

  const toMyEntry = async (row: EntryRow): Promise<contract.MyEntry> => {
    const files = (await filesOfEach([row])).get(row.id) ?? [];
    return {
      ...toEntry(row, files),
      fileSums: files.map(({ sha256 }) => sha256),
      showIfWins: row.showIfWins,
      isPublished: row.publishedAt !== null,
      isHidden: row.hiddenAt !== null,
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
    if (!(await contestsRepository(db).isVisibleTo(contestId, caller))) notFound("No such contest.");
    const entry = await entriesRepository(db).find(contestId, caller.id);
    const late = await lateEntriesRepository(db).find(contestId, caller.id);
    return {
      entry: entry ? await toMyEntry(entry) : null,
      late: late
        ? {
            text: late.text,
            link: late.link,
            arrivedAt: late.arrivedAt.toISOString(),
            deadline: late.deadline.toISOString(),
          }
        : null,
      withdrawnAt: (await lateEntriesRepository(db).lastWithdrawal(contestId, caller.id))?.toISOString() ?? null,
    };
  });
  registerEndpoint(app, contract.listPublishedEntries, async ({ params: { contestId }, query, caller }) => {
    if (!(await contestsRepository(db).isVisibleTo(contestId, caller))) notFound("No such contest.");
    const page = await entriesRepository(db).listPublished(contestId, caller, query, clock.now());
    const files = await filesOfEach(page.items);
    return page.map(({ id, text, link, name, photo, isWinner, userId, hasReported }) => ({
      _id: id,
      text,
      link,
      files: toStoredFiles(files.get(id)),
      name,
      photo,
      isWinner,
      may: { report: toPermission(canReportEntry({ isOwner: userId === caller?.id, hasReported })) },
    }));
  });

  app.jobs.set("forget_arrivals", () => arrivingEntriesRepository(db).deleteExpired(clock.now()));
}
