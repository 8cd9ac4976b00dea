import type { EntryRating } from "@conquest/shared/contracts/entries";
import type { Deps } from "../../../platform/deps";
import { badInput, found, notFound } from "../../../platform/errors";
import type { Caller } from "../../../platform/session";
import { mayRateEntries } from "../../contests/acts/judging-acts";
import { assertMay } from "../../contests/acts/verdict";
import { contestsOf, type ContestRow } from "../../contests/contests-repository";
import { NOT_A_JUDGE, judgeOf } from "../../contests/judges/judge";
import { entriesOf } from "../entries-repository";
import { ratingsOf } from "./ratings-repository";

interface Said {
  entryId: string;
  rating?: number | null | undefined;
  word?: string | undefined;
}

/** Holds the contest, as by who chooses the winner: what authors are told then is what stands. Refuses whoever may not rate this entry now. */
async function holdForRating({ db, clock }: Deps, contestId: string, entryId: string, caller: Caller): Promise<ContestRow> {
  const contest = found(await contestsOf(db).lockJudged(contestId, caller), NOT_A_JUDGE);
  assertMay(mayRateEntries(contest, await judgeOf(db, contest, caller), clock.now()));
  if (!(await entriesOf(db).isOf(contestId, entryId))) notFound("No such entry in this contest.");
  return contest;
}

/** Writes down what a judge says of an entry. What is not said this time stays: a rating and a word are saved apart. */
export const rateEntry =
  (deps: Deps) =>
  (contestId: string, { entryId, rating, word }: Said, caller: Caller): Promise<EntryRating> =>
    deps.db.transaction(async (tx) => {
      await holdForRating({ ...deps, db: tx }, contestId, entryId, caller);
      const before = await ratingsOf(tx).find(entryId, caller.id);
      const said = { rating: rating === undefined ? (before?.rating ?? null) : rating, word: word ?? before?.word ?? "" };
      await ratingsOf(tx).save(entryId, caller.id, said, deps.clock.now());
      return said;
    });

interface Given {
  entryId: string;
  position: number;
  rating: number | null;
}

/** Writes down what a judge gives an entry for one of the contest's criteria, by the rule that lets them rate it. */
export const rateCriterion =
  (deps: Deps) =>
  (contestId: string, { entryId, position, rating }: Given, caller: Caller): Promise<{ ownCriteria: (number | null)[] }> =>
    deps.db.transaction(async (tx) => {
      const { criteria } = await holdForRating({ ...deps, db: tx }, contestId, entryId, caller);
      if (position >= criteria.length) badInput({ position: "This contest has no such criterion." });
      await ratingsOf(tx).saveCriterion(entryId, caller.id, position, rating);
      return { ownCriteria: (await ratingsOf(tx).listCriteria([entryId], caller.id, criteria.length)).get(entryId)! };
    });
