import "@conquest/shared/styles/part.css";
import { pageTable } from "@conquest/shared/ui/page/page-table";

const pages = pageTable({
  "/dashboard": () => import(/* webpackChunkName: "page-overview" */ "./features/overview/overview-page"),
  "/dashboard/my_participated_contests": () =>
    import(/* webpackChunkName: "page-participated-contests" */ "./features/participation/participated-contests-page"),
  "/dashboard/followed_contests": () =>
    import(/* webpackChunkName: "page-followed-contests" */ "./features/participation/followed-contests-page"),
  "/dashboard/my_winning_contests": () =>
    import(/* webpackChunkName: "page-winning-contests" */ "./features/winning/winning-contests-page"),
  "/dashboard/payments": () => import(/* webpackChunkName: "page-payments" */ "./features/payments/payments-page"),
  "/dashboard/payments/:number": () =>
    import(/* webpackChunkName: "page-receipt" */ "./features/payments/receipt-page"),
  "/dashboard/my_profile": () => import(/* webpackChunkName: "page-settings" */ "./features/profile/settings-page"),
  "/unsubscribe/:token": () => import(/* webpackChunkName: "page-unsubscribe" */ "./features/email/unsubscribe-page"),
  "/dashboard/reported/:id": () => import(/* webpackChunkName: "page-reported" */ "./features/reported/reported-page"),
  "/dashboard/profile": () => import(/* webpackChunkName: "page-settings" */ "./features/profile/settings-page"),
});

export default pages.Routes;
export const { load } = pages;
