import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { lazyHydrated } from "../lazy-hydrated";

/** On the list, or allowed to join it; older servers know no list. */
export const hasWaitingList = ({ viewer, may }: ContestDetails) =>
  Boolean(viewer?.waiting ?? may.joinWaitingList?.isAllowed);

export const LazyWaitingList = lazyHydrated<{ contest: ContestDetails }>(
  () => import(/* webpackChunkName: "waiting-list" */ "./waiting-list"),
  <div aria-hidden="true" className="cq-bone pu:h-24" />,
);
