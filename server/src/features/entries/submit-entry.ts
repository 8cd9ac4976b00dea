import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import type { Caller } from "../../platform/session";
import { assertMay, maySubmit } from "../contests/contest-acts";
import { contestsOf } from "../contests/contests-repository";
import { participationsOf } from "../contests/participations-repository";
import { entriesOf, type EntryRow } from "./entries-repository";
import { entryDigest } from "./entry-receipt";

/** Submits a participant's one entry, or changes it, until the deadline. The same content again keeps its first receipt. */
export const submitEntry =
  ({ db, clock }: Deps) =>
  (contestId: string, { text, link }: { text: string; link: string }, caller: Caller): Promise<EntryRow> =>
    db.transaction(async (tx) => {
      const contest = found(await contestsOf(tx).lockVisible(contestId, caller), "No such contest.");
      const submittedAt = clock.now();
      const hasJoined = (await participationsOf(tx).findPaid(contest.id, caller.id)) !== undefined;
      assertMay(maySubmit(contest, { hasJoined }, submittedAt));
      const sha256 = entryDigest({ text, link });
      const existing = await entriesOf(tx).find(contest.id, caller.id);
      if (existing?.sha256 === sha256) return existing;
      return entriesOf(tx).save({ contestId: contest.id, userId: caller.id, text, link, sha256, submittedAt });
    });
