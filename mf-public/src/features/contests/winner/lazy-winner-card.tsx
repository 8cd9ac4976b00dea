import { lazyHydrated } from "../lazy-hydrated";
import type { WinnerCardProps } from "./winner-card";

export const LazyWinnerCard = lazyHydrated<WinnerCardProps>(
  () => import(/* webpackChunkName: "winner-card" */ "./winner-card"),
  <div id="winner" aria-hidden="true" className="cq-panel cq-bone pu:min-h-48" />,
);
