import { Check, X } from "lucide-react";
import { useState } from "react";
import { updateUser, type Account } from "@conquest/shared/contracts/users";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { focusRowIfLost } from "@conquest/shared/ui/page/focus-row";
import { ReasonDialog, preloadDialogs, whenDialogsLoaded } from "./lazy-dialogs";

export function RoleRequestDecision({ user }: { user: Account }) {
  const approval = useCall(updateUser);
  const rejection = useCall(updateUser);
  const [isDeclining, setDeclining] = useState(false);
  const displayName = user.name || user.email;
  const params = { id: user._id };

  // Awaited, since callbacks passed to mutate do not run after unmounting, and a decided request unmounts this
  // component.
  const approve = async () => {
    try {
      await approval.mutateAsync({ params, body: { role: "creator" } });
      toast.success("Role updated successfully!");
      focusRowIfLost(user._id);
    } catch (error) {
      toast.error((error as Error).message);
    }
  };
  const decline = async (reason: string) => {
    await rejection.mutateAsync({ params, body: { role: "user", reason } });
    toast.success("Role updated successfully!");
    focusRowIfLost(user._id);
  };

  return (
    <span className="da:inline-flex da:gap-2">
      <Button size="sm" isBusy={approval.isPending} aria-describedby={user._id} onClick={() => void approve()}>
        {!approval.isPending && <Check aria-hidden="true" size={16} />} Approve
      </Button>
      <Button
        size="sm"
        variant="secondary"
        aria-describedby={user._id}
        onFocus={preloadDialogs}
        onPointerEnter={preloadDialogs}
        onClick={() => whenDialogsLoaded(() => setDeclining(true))}>
        <X aria-hidden="true" size={16} /> Decline
      </Button>
      {isDeclining && (
        <ReasonDialog
          title={`Decline the request of ${displayName}?`}
          confirmLabel="Decline request"
          draftName={`decline:${user._id}`}
          hint={`${displayName} reads it.`}
          isOptional
          onConfirm={decline}
          onClose={() => setDeclining(false)}>
          <p>They stay a user, are told, and may ask again.</p>
        </ReasonDialog>
      )}
    </span>
  );
}
