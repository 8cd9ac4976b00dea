import { useState } from "react";
import { previewDeletion } from "@conquest/shared/contracts/account";
import { query } from "@conquest/shared/singletons/api-hooks";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@conquest/shared/ui/button";
import { Dialog } from "@conquest/shared/ui/dialog";
import { QueryView } from "@conquest/shared/ui/query-view";
import type { SignIn } from "./account-settings";
import { ConfirmDeletion } from "./confirm-deletion";

/** The last thing on the page. What it brings about is asked for when it is opened, and told before anything is done. */
export function DeleteAccount({ signIn }: { signIn: SignIn | null }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="du:grid du:gap-4">
      <p>Your name, picture and address go for good. You are told what else it means before anything is done.</p>
      <div>
        <Button variant="danger" disabled={signIn === null} onClick={() => setOpen(true)}>
          Delete my account…
        </Button>
      </div>
      <Dialog isOpen={isOpen} onClose={close} title="Delete your account?" size="lg">
        {signIn && <Deletion signIn={signIn} onClose={close} />}
      </Dialog>
    </div>
  );
}

function Deletion({ signIn, onClose }: { signIn: SignIn; onClose: () => void }) {
  const preview = useQuery({ ...query(previewDeletion), staleTime: 0, gcTime: 0 });
  return (
    <QueryView query={preview} skeleton={<Bones />}>
      {(deletion) => <ConfirmDeletion deletion={deletion} signIn={signIn} onClose={onClose} lookAgain={() => void preview.refetch()} />}
    </QueryView>
  );
}

const Bones = () => (
  <div role="status" aria-label="Looking what it means" className="du:grid du:gap-3">
    {["a", "b", "c"].map((key) => (
      <div key={key} aria-hidden="true" className="cq-bone du:min-h-8" />
    ))}
  </div>
);
