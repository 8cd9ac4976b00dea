import { Suspense, type ReactNode } from "react";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { withMessages } from "../../language/page-messages";
import { Loading } from "../loading";

const DashboardFrame = lazyComponent(() =>
  withMessages(import(/* webpackChunkName: "dashboard-frame" */ "./dashboard-frame")),
);

export const LazyDashboardFrame = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Loading />}>
    <DashboardFrame>{children}</DashboardFrame>
  </Suspense>
);

export const loadDashboardFrame = () => DashboardFrame.load();
