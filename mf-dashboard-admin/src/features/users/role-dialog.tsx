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
      title={isPromotion ? `Make ${who} an admin?` : `Take the admin role from ${who}?`}
      confirmLabel={isPromotion ? "Make admin" : "Take admin role"}
      isBusy={isBusy}
      tone={isPromotion ? "primary" : "danger"}>
      <p>
        {isPromotion
          ? "Admins see every person and contest, and may block, remove and confirm, as you do."
          : "They lose sight of people and contests they do not own with their next click."}
      </p>
    </ConfirmDialog>
  );
}
