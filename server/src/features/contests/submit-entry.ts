import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { found, refuse } from "../../platform/errors";
import type { Caller } from "../../platform/session";
import { assertOpen } from "./assert-open";
import { lockVisibleContest } from "./contests-repository";
import { findEntryOf, saveEntry, type EntryRow } from "./entries-repository";
import { entryDigest } from "./entry-receipt";
import { findPaid } from "./participation-repository";

/** Submits a participant's one entry, or changes it, until the deadline. The same content again keeps its first receipt. */
export const submitEntry = (
  db: Database,
  clock: Clock,
  contestId: string,
  { text, link }: { text: string; link: string },
  caller: Caller,
): Promise<EntryRow> =>
  db.transaction(async (tx) => {
    const contest = found(await lockVisibleContest(tx, contestId, caller), "No such contest.");
    const submittedAt = clock.now();
    assertOpen(contest, submittedAt);
    if (!(await findPaid(tx, contest.id, caller.id))) refuse("not_joined", "Please join this contest first; then you can submit an entry.");
    const sha256 = entryDigest({ text, link });
    const existing = await findEntryOf(tx, contest.id, caller.id);
    if (existing?.sha256 === sha256) return existing;
    return saveEntry(tx, { contestId: contest.id, userId: caller.id, text, link, sha256, submittedAt });
  });
