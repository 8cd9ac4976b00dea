import { useQuery } from "@tanstack/react-query";
import { previewDeletion } from "@conquest/shared/contracts/account";
import { query } from "@conquest/shared/singletons/api-hooks";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { QueryView } from "@conquest/shared/ui/state/query-view";
import { ConfirmDeletion } from "./confirm-deletion";
import type { SignIn } from "./use-sign-in";

interface Props {
  signIn: SignIn;
  isOpen: boolean;
  onClose: () => void;
}

export default function DeletionDialog({ signIn, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Delete your account?" size="lg">
      <Deletion signIn={signIn} onClose={onClose} />
    </Dialog>
  );
}

function Deletion({ signIn, onClose }: Omit<Props, "isOpen">) {
  // Never refetched automatically, since the user confirms exactly what is shown.
  const preview = useQuery({ ...query(previewDeletion), staleTime: Infinity, retryOnMount: false });
  return (
    <QueryView query={preview} skeleton={<Skeleton />}>
      {(deletion) => (
        <ConfirmDeletion
          deletion={deletion}
          signIn={signIn}
          onClose={onClose}
          lookAgain={() => void preview.refetch()}
        />
      )}
    </QueryView>
  );
}

const Skeleton = () => (
  <div role="status" aria-label="Looking what it means" className="du:grid du:gap-3">
    {["a", "b", "c"].map((key) => (
      <div key={key} aria-hidden="true" className="cq-bone du:min-h-8" />
    ))}
  </div>
);
