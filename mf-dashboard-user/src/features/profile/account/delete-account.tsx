import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { previewDeletion } from "@conquest/shared/contracts/account";
import { query } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import type { SignIn } from "./use-sign-in";

const DeletionDialog = lazyComponent(() => import(/* webpackChunkName: "deletion-dialog" */ "./deletion-dialog"));

export function DeleteAccount({ signIn }: { signIn: SignIn | null }) {
  const [isOpen, setOpen] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const cache = useQueryClient();
  const open = async () => {
    setLoading(true);
    try {
      // Also loads the preview, so that the dialog does not grow after opening. The cached one is removed, as it may be outdated.
      cache.removeQueries(query(previewDeletion));
      await Promise.all([DeletionDialog.load(), cache.prefetchQuery(query(previewDeletion))]);
      setLoaded(true);
      setOpen(true);
    } catch {
      toast.error("This could not be loaded. Please check your connection and try again.");
    } finally {
      setLoading(false);
    }
  };
  return (
    <div className="du:grid du:gap-4">
      <p>Your name, picture and address go for good. You are told what else it means before anything is done.</p>
      <div>
        <Button variant="danger" disabled={signIn === null} isBusy={isLoading} onClick={() => void open()}>
          Delete my account…
        </Button>
      </div>
      {signIn && isLoaded && <DeletionDialog signIn={signIn} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </div>
  );
}
