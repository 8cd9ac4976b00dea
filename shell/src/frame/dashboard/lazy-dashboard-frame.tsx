import { Suspense, type ReactNode } from "react";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { Loading } from "../loading";

const DashboardFrame = lazyComponent(() => import(/* webpackChunkName: "dashboard-frame" */ "./dashboard-frame"));

/** Loads {@link DashboardFrame} on first render or by {@link loadDashboardFrame}, since public pages do not need it. */
export const LazyDashboardFrame = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Loading />}>
    <DashboardFrame>{children}</DashboardFrame>
  </Suspense>
);

export const loadDashboardFrame = () => DashboardFrame.load();
