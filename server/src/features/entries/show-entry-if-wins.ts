import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { holdCaller } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { mayShowIfWins } from "../contests/acts/contest-acts";
import { assertMay } from "../contests/acts/verdict";
import { contestsOf } from "../contests/contests-repository";
import { entriesOf, type EntryRow } from "./entries-repository";

/** Says whether everybody may read the caller's entry when it wins. Its receipt is of what was submitted, and stays. */
export const showEntryIfWins =
  ({ db, clock }: Deps) =>
  (contestId: string, showIfWins: boolean, caller: Caller): Promise<EntryRow> =>
    db.transaction(async (tx) => {
      const contest = found(await contestsOf(tx).lockVisible(contestId, caller), "No such contest.");
      await holdCaller(tx, caller);
      const entry = await entriesOf(tx).find(contest.id, caller.id);
      assertMay(mayShowIfWins(contest, { hasSubmitted: entry !== undefined }, clock.now()));
      return entriesOf(tx).change(entry!.id, { showIfWins });
    });
