import { Check, X } from "lucide-react";
import { useState } from "react";
import { updateUser, type Account } from "@conquest/shared/contracts/users";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { ConfirmDialog } from "@conquest/shared/ui/dialog";
import { TextAreaField } from "@conquest/shared/ui/field";
import { Note } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page-heading";

/** Approves or declines the request to become a contest creator. */
export function RequestAnswer({ user }: { user: Account }) {
  const approval = useCall(updateUser);
  const refusal = useCall(updateUser);
  const [isDeclining, setDeclining] = useState(false);
  const [reason, setReason] = useState("");
  const who = user.name || user.email;
  const params = { id: user._id };

  // Both are awaited, not handed to mutate as callbacks: an answered request takes this component off the screen.
  const approve = async () => {
    try {
      await approval.mutateAsync({ params, body: { role: "creator" } });
      toast.success("Role updated successfully!");
      focusHeadingIfLost();
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  const decline = async () => {
    try {
      await refusal.mutateAsync({ params, body: { role: "user", reason } });
      toast.success("Role updated successfully!");
      focusHeadingIfLost();
    } catch {
      // The question stays open and shows `refusal.error`.
    }
  };

  return (
    <span className="da:inline-flex da:gap-2">
      <Button size="sm" isBusy={approval.isPending} aria-describedby={user._id} onClick={() => void approve()}>
        {!approval.isPending && <Check aria-hidden="true" size={16} />} Approve
      </Button>
      <Button size="sm" variant="secondary" aria-describedby={user._id} onClick={() => setDeclining(true)}>
        <X aria-hidden="true" size={16} /> Decline
      </Button>
      <ConfirmDialog
        isOpen={isDeclining}
        onClose={() => {
          refusal.reset();
          setDeclining(false);
        }}
        onConfirm={() => void decline()}
        title={`Decline the request of ${who}?`}
        confirmLabel="Decline request"
        isBusy={refusal.isPending}
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
        {refusal.error && (
          <Note tone="danger" isAlert>
            {refusal.error.message}
          </Note>
        )}
      </ConfirmDialog>
    </span>
  );
}
