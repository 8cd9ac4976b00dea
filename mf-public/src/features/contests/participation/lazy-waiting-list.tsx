import { Suspense } from "react";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";

const WaitingList = lazyComponent(() => import(/* webpackChunkName: "waiting-list" */ "./waiting-list"));
// A page is rendered on the server in one go, and can't wait for it there.
if (typeof document === "undefined") void WaitingList.load();

/** On the list, or allowed to join it; older servers know no list. */
export const hasWaitingList = ({ viewer, may }: ContestDetails) =>
  Boolean(viewer?.waiting ?? may.joinWaitingList?.isAllowed);

export const LazyWaitingList = ({ contest }: { contest: ContestDetails }) => (
  <Suspense fallback={<div aria-hidden="true" className="cq-bone pu:h-24" />}>
    <WaitingList contest={contest} />
  </Suspense>
);
