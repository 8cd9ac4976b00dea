import { meanOf } from "@conquest/shared/contracts/judging/mean-rating";

/** What a judge does to their ratings by criteria: rates by one, or takes all of them back. */
export type CriteriaStep = { is: "rated"; position: number; rating: number } | { is: "taken back" };

export interface CriteriaSaid {
  /** By each criterion, in their order; null where nothing. */
  given: readonly (number | null)[];
  /** Of the entry. */
  rating: number | null;
}

/** What stands once these have reached the server. What comes out is the same where some have already. */
export const afterSteps = (before: CriteriaSaid, steps: readonly CriteriaStep[]): CriteriaSaid =>
  steps.reduce<CriteriaSaid>(({ given, rating }, step) => {
    if (step.is === "taken back") return { given: given.map(() => null), rating: null };
    const now = given.map((each, position) => (position === step.position ? step.rating : each));
    return { given: now, rating: now.every((each) => each !== null) ? meanOf(now) : rating };
  }, before);
