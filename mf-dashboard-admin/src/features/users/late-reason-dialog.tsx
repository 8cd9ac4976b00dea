import { toast } from "@conquest/shared/singletons/toast";
import { onDemand } from "@conquest/shared/ui/on-demand";

export const ReasonDialog = onDemand(() => import(/* webpackChunkName: "reason-dialog" */ "./reason-dialog"));

/** Before it is asked for: a click waits for nothing then. */
export const fetchReasonDialog = () => void ReasonDialog.load().catch(() => undefined);

/** Calls back once the dialog can be drawn; says so where it cannot be had. */
export const whenReasonDialogIsHere = (then: () => void) => void ReasonDialog.load().then(then, () => toast.error("This part of the page did not arrive. Please try again."));
