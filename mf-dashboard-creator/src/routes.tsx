import "@conquest/shared/styles/part.css";
import { pageTable } from "@conquest/shared/ui/page/page-table";

/** Creator part of the dashboard, including the judging room, which judges of every role use. */
const pages = pageTable({
  "/dashboard/add_contest": () =>
    import(/* webpackChunkName: "page-add-contest" */ "./features/contests/add-contest-page"),
  "/dashboard/contest_drafts": () =>
    import(/* webpackChunkName: "page-drafts" */ "./features/contests/drafts/drafts-page"),
  "/dashboard/my_created_contests": () =>
    import(/* webpackChunkName: "page-my-contests" */ "./features/contests/my-created-contests-page"),
  "/dashboard/contest_progress/:id": () =>
    import(/* webpackChunkName: "page-contest-progress" */ "./features/contests/progress/contest-progress-page"),
  "/dashboard/contest_submitted": () =>
    import(/* webpackChunkName: "page-my-contests" */ "./features/contests/submitted-contests-page"),
  "/dashboard/contest_submitted/:id": () =>
    import(/* webpackChunkName: "page-contest-entries" */ "./features/entries/contest-entries-page"),
  "/dashboard/judging": () => import(/* webpackChunkName: "page-judging" */ "./features/judging/judging-page"),
  "/dashboard/judging/:id": () =>
    import(/* webpackChunkName: "page-contest-entries" */ "./features/entries/contest-entries-page"),
});

export default pages.Routes;
export const { load } = pages;
