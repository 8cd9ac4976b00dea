import { meanOf } from "@conquest/shared/contracts/judging/mean-rating";

/** A change of a judge's criterion ratings: one rating, or clearing all. */
export type CriteriaStep = { is: "rated"; position: number; rating: number } | { is: "taken back" };

export interface CriteriaRatings {
  /** One rating per criterion; null if not rated. */
  ratings: readonly (number | null)[];
  rating: number | null;
}

/** Applies steps to ratings. The result is the same if the server has some of them already. */
export const afterSteps = (before: CriteriaRatings, steps: readonly CriteriaStep[]): CriteriaRatings =>
  steps.reduce<CriteriaRatings>(({ ratings, rating }, step) => {
    if (step.is === "taken back") return { ratings: ratings.map(() => null), rating: null };
    const next = ratings.map((each, position) => (position === step.position ? step.rating : each));
    return { ratings: next, rating: next.every((each) => each !== null) ? meanOf(next) : rating };
  }, before);
