import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { msg } from "@conquest/shared/contracts/text/message";
import { t } from "@conquest/shared/singletons/language";
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
  admin: msg("They immediately lose access to users and contests they don't own."),
  creator: msg("They can't add contests any more. Their ended contests and drafts are kept."),
  user: "",
};

export default function RoleQuestion({ who, from, role, isBusy, onClose, onConfirm }: RoleDialogProps) {
  const isPromotion = role === "admin";
  const isAdmin = from === "admin";
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={onConfirm}
      title={t(
        isPromotion
          ? "Make {name} an admin?"
          : isAdmin
            ? "Remove the admin role from {name}?"
            : "Remove the creator role from {name}?",
        { name: who },
      )}
      confirmLabel={t(isPromotion ? "Make admin" : isAdmin ? "Remove admin role" : "Remove creator role")}
      isBusy={isBusy}
      tone={isPromotion ? "primary" : "danger"}>
      <p>
        {isPromotion
          ? t("Admins can see every user and contest, and can block, remove and approve, just like you.")
          : t(LOSSES[from])}
      </p>
    </ConfirmDialog>
  );
}
