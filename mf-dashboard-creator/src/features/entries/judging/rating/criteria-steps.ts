import { meanOf } from "@conquest/shared/contracts/judging/mean-rating";

/** A change of a judge's criterion ratings: one rating, or clearing all. */
export type CriteriaStep = { is: "rated"; position: number; rating: number } | { is: "taken back" };

export interface CriteriaSaid {
  /** In the order of the criteria; null if not rated. */
  given: readonly (number | null)[];
  rating: number | null;
}

/** Applies steps to ratings. The result is the same if the server has some of them already. */
export const afterSteps = (before: CriteriaSaid, steps: readonly CriteriaStep[]): CriteriaSaid =>
  steps.reduce<CriteriaSaid>(({ given, rating }, step) => {
    if (step.is === "taken back") return { given: given.map(() => null), rating: null };
    const now = given.map((each, position) => (position === step.position ? step.rating : each));
    return { given: now, rating: now.every((each) => each !== null) ? meanOf(now) : rating };
  }, before);
