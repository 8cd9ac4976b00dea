import { Suspense } from "react";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import type { WinnerCardProps } from "./winner-card";

const WinnerCard = lazyComponent<WinnerCardProps>(() => import(/* webpackChunkName: "winner-card" */ "./winner-card"));
// A page is rendered on the server in one go, and can't wait for it there.
if (typeof document === "undefined") void WinnerCard.load();

export const LazyWinnerCard = (props: WinnerCardProps) => (
  <Suspense fallback={<div id="winner" aria-hidden="true" className="cq-panel cq-bone pu:min-h-48" />}>
    <WinnerCard {...props} />
  </Suspense>
);
