import { Suspense, useState } from "react";
import { Button } from "@conquest/shared/ui/button";
import { onDemand } from "@conquest/shared/ui/on-demand";
import type { SignIn } from "./account-settings";

/** Hardly anybody opens it. */
const DeletionDialog = onDemand(() => import(/* webpackChunkName: "deletion-dialog" */ "./deletion-dialog"));

/** The last thing on the page. */
export function DeleteAccount({ signIn }: { signIn: SignIn | null }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <div className="du:grid du:gap-4">
      <p>Your name, picture and address go for good. You are told what else it means before anything is done.</p>
      <div>
        <Button variant="danger" disabled={signIn === null} onClick={open}>
          Delete my account…
        </Button>
      </div>
      {signIn && wasOpened && (
        <Suspense fallback={null}>
          <DeletionDialog signIn={signIn} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
