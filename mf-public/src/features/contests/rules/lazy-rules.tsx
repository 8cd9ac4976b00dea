import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { lazyHydrated } from "../lazy-hydrated";

/** Also former rules that the viewer accepted. */
export const hasContestRules = ({ rules, viewer }: ContestDetails) => Boolean(rules ?? viewer?.acceptedRules);

export const LazyRules = lazyHydrated(
  () => import(/* webpackChunkName: "contest-rules" */ "./rules"),
  <div aria-hidden="true" className="cq-bone pu:h-24" />,
);
