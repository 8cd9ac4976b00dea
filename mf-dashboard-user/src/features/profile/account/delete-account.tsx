import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { previewDeletion } from "@conquest/shared/contracts/account";
import { query } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import type { SignIn } from "./use-sign-in";

/** Hardly anybody opens it. */
const DeletionDialog = lazyComponent(() => import(/* webpackChunkName: "deletion-dialog" */ "./deletion-dialog"));

/** The last thing on the page. */
export function DeleteAccount({ signIn }: { signIn: SignIn | null }) {
  const [isOpen, setOpen] = useState(false);
  const [isThere, setThere] = useState(false);
  const [isComing, setComing] = useState(false);
  const cache = useQueryClient();
  const open = async () => {
    setComing(true);
    try {
      // What it says too: it would grow under one's hands. Where that cannot be had it says so, and not what was so the last time.
      cache.removeQueries(query(previewDeletion));
      await Promise.all([DeletionDialog.load(), cache.prefetchQuery(query(previewDeletion))]);
      setThere(true);
      setOpen(true);
    } catch {
      toast.error("This could not be loaded. Please check your connection and try again.");
    } finally {
      setComing(false);
    }
  };
  return (
    <div className="du:grid du:gap-4">
      <p>Your name, picture and address go for good. You are told what else it means before anything is done.</p>
      <div>
        <Button variant="danger" disabled={signIn === null} isBusy={isComing} onClick={() => void open()}>
          Delete my account…
        </Button>
      </div>
      {signIn && isThere && <DeletionDialog signIn={signIn} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </div>
  );
}
