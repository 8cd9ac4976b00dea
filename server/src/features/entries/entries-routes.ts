import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/entries";
import type { Deps } from "../../platform/deps";
import { notFound } from "../../platform/errors";
import type { FileRow } from "../../platform/files/files-repository";
import { implement } from "../../platform/implement";
import { contestsOf } from "../contests/contests-repository";
import { mayReportEntry } from "../contests/reported/report-acts";
import { toPermission } from "../contests/acts/verdict";
import { entriesOf, type EntryRow } from "./entries-repository";
import { entryFilesOf } from "./entry-files-repository";
import { lateEntriesOf } from "./late-entries-repository";
import type {} from "../../platform/limits/arrivals";
import { noteArrivingEntry } from "./note-arriving-entry";
import { publishEntry } from "./publish-entry";
import { ratingsOf } from "./judging/ratings-repository";
import { showEntryIfWins } from "./show-entry-if-wins";
import { toStoredFiles } from "./stored-files";
import { submitEntry } from "./submit-entry";

const toEntry = ({ id, text, link, submittedAt, sha256 }: Pick<EntryRow, "id" | "text" | "link" | "submittedAt" | "sha256">, files?: readonly FileRow[]): contract.Entry => ({
  _id: id,
  text,
  link,
  files: toStoredFiles(files),
  submittedAt: submittedAt.toISOString(),
  sha256,
});

export function entriesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const [submit, showIfWins, publish] = [submitEntry(deps), showEntryIfWins(deps), publishEntry(deps)];

  const filesOfEach = (entries: readonly { id: string }[]) => entryFilesOf(db).byEntry(entries.map(({ id }) => id));

  const toMyEntry = async (row: EntryRow): Promise<contract.MyEntry> => {
    const files = (await filesOfEach([row])).get(row.id) ?? [];
    return {
      ...toEntry(row, files),
      fileSums: files.map(({ sha256 }) => sha256),
      showIfWins: row.showIfWins,
      isPublished: row.publishedAt !== null,
      isHidden: row.hiddenAt !== null,
      ratings: await ratingsOf(db).listFor(row.id),
    };
  };

  implement(app, contract.submitEntry, async ({ params, body: form, caller }, { request: { arrivedAt } }) => toMyEntry(await submit(params.contestId, { form, arrivedAt }, caller)), {
    onArrival: noteArrivingEntry(deps),
  });
  implement(app, contract.showEntryIfWins, async ({ params, body, caller }) => toMyEntry(await showIfWins(params.contestId, body.showIfWins, caller)));
  implement(app, contract.publishEntry, async ({ params, body, caller }) => toMyEntry(await publish(params.contestId, body.isPublished, caller)));
  implement(app, contract.getMyEntry, async ({ params: { contestId }, caller }) => {
    if (!(await contestsOf(db).isVisibleTo(contestId, caller))) notFound("No such contest.");
    const entry = await entriesOf(db).find(contestId, caller.id);
    const late = await lateEntriesOf(db).find(contestId, caller.id);
    return {
      entry: entry ? await toMyEntry(entry) : null,
      late: late ? { text: late.text, link: late.link, arrivedAt: late.arrivedAt.toISOString(), deadline: late.deadline.toISOString() } : null,
      withdrawnAt: (await lateEntriesOf(db).lastWithdrawal(contestId, caller.id))?.toISOString() ?? null,
    };
  });
  implement(app, contract.listPublishedEntries, async ({ params: { contestId }, query, caller }) => {
    if (!(await contestsOf(db).isVisibleTo(contestId, caller))) notFound("No such contest.");
    const page = await entriesOf(db).listPublished(contestId, caller, query, clock.now());
    const files = await filesOfEach(page.items);
    return page.map(({ id, text, link, name, photo, isWinner, userId, hasReported }) => ({
      _id: id,
      text,
      link,
      files: toStoredFiles(files.get(id)),
      name,
      photo,
      isWinner,
      may: { report: toPermission(mayReportEntry({ isOwner: userId === caller?.id, hasReported })) },
    }));
  });
}
