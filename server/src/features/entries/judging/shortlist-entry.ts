import type { Deps } from "../../../platform/deps";
import { found, notFound } from "../../../platform/errors";
import { holdCaller } from "../../../platform/people";
import type { Caller } from "../../../platform/session";
import { mayShortlistEntries } from "../../contests/acts/judging-acts";
import { assertMay } from "../../contests/acts/verdict";
import { contestsOf } from "../../contests/contests-repository";
import { withArrivals } from "../../contests/entries/arriving-entries";
import { judgeOf } from "../../contests/judges/judge";
import { entriesOf } from "../entries-repository";

/** Puts an entry on the shortlist, which all share who may choose the winner, or takes it off. */
export const shortlistEntry =
  ({ db, clock }: Deps) =>
  (contestId: string, { entryId, isShortlisted }: { entryId: string; isShortlisted: boolean }, caller: Caller): Promise<{ isShortlisted: boolean }> =>
    db.transaction(async (tx) => {
      const contest = found(await contestsOf(tx).lockManaged(contestId, caller), "No such contest of yours.");
      await holdCaller(tx, caller);
      const now = clock.now();
      assertMay(mayShortlistEntries(await withArrivals(tx, contest, now), await judgeOf(tx, contest, caller), now));
      if (!(await entriesOf(tx).isOf(contestId, entryId))) notFound("No such entry in this contest.");
      await entriesOf(tx).change(entryId, { isShortlisted });
      return { isShortlisted };
    });
