import { Suspense, useEffect, useState, type ReactNode } from "react";
import type { DeletedContest } from "@conquest/shared/ui/contest/delete-dialog";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";

/** With all that dialogs need. */
const DeleteContestDialog = lazyComponent(
  () => import(/* webpackChunkName: "delete-dialog" */ "@conquest/shared/ui/contest/delete-dialog"),
);

/** Deleting a contest: `ask` opens the question, which does it and tells what came of it; draw `dialog` somewhere. */
export function useDeleteContest(): { ask: (contest: DeletedContest) => void; dialog: ReactNode } {
  const [doomed, setDoomed] = useState<DeletedContest>();
  // Before anybody asks for it: a click waits for nothing then.
  useEffect(() => void DeleteContestDialog.load().catch(() => undefined), []);
  const ask = (contest: DeletedContest) => whenLoaded(DeleteContestDialog, () => setDoomed(contest));
  return {
    ask,
    dialog: (
      <Suspense>{doomed && <DeleteContestDialog contest={doomed} onClose={() => setDoomed(undefined)} />}</Suspense>
    ),
  };
}
