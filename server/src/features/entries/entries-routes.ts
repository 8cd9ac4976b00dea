import type { FastifyInstance } from "fastify";
import * as contract from "@conquest/shared/contracts/entries";
import type { Deps } from "../../platform/deps";
import { notFound } from "../../platform/errors";
import { toStoredFile, type FileRow } from "../../platform/files/files-repository";
import { implement } from "../../platform/implement";
import { nameOf } from "../../platform/people";
import { contestsOf } from "../contests/contests-repository";
import { entriesOf, type EntryRow } from "./entries-repository";
import { entryFilesOf } from "./entry-files-repository";
import { submitEntry } from "./submit-entry";

const toEntry = ({ id, text, link, submittedAt, sha256 }: Pick<EntryRow, "id" | "text" | "link" | "submittedAt" | "sha256">, files: readonly FileRow[] = []): contract.Entry => ({
  _id: id,
  text,
  link,
  files: files.map(toStoredFile),
  submittedAt: submittedAt.toISOString(),
  sha256,
});

export function entriesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const submit = submitEntry(deps);

  implement(app, contract.submitEntry, async ({ params, body, caller }) => {
    const { entry, files } = await submit(params.contestId, body, caller);
    return toEntry(entry, files);
  });
  implement(app, contract.getMyEntry, async ({ params: { contestId }, caller }) => {
    if (!(await contestsOf(db).isVisibleTo(contestId, caller))) notFound("No such contest.");
    const entry = await entriesOf(db).find(contestId, caller.id);
    if (!entry) return { entry: null };
    return { entry: toEntry(entry, (await entryFilesOf(db).byEntry([entry.id])).get(entry.id)) };
  });
  implement(app, contract.listContestEntries, async ({ params: { contestId }, query, caller }) => {
    if (!(await contestsOf(db).isManagedBy(contestId, caller))) notFound("No such contest of yours.");
    const page = await entriesOf(db).list(contestId, query, clock.now());
    const files = await entryFilesOf(db).byEntry(page.items.map(({ id }) => id));
    return page.map((row) => ({ ...toEntry(row, files.get(row.id)), name: nameOf(row), photo: row.photo, isWinner: row.isWinner }));
  });
}
