import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";

export interface RoleDialogProps {
  who: string;
  /** The current role, and the one after the change. */
  from: Role;
  role: Role;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

const LOSSES: Record<Role, string> = {
  admin: "They immediately lose access to users and contests they don't own.",
  creator: "They can't add contests any more. Their ended contests and drafts are kept.",
  user: "",
};

export default function RoleQuestion({ who, from, role, isBusy, onClose, onConfirm }: RoleDialogProps) {
  const isPromotion = role === "admin";
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={onConfirm}
      title={isPromotion ? `Make ${who} an admin?` : `Remove the ${from} role from ${who}?`}
      confirmLabel={isPromotion ? "Make admin" : `Remove ${from} role`}
      isBusy={isBusy}
      tone={isPromotion ? "primary" : "danger"}>
      <p>
        {isPromotion
          ? "Admins can see every user and contest, and can block, remove and approve, just like you."
          : LOSSES[from]}
      </p>
    </ConfirmDialog>
  );
}
