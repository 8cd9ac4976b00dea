import type { z } from "zod";
import type { entryForm } from "@conquest/shared/contracts/entries";
import type { Deps } from "../../platform/deps";
import { badInput, found } from "../../platform/errors";
import type { Caller } from "../../platform/session";
import { maySubmit } from "../contests/acts/contest-acts";
import { assertMay } from "../contests/acts/verdict";
import { contestsOf } from "../contests/contests-repository";
import { participationsOf } from "../contests/participations-repository";
import { entriesOf, type EntryRow } from "./entries-repository";
import { entryFilesOf } from "./entry-files-repository";
import { entryDigest } from "./entry-receipt";

const GONE = "A file is no longer here: what is uploaded waits a day for its entry. Please remove it and add it again.";

/** Submits a participant's one entry, or changes it, until the deadline. The same content again keeps its first receipt. */
export const submitEntry =
  ({ db, clock }: Deps) =>
  (contestId: string, { text, link, files: ids, ...form }: z.output<typeof entryForm>, caller: Caller): Promise<EntryRow> =>
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
      // A page from before this was asked does not say it: who declined once has declined.
      const showIfWins = form.showIfWins ?? existing?.showIfWins ?? true;
      if (existing?.sha256 === sha256) return existing.showIfWins === showIfWins ? existing : entriesOf(tx).change(existing.id, { showIfWins });
      const entry = await entriesOf(tx).save({ contestId: contest.id, userId: caller.id, text, link, sha256, showIfWins, submittedAt });
      if (!existing) await contestsOf(tx).countEntries(contest.id, 1);
      await entryFilesOf(tx).give(entry.id, before, files);
      return entry;
    });
