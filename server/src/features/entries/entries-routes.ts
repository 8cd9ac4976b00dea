import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/entries";
import type { Deps } from "../../platform/deps";
import { found, notFound } from "../../platform/errors";
import { toStoredFile, type FileRow } from "../../platform/files/files-repository";
import { implement } from "../../platform/implement";
import { nameOf } from "../../platform/people";
import { assertMay, mayReadEntries } from "../contests/contest-acts";
import { contestsOf } from "../contests/contests-repository";
import { judgeOf } from "../contests/judge";
import { entriesOf, type EntryRow } from "./entries-repository";
import { entryFilesOf } from "./entry-files-repository";
import { publishEntry } from "./publish-entry";
import { rateEntry } from "./rate-entry";
import { ratingsOf } from "./ratings-repository";
import { showEntryIfWins } from "./show-entry-if-wins";
import { submitEntry } from "./submit-entry";

const toStoredFiles = (files: readonly FileRow[] = []) => files.map(toStoredFile);

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
  const [submit, showIfWins, publish, rate] = [submitEntry(deps), showEntryIfWins(deps), publishEntry(deps), rateEntry(deps)];

  const filesOfEach = (entries: readonly { id: string }[]) => entryFilesOf(db).byEntry(entries.map(({ id }) => id));

  const toMyEntry = async (row: EntryRow): Promise<contract.MyEntry> => ({
    ...toEntry(row, (await filesOfEach([row])).get(row.id)),
    showIfWins: row.showIfWins,
    isPublished: row.publishedAt !== null,
    ratings: await ratingsOf(db).listFor(row.id),
  });

  implement(app, contract.submitEntry, async ({ params, body, caller }) => toMyEntry(await submit(params.contestId, body, caller)));
  implement(app, contract.showEntryIfWins, async ({ params, body, caller }) => toMyEntry(await showIfWins(params.contestId, body.showIfWins, caller)));
  implement(app, contract.publishEntry, async ({ params, body, caller }) => toMyEntry(await publish(params.contestId, body.isPublished, caller)));
  implement(app, contract.getMyEntry, async ({ params: { contestId }, caller }) => {
    if (!(await contestsOf(db).isVisibleTo(contestId, caller))) notFound("No such contest.");
    const entry = await entriesOf(db).find(contestId, caller.id);
    return { entry: entry ? await toMyEntry(entry) : null };
  });
  implement(app, contract.listContestEntries, async ({ params: { contestId }, query, caller }) => {
    const contest = found(await contestsOf(db).findManaged(contestId, caller), "No such contest of yours.");
    assertMay(mayReadEntries(contest, await judgeOf(db, contest, caller)));
    const page = await entriesOf(db).list(contestId, caller.id, query, clock.now());
    const files = await filesOfEach(page.items);
    return page.map((row) => ({
      ...toEntry(row, files.get(row.id)),
      name: nameOf(row),
      photo: row.photo,
      isWinner: row.isWinner,
      ownRating: row.word === null ? null : { rating: row.rating, word: row.word },
    }));
  });
  implement(app, contract.rateEntry, ({ params, body, caller }) => rate(params.contestId, body, caller));
  implement(app, contract.listPublishedEntries, async ({ params: { contestId }, query, caller }) => {
    if (!(await contestsOf(db).isVisibleTo(contestId, caller))) notFound("No such contest.");
    const page = await entriesOf(db).listPublished(contestId, query, clock.now());
    const files = await filesOfEach(page.items);
    return page.map(({ id, text, link, name, photo, isWinner }) => ({ _id: id, text, link, files: toStoredFiles(files.get(id)), name, photo, isWinner }));
  });
}
