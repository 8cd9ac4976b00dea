import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { canPublishEntry } from "./domain/entry-policy";
import { assertAllowed } from "../../platform/policy";
import { contestsRepository } from "../contests/domain/contests-repository";
import { entriesRepository, type EntryRow } from "./entries-repository";

export const publishEntry =
  ({ db, clock }: Deps) =>
  (contestId: string, isPublished: boolean, caller: Caller): Promise<EntryRow> =>
    db.transaction(async (tx) => {
      const contest = orNotFound(await contestsRepository(tx).lockVisible(contestId, caller), "No such contest.");
      const entry = await entriesRepository(tx).find(contest.id, caller.id);
      const now = clock.now();
      const isShownWinner = contest.winnerEntryId === entry?.id && entry?.showIfWins === true;
      assertAllowed(canPublishEntry(contest, { hasSubmitted: entry !== undefined, isShownWinner }, now));
      await lockCaller(tx, caller);
      return entriesRepository(tx).change(entry!.id, { publishedAt: isPublished ? (entry!.publishedAt ?? now) : null });
    });
