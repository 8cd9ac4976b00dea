import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { canShowIfWins } from "./domain/entry-policy";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { entriesRepository, type EntryRow } from "./entries-repository";

/** The receipt stays valid, since it covers only the submitted content. */
export const showEntryIfWins =
  ({ db, clock }: Deps) =>
  (contestId: string, showIfWins: boolean, caller: Caller): Promise<EntryRow> =>
    db.transaction(async (tx) => {
      const contest = orNotFound(await contestsRepository(tx).lockVisible(contestId, caller), "No such contest.");
      await lockCaller(tx, caller);
      const entry = await entriesRepository(tx).find(contest.id, caller.id);
      assertAllowed(canShowIfWins(contest, { hasSubmitted: entry !== undefined }, clock.now()));
      return entriesRepository(tx).change(entry!.id, { showIfWins });
    });
