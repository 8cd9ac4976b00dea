import { Suspense, useEffect, useState, type ReactNode } from "react";
import type { DeletedContest } from "@conquest/shared/ui/contest/delete-dialog";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";

const DeleteContestDialog = lazyComponent(
  () => import(/* webpackChunkName: "delete-dialog" */ "@conquest/shared/ui/contest/delete-dialog"),
);

/** Deletes a contest after confirmation: `ask` opens the dialog; render `dialog` somewhere. */
export function useDeleteContest(): { ask: (contest: DeletedContest) => void; dialog: ReactNode } {
  const [contestToDelete, setContestToDelete] = useState<DeletedContest>();
  // Preloaded, so that a click opens it immediately.
  useEffect(() => void DeleteContestDialog.load().catch(() => undefined), []);
  const ask = (contest: DeletedContest) => whenLoaded(DeleteContestDialog, () => setContestToDelete(contest));
  return {
    ask,
    dialog: (
      <Suspense>
        {contestToDelete && (
          <DeleteContestDialog contest={contestToDelete} onClose={() => setContestToDelete(undefined)} />
        )}
      </Suspense>
    ),
  };
}
