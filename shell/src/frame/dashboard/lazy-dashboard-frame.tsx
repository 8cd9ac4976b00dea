import { Suspense, type ReactNode } from "react";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Loading } from "../loading";

const DashboardFrame = lazyComponent(() => import(/* webpackChunkName: "dashboard-frame" */ "./dashboard-frame"));

/** {@link DashboardFrame}, of which a visitor of the site needs nothing: its code comes when it is drawn, or before. */
export const LazyDashboardFrame = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Loading />}>
    <DashboardFrame>{children}</DashboardFrame>
  </Suspense>
);

export const loadDashboardFrame = () => DashboardFrame.load();
