import type { DeletedContest } from "@conquest/shared/ui/contest/delete-dialog";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { useDialog } from "@conquest/shared/ui/page/use-dialog";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";

const DeleteContestDialog = lazyComponent(
  () => import(/* webpackChunkName: "delete-dialog" */ "@conquest/shared/ui/contest/delete-dialog"),
);

/** Deletes a contest after confirmation: `ask` opens the dialog; render `dialog` somewhere. */
export function useDeleteContest() {
  const { open, element } = useDialog(DeleteContestDialog);
  const ask = (contest: DeletedContest) => whenLoaded(DeleteContestDialog, () => open({ contest }));
  return { ask, dialog: element };
}
