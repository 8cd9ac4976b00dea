import type { z } from "zod";
import { fileField, type submitEntry as contract } from "@conquest/shared/contracts/entries";
import type { Deps } from "../../platform/deps";
import { badInput, found, refuse } from "../../platform/errors";
import { holdCaller } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { maySubmit } from "../contests/acts/contest-acts";
import { assertMay } from "../contests/acts/verdict";
import { contestsOf } from "../contests/contests-repository";
import { participationsOf } from "../contests/participations-repository";
import { entriesOf, type EntryRow } from "./entries-repository";
import { entryFilesOf } from "./entry-files-repository";
import { entryDigest } from "./entry-receipt";

const GONE = "A file is no longer here: what is uploaded waits a day for its entry. Please remove it and add it again.";
const OVERTAKEN = "Your entry was handed in or changed in another tab or on another device meanwhile. Please look at what is in before you replace it.";
const FILE_GONE = "This file is no longer here.";

/** Refuses, naming each that is gone by its place. */
function assertHere(ids: readonly string[], files: readonly { id: string }[]): void {
  const here = new Set(files.map(({ id }) => id));
  const gone = ids.flatMap((id, place) => (here.has(id) ? [] : [[fileField(place), FILE_GONE]]));
  if (gone.length > 0) badInput({ files: GONE, ...Object.fromEntries(gone) });
}

/** Submits a participant's one entry, or changes it, until the deadline. The same content again keeps its first receipt. */
export const submitEntry =
  ({ db, clock }: Deps) =>
  (contestId: string, { text, link, files: ids, replaces, ...form }: z.output<typeof contract.body>, caller: Caller): Promise<EntryRow> =>
    db.transaction(async (tx) => {
      const contest = found(await contestsOf(tx).lockVisible(contestId, caller), "No such contest.");
      await holdCaller(tx, caller);
      const submittedAt = clock.now();
      const hasJoined = (await participationsOf(tx).findPaid(contest.id, caller.id)) !== undefined;
      assertMay(maySubmit(contest, { hasJoined }, submittedAt));
      const existing = await entriesOf(tx).find(contest.id, caller.id);
      const before = existing ? ((await entryFilesOf(tx).byEntry([existing.id])).get(existing.id) ?? []) : [];
      const files = ids ? await entryFilesOf(tx).lockUsable(ids, { entryId: existing?.id, uploaderId: caller.id }) : before;
      const sha256 = entryDigest({ text, link, files });
      const isIn = existing?.sha256 === sha256 && files.length === (ids ?? files).length;
      // Before a word of its files: what went may have gone with what was changed.
      if (existing && replaces !== undefined && replaces !== existing.sha256 && !isIn) refuse("changed_elsewhere", OVERTAKEN);
      assertHere(ids ?? [], files);
      // A page from before this was asked does not say it: who declined once has declined.
      const showIfWins = form.showIfWins ?? existing?.showIfWins ?? true;
      if (existing && isIn) return existing.showIfWins === showIfWins ? existing : entriesOf(tx).change(existing.id, { showIfWins });
      const entry = await entriesOf(tx).save({ contestId: contest.id, userId: caller.id, text, link, sha256, showIfWins, submittedAt });
      if (!existing) await contestsOf(tx).countEntries(contest.id, 1);
      await entryFilesOf(tx).give(entry.id, before, files);
      return entry;
    });
