import { Suspense, useEffect, useState, type ReactNode } from "react";
import type { Doomed } from "@conquest/shared/ui/contest/delete-dialog";
import { onDemand } from "@conquest/shared/ui/page/on-demand";
import { whenHere } from "@conquest/shared/ui/page/when-here";

/** With all that dialogs need. */
const DeleteContestDialog = onDemand(() => import(/* webpackChunkName: "delete-dialog" */ "@conquest/shared/ui/contest/delete-dialog"));

/** Deleting a contest: `ask` opens the question, which does it and tells what came of it; draw `dialog` somewhere. */
export function useDeleteContest(): { ask: (contest: Doomed) => void; dialog: ReactNode } {
  const [doomed, setDoomed] = useState<Doomed>();
  // Before anybody asks for it: a click waits for nothing then.
  useEffect(() => void DeleteContestDialog.load().catch(() => undefined), []);
  const ask = (contest: Doomed) => whenHere(DeleteContestDialog, () => setDoomed(contest));
  return { ask, dialog: <Suspense>{doomed && <DeleteContestDialog contest={doomed} onClose={() => setDoomed(undefined)} />}</Suspense> };
}
