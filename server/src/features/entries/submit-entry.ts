import type { Deps } from "../../platform/deps";
import { badInput, found } from "../../platform/errors";
import type { FileRow } from "../../platform/files/files-repository";
import type { Caller } from "../../platform/session";
import { assertMay, maySubmit } from "../contests/contest-acts";
import { contestsOf } from "../contests/contests-repository";
import { participationsOf } from "../contests/participations-repository";
import { entriesOf, type EntryRow } from "./entries-repository";
import { entryFilesOf } from "./entry-files-repository";
import { entryDigest } from "./entry-receipt";

interface Draft {
  text: string;
  link: string;
  /** Ids; undefined leaves those that are there. */
  files?: string[] | undefined;
}

export interface EntryWithFiles {
  entry: EntryRow;
  files: FileRow[];
}

const GONE = "A file is no longer here: what is uploaded waits a day for its entry. Please remove it and add it again.";

/** Submits a participant's one entry, or changes it, until the deadline. The same content again keeps its first receipt. */
export const submitEntry =
  ({ db, clock }: Deps) =>
  (contestId: string, { text, link, files: ids }: Draft, caller: Caller): Promise<EntryWithFiles> =>
    db.transaction(async (tx) => {
      const contest = found(await contestsOf(tx).lockVisible(contestId, caller), "No such contest.");
      const submittedAt = clock.now();
      const hasJoined = (await participationsOf(tx).findPaid(contest.id, caller.id)) !== undefined;
      assertMay(maySubmit(contest, { hasJoined }, submittedAt));
      const existing = await entriesOf(tx).find(contest.id, caller.id);
      const before = existing ? ((await entryFilesOf(tx).byEntry([existing.id])).get(existing.id) ?? []) : [];
      const files = ids ? await entryFilesOf(tx).lockUsable(ids, { entryId: existing?.id, uploaderId: caller.id }) : before;
      if (ids && files.length < ids.length) badInput({ files: GONE });
      const sha256 = entryDigest({ text, link, files });
      if (existing?.sha256 === sha256) return { entry: existing, files: before };
      const entry = await entriesOf(tx).save({ contestId: contest.id, userId: caller.id, text, link, sha256, submittedAt });
      await entryFilesOf(tx).give(entry.id, before, files);
      return { entry, files };
    });
