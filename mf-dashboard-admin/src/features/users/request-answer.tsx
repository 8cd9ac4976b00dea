import { Check, X } from "lucide-react";
import { useId, useState } from "react";
import { updateUser, type Account } from "@conquest/shared/contracts/users";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { ConfirmDialog } from "@conquest/shared/ui/dialog";
import { TextAreaField } from "@conquest/shared/ui/field";
import { Note } from "@conquest/shared/ui/note";

/** Approves or declines the request to become a contest creator. */
export function RequestAnswer({ user }: { user: Account }) {
  const nameId = useId();
  const approve = useCall(updateUser);
  const decline = useCall(updateUser);
  const [isDeclining, setDeclining] = useState(false);
  const [reason, setReason] = useState("");
  const who = user.name || user.email;
  const params = { id: user._id };

  return (
    <>
      <span id={nameId} hidden>
        {who}
      </span>
      <Button
        size="sm"
        isBusy={approve.isPending}
        aria-describedby={nameId}
        onClick={() =>
          approve.mutate(
            { params, body: { role: "creator" } },
            { onSuccess: () => toast.success("Role updated successfully!"), onError: (error) => toast.error(error.message) },
          )
        }
      >
        {!approve.isPending && <Check aria-hidden="true" size={16} />} Approve
      </Button>
      <Button size="sm" variant="secondary" aria-describedby={nameId} onClick={() => setDeclining(true)}>
        <X aria-hidden="true" size={16} /> Decline
      </Button>
      <ConfirmDialog
        isOpen={isDeclining}
        onClose={() => setDeclining(false)}
        onConfirm={() =>
          decline.mutate(
            { params, body: { role: "user", reason } },
            {
              onSuccess: () => {
                setDeclining(false);
                toast.success("Role updated successfully!");
              },
            },
          )
        }
        title={`Decline the request of ${who}?`}
        confirmLabel="Decline request"
        isBusy={decline.isPending}
      >
        <p>They stay a user, are told, and may ask again.</p>
        <TextAreaField
          label="Reason"
          name="reason"
          isOptional
          hint={`${who} reads it.`}
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {decline.error && (
          <Note tone="danger" isAlert>
            {decline.error.message}
          </Note>
        )}
      </ConfirmDialog>
    </>
  );
}
