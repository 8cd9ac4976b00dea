import { Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteUser, type Account } from "@conquest/shared/contracts/users";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { IconButton } from "@conquest/shared/ui/button";
import { ConfirmDialog } from "@conquest/shared/ui/dialog";
import { Note } from "@conquest/shared/ui/note";

export function RemoveUser({ user }: { user: Account }) {
  const remove = useCall(deleteUser);
  const [isAsking, setAsking] = useState(false);
  const who = user.name || user.email;

  // Awaited, not handed to mutate as a callback: the row, and this component with it, may be gone once the list was read again.
  const confirm = async () => {
    try {
      await remove.mutateAsync({ params: { id: user._id } });
      toast.success("Successfully deleted");
      setAsking(false);
    } catch {
      // The question stays open and shows `remove.error`.
    }
  };

  return (
    <>
      <IconButton
        label="Remove"
        variant="danger"
        icon={<Trash2 aria-hidden="true" size={18} />}
        className="da:@max-[52rem]/cq-table:ml-auto"
        aria-describedby={user._id}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => {
          remove.reset();
          setAsking(false);
        }}
        onConfirm={() => void confirm()}
        title={`Remove ${who}?`}
        confirmLabel={`Remove ${who}`}
        isBusy={remove.isPending}
      >
        <p>
          They are signed out and can never sign in again with {user.email}. What others rely on, such as payments and wins, stays without their name. It
          cannot be undone.
        </p>
        {remove.error && (
          <Note tone="danger" isAlert>
            {remove.error.message}
          </Note>
        )}
      </ConfirmDialog>
    </>
  );
}
