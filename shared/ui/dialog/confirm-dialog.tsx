import type { ReactNode } from "react";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { Modal } from "@conquest/shared/ui/dialog/dialog";
import { ErrorNote } from "@conquest/shared/ui/note";

interface ConfirmProps {
  onClose: () => void;
  onConfirm: () => void;
  title: ReactNode;
  /** Describes the action: "Cancel contest and refund 12 people". */
  confirmLabel: string;
  isBusy?: boolean;
  tone?: "primary" | "danger";
  error?: { message?: string } | null;
  children: ReactNode;
}

/** Asks for confirmation before an irreversible action. The cancel button is focused first. */
export const ConfirmDialog = ({
  onConfirm,
  confirmLabel,
  isBusy,
  tone = "danger",
  error,
  children,
  ...props
}: ConfirmProps) => (
  <Modal
    {...props}
    role="alertdialog"
    actions={
      <>
        <Button data-autofocus variant="secondary" onClick={props.onClose}>
          {t("Go back")}
        </Button>
        <Button variant={tone} isBusy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </>
    }>
    {children}
    <ErrorNote>{error?.message}</ErrorNote>
  </Modal>
);
