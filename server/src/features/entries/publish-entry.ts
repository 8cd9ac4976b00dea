import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { holdCaller } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { mayPublishEntry } from "../contests/acts/contest-acts";
import { assertMay } from "../contests/acts/verdict";
import { contestsOf } from "../contests/contests-repository";
import { entriesOf, type EntryRow } from "./entries-repository";

/** Puts the caller's entry on the page of a contest that has a winner, or takes it back. */
export const publishEntry =
  ({ db, clock }: Deps) =>
  (contestId: string, isPublished: boolean, caller: Caller): Promise<EntryRow> =>
    db.transaction(async (tx) => {
      const contest = found(await contestsOf(tx).lockVisible(contestId, caller), "No such contest.");
      const entry = await entriesOf(tx).find(contest.id, caller.id);
      const now = clock.now();
      const isShownWinner = contest.winnerEntryId === entry?.id && entry?.showIfWins === true;
      assertMay(mayPublishEntry(contest, { hasSubmitted: entry !== undefined, isShownWinner }, now));
      await holdCaller(tx, caller);
      return entriesOf(tx).change(entry!.id, { publishedAt: isPublished ? (entry!.publishedAt ?? now) : null });
    });
