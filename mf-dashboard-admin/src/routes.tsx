import "@conquest/shared/styles/part.css";
import { pageTable } from "@conquest/shared/ui/page/page-table";

const pages = pageTable({
  "/dashboard/manage_users": () =>
    import(/* webpackChunkName: "page-manage-users" */ "./features/users/manage-users-page"),
  "/dashboard/manage_contests": () =>
    import(/* webpackChunkName: "page-manage-contests" */ "./features/contests/manage-contests-page"),
  "/dashboard/contest_review": () =>
    import(/* webpackChunkName: "page-review-queue" */ "./features/contests/review/review-queue-page"),
  "/dashboard/contest_review/:id": () =>
    import(/* webpackChunkName: "page-contest-review" */ "./features/contests/review/contest-review-page"),
  "/dashboard/reports": () => import(/* webpackChunkName: "page-reports" */ "./features/reports/reports-page"),
  "/dashboard/prizes": () => import(/* webpackChunkName: "page-prizes" */ "./features/prizes/prizes-page"),
  "/dashboard/audit": () => import(/* webpackChunkName: "page-audit" */ "./features/logs/audit/audit-page"),
  "/dashboard/ledger": () => import(/* webpackChunkName: "page-ledger" */ "./features/logs/ledger/ledger-page"),
  "/dashboard/inbox": () => import(/* webpackChunkName: "page-inbox" */ "./features/inbox/inbox-page"),
  "/dashboard/parts": () => import(/* webpackChunkName: "page-parts" */ "./features/parts/parts-page"),
});

export default pages.Routes;
export const { load } = pages;
