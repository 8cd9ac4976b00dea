import type { EntryRating } from "@conquest/shared/contracts/judging/ratings";
import { meanOf } from "@conquest/shared/contracts/judging/mean-rating";
import type { Deps } from "../../../platform/deps";
import { throwValidationError, notFound, throwConflict } from "../../../platform/errors";
import { lockCaller } from "../../../platform/people";
import type { Caller } from "../../../platform/session";
import { canRateEntries } from "../../contests/policies/judging-policy";
import { assertAllowed } from "../../contests/policies/policy";
import { contestsRepository, type ContestRow } from "../../contests/contests-repository";
import { withArrivals } from "../../contests/entries/arriving-entries";
import { requireJudge, notAJudge } from "../../contests/judges/judge-access";
import { entriesRepository } from "../entries-repository";
import { ratingsRepository } from "./ratings-repository";

interface Said {
  entryId: string;
  rating?: number | null | undefined;
  word?: string | undefined;
}

/** Holds the contest, as by who chooses the winner: what authors are told then is what stands. Refuses whoever may not rate this entry now. */
async function holdForRating(
  { db, clock }: Deps,
  contestId: string,
  entryId: string,
  caller: Caller,
): Promise<ContestRow> {
  const contest =
    (await contestsRepository(db).lockJudged(contestId, caller)) ?? (await notAJudge(db, contestId, caller));
  await lockCaller(db, caller);
  const now = clock.now();
  assertAllowed(canRateEntries(await withArrivals(db, contest, now), await requireJudge(db, contest, caller), now));
  if (!(await entriesRepository(db).isOf(contestId, entryId))) notFound("No such entry in this contest.");
  return contest;
}

/**
 * Writes down what a judge says of an entry. What is not said this time stays: a rating and a word are saved apart. By criteria they
 * are what an entry is rated by; taking the rating back takes each of them back.
 */
export const rateEntry =
  (deps: Deps) =>
  (contestId: string, { entryId, rating, word }: Said, caller: Caller): Promise<EntryRating> =>
    deps.db.transaction(async (tx) => {
      const { criteria } = await holdForRating({ ...deps, db: tx }, contestId, entryId, caller);
      if (criteria.length > 0 && typeof rating === "number")
        throwConflict("rated_by_criteria", "This contest is rated by its criteria.");
      if (rating === null) await ratingsRepository(tx).removeCriteria(entryId, caller.id);
      const before = await ratingsRepository(tx).find(entryId, caller.id);
      const said = {
        rating: rating === undefined ? (before?.rating ?? null) : rating,
        word: word ?? before?.word ?? "",
      };
      await ratingsRepository(tx).save(entryId, caller.id, said, deps.clock.now());
      return said;
    });

interface Given {
  entryId: string;
  position: number;
  rating: number | null;
}

const meanOfAll = (given: readonly (number | null)[]): number | null =>
  given.every((each) => each !== null) ? meanOf(given) : null;

/** Writes down what a judge gives an entry for one of the contest's criteria, by the rule that lets them rate it, and their rating that comes of all. */
export const rateCriterion =
  (deps: Deps) =>
  (
    contestId: string,
    { entryId, position, rating }: Given,
    caller: Caller,
  ): Promise<{ ownCriteria: (number | null)[] }> =>
    deps.db.transaction(async (tx) => {
      const { criteria } = await holdForRating({ ...deps, db: tx }, contestId, entryId, caller);
      if (position >= criteria.length) throwValidationError({ position: "This contest has no such criterion." });
      const ratings = ratingsRepository(tx);
      const read = async () => (await ratings.listCriteria([entryId], caller.id, criteria.length)).get(entryId)!;
      const wasComplete = !(await read()).includes(null);
      await ratings.saveCriterion(entryId, caller.id, position, rating);
      const ownCriteria = await read();
      const mean = meanOfAll(ownCriteria);
      // A rating from when one was given for the whole stays until there is a mean in its place.
      if (mean !== null || wasComplete) {
        const word = (await ratings.find(entryId, caller.id))?.word ?? "";
        await ratings.save(entryId, caller.id, { rating: mean, word }, deps.clock.now());
      }
      return { ownCriteria };
    });
