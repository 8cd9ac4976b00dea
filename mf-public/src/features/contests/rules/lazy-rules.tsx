import { Suspense } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";

const Rules = lazyComponent(() => import(/* webpackChunkName: "contest-rules" */ "./rules"));
// A page is rendered on the server in one go, and can't wait for it there.
if (typeof document === "undefined") void Rules.load();

/** Also former rules that the viewer accepted. */
export const hasContestRules = ({ rules, viewer }: ContestDetails) => Boolean(rules ?? viewer?.acceptedRules);

export const LazyRules = ({ contest }: { contest: ContestDetails }) => (
  <Suspense fallback={<div aria-hidden="true" className="cq-bone pu:h-24" />}>
    <Rules contest={contest} />
  </Suspense>
);
