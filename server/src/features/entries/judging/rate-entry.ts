import type { EntryRating } from "@conquest/shared/contracts/entries";
import type { Deps } from "../../../platform/deps";
import { found, notFound } from "../../../platform/errors";
import type { Caller } from "../../../platform/session";
import { assertMay, mayRateEntries } from "../../contests/contest-acts";
import { contestsOf } from "../../contests/contests-repository";
import { judgeOf } from "../../contests/judge";
import { entriesOf } from "../entries-repository";
import { ratingsOf } from "./ratings-repository";

interface Said {
  entryId: string;
  rating?: number | null | undefined;
  word?: string | undefined;
}

/** Writes down what a judge says of an entry. What is not said this time stays: a rating and a word are saved apart. */
export const rateEntry =
  ({ db, clock }: Deps) =>
  (contestId: string, { entryId, rating, word }: Said, caller: Caller): Promise<EntryRating> =>
    db.transaction(async (tx) => {
      // Held as by who chooses the winner: what authors are told then is what stands.
      const contest = found(await contestsOf(tx).lockManaged(contestId, caller), "No such contest of yours.");
      const now = clock.now();
      assertMay(mayRateEntries(contest, await judgeOf(tx, contest, caller), now));
      if (!(await entriesOf(tx).isOf(contestId, entryId))) notFound("No such entry in this contest.");
      const before = await ratingsOf(tx).find(entryId, caller.id);
      const said = { rating: rating === undefined ? (before?.rating ?? null) : rating, word: word ?? before?.word ?? "" };
      await ratingsOf(tx).save(entryId, caller.id, said, now);
      return said;
    });
