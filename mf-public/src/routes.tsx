import "@conquest/shared/styles/part.css";
import { pageTable } from "@conquest/shared/ui/page/page-table";

const pages = pageTable({
  "/": () => import(/* webpackChunkName: "page-home" */ "./features/home/home-page"),
  "/login": () => import(/* webpackChunkName: "page-login" */ "./features/account/login-page"),
  "/register": () => import(/* webpackChunkName: "page-register" */ "./features/account/register-page"),
  "/forgot_password": () =>
    import(/* webpackChunkName: "page-forgot-password" */ "./features/account/email-links/forgot-password-page"),
  "/account_action": () =>
    import(/* webpackChunkName: "page-account-action" */ "./features/account/email-links/account-action-page"),
  "/account_deleted": () =>
    import(/* webpackChunkName: "page-account-deleted" */ "./features/account/email-links/account-deleted-page"),
  "/contact_us": () => import(/* webpackChunkName: "page-contact" */ "./features/contact/contact-page"),
  "/all_contests": () =>
    import(/* webpackChunkName: "page-all-contests" */ "./features/contests/listing/all-contests-page"),
  "/top_contests": () =>
    import(/* webpackChunkName: "page-top-contests" */ "./features/contests/listing/top-contests-page"),
  "/contest-details/:id": () =>
    import(/* webpackChunkName: "page-contest-details" */ "./features/contests/contest-details-page"),
  "/contest-details/:id/payment": () =>
    import(/* webpackChunkName: "page-payment" */ "./features/contests/participation/payment-page"),
  "/contest-details/:id/winner": () =>
    import(/* webpackChunkName: "page-winner" */ "./features/contests/winner/winner-page"),
  "/review-preview/:id": () =>
    import(/* webpackChunkName: "page-review-preview" */ "./features/contests/preview/review-preview-page"),
  "/contest-preview/:id": () =>
    import(/* webpackChunkName: "page-contest-preview" */ "./features/contests/preview/contest-preview-page"),
  "/join": () => import(/* webpackChunkName: "page-join" */ "./features/contests/access/join-page"),
  "/creators/:id": () => import(/* webpackChunkName: "page-creator" */ "./features/contests/creators/creator-page"),
  "/help": () => import(/* webpackChunkName: "page-help" */ "./features/help/help-page"),
  "/help/participants": () => import(/* webpackChunkName: "page-help" */ "./features/help/help-page"),
  "/help/creators": () => import(/* webpackChunkName: "page-help" */ "./features/help/help-page"),
  "/help/judges": () => import(/* webpackChunkName: "page-help" */ "./features/help/help-page"),
  "/help/admins": () => import(/* webpackChunkName: "page-help" */ "./features/help/help-page"),
  "/about": () => import(/* webpackChunkName: "page-about" */ "./features/about/about-page"),
  "/terms": () => import(/* webpackChunkName: "page-terms" */ "./features/about/terms-page"),
  "/privacy": () => import(/* webpackChunkName: "page-privacy" */ "./features/about/privacy-page"),
  "/cookies": () => import(/* webpackChunkName: "page-cookies" */ "./features/about/cookies-page"),
});

export default pages.Routes;
export const { load } = pages;
