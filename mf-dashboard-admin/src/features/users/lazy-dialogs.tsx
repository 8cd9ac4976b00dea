import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";

export const ReasonDialog = lazyComponent(
  () => import(/* webpackChunkName: "reason-dialog" */ "@conquest/shared/ui/dialog/reason-dialog"),
);
export const RoleDialog = lazyComponent(() => import(/* webpackChunkName: "role-question" */ "./role-dialog"));

const load = () => Promise.all([ReasonDialog.load(), RoleDialog.load()]);

/** Preloads the dialogs, so that a click need not wait. */
export const preloadDialogs = () => void load().catch(() => undefined);

export const whenDialogsLoaded = (then: () => void) => whenLoaded({ load }, then);
