import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";

export interface RoleDialogProps {
  who: string;
  role: Role;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

export default function RoleQuestion({ who, role, isBusy, onClose, onConfirm }: RoleDialogProps) {
  const isPromotion = role === "admin";
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={onConfirm}
      title={isPromotion ? `Make ${who} an admin?` : `Remove the admin role from ${who}?`}
      confirmLabel={isPromotion ? "Make admin" : "Remove admin role"}
      isBusy={isBusy}
      tone={isPromotion ? "primary" : "danger"}>
      <p>
        {isPromotion
          ? "Admins can see every user and contest, and can block, remove and approve, just like you."
          : "They immediately lose access to users and contests they don't own."}
      </p>
    </ConfirmDialog>
  );
}
