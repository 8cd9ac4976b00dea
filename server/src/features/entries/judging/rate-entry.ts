import { weightedMeanOf } from "@conquest/shared/contracts/judging/mean-rating";
import { message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../../database/database";
import type { Deps } from "../../../platform/deps";
import { throwValidationError, notFound, throwConflict, orNotFound } from "../../../platform/errors";
import { lockCaller } from "../../../platform/people";
import type { Caller } from "../../../platform/sessions/session";
import { isForJudge } from "../../judges/domain/entry-assignments";
import { canRateEntries, canShortlistEntries } from "../../judges/domain/judging-policy";
import { assertAllowed } from "../../../platform/policy";
import { contestsRepository, type ContestRow } from "../../contests/domain/contests-repository";
import { withArrivals } from "../domain/arriving-entries";
import { requireJudge, throwNotAJudge } from "../../judges/domain/judge-access";
import { entriesRepository } from "../entries-repository";
import { planRepository } from "./plan-repository";
import { ratingsRepository } from "./ratings-repository";

interface RatingInput {
  entryId: string;
  rating?: number | null | undefined;
  word?: string | undefined;
}

/** Locks the contest, as declaring the winner does, so that authors are notified of the final ratings. */
export async function lockForJudging(
  { db, clock }: Deps,
  contestId: string,
  entryId: string,
  { caller, policy }: { caller: Caller; policy: typeof canRateEntries },
) {
  const contest =
    (await contestsRepository(db).lockJudged(contestId, caller)) ?? (await throwNotAJudge(db, contestId, caller));
  await lockCaller(db, caller);
  const now = clock.now();
  const judge = await requireJudge(db, contest, caller);
  assertAllowed(policy(await withArrivals(db, contest, now), judge, now));
  if (!(await entriesRepository(db).isOf(contestId, entryId)))
    notFound(message("We couldn't find that entry in this contest."));
  if (judge.isJudge) await assertForJudge(db, contest, entryId, caller.id);
  return contest;
}

/** Holds for every invited judge, including admins. */
async function assertForJudge(db: Database, contest: ContestRow, entryId: string, judgeId: string): Promise<void> {
  if (await planRepository(db, contest.id).isRecused(entryId, judgeId))
    throwConflict("recused", message("You recused yourself from this entry."));
  if (!(await entriesRepository(db).isOf(contest.id, entryId, isForJudge(contest, judgeId))))
    throwConflict("assigned_to_others", message("This entry is now assigned to another judge."));
}

const lockForRating = (deps: Deps, contestId: string, entryId: string, caller: Caller) =>
  lockForJudging(deps, contestId, entryId, { caller, policy: canRateEntries });

/** Keeps omitted fields. With criteria, the overall rating follows from theirs and can only be cleared with them. */
export const rateEntry = (deps: Deps, contestId: string, { entryId, rating, word }: RatingInput, caller: Caller) =>
  deps.db.transaction(async (tx) => {
    const { criteria } = await lockForRating({ ...deps, db: tx }, contestId, entryId, caller);
    if (criteria.length > 0 && typeof rating === "number")
      throwConflict("rated_by_criteria", message("Rate entries to this contest by its judging criteria."));
    if (rating === null) await ratingsRepository(tx).removeCriteria(entryId, caller.id);
    const before = await ratingsRepository(tx).find(entryId, caller.id);
    const saved = {
      rating: rating === undefined ? (before?.rating ?? null) : rating,
      word: word ?? before?.word ?? "",
    };
    await ratingsRepository(tx).save(entryId, caller.id, saved, deps.clock.now());
    return saved;
  });

const meanOfAll = (given: readonly (number | null)[], weights: readonly number[]): number | null =>
  given.every((each) => each !== null) ? weightedMeanOf(given, weights) : null;

export const rateCriterion = (
  deps: Deps,
  contestId: string,
  { entryId, position, rating }: { entryId: string; position: number; rating: number | null },
  caller: Caller,
): Promise<{ ownCriteria: (number | null)[] }> =>
  deps.db.transaction(async (tx) => {
    const { criteria, criteriaWeights } = await lockForRating({ ...deps, db: tx }, contestId, entryId, caller);
    if (position >= criteria.length)
      throwValidationError({ position: message("This contest doesn't have that judging criterion.") });
    const ratings = ratingsRepository(tx);
    const read = async () => (await ratings.listCriteria([entryId], caller.id, criteria.length)).get(entryId)!;
    const wasComplete = !(await read()).includes(null);
    await ratings.saveCriterion(entryId, caller.id, position, rating);
    const ownCriteria = await read();
    const mean = meanOfAll(ownCriteria, criteriaWeights);
    // An overall rating given in an earlier version stays until a mean replaces it.
    if (mean !== null || wasComplete) {
      const word = (await ratings.find(entryId, caller.id))?.word ?? "";
      await ratings.save(entryId, caller.id, { rating: mean, word }, deps.clock.now());
    }
    return { ownCriteria };
  });

export const shortlistEntry = (
  { db, clock }: Deps,
  contestId: string,
  { entryId, isShortlisted }: { entryId: string; isShortlisted: boolean },
  caller: Caller,
): Promise<{ isShortlisted: boolean }> =>
  db.transaction(async (tx) => {
    const contest = orNotFound(
      await contestsRepository(tx).lockManaged(contestId, caller),
      message("We couldn't find that contest in your account."),
    );
    await lockCaller(tx, caller);
    const now = clock.now();
    assertAllowed(
      canShortlistEntries(await withArrivals(tx, contest, now), await requireJudge(tx, contest, caller), now),
    );
    if (!(await entriesRepository(tx).isOf(contestId, entryId)))
      notFound(message("We couldn't find that entry in this contest."));
    await entriesRepository(tx).change(entryId, { isShortlisted });
    return { isShortlisted };
  });
