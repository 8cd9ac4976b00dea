import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { lengthError } from "@conquest/shared/contracts/text/length-error";
import { MAX_REASON_LENGTH } from "@conquest/shared/contracts/text/fields";
import { textError } from "@conquest/shared/contracts/text/names";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { t } from "@conquest/shared/singletons/language";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { fieldOf } from "@conquest/shared/ui/form/form-fields";
import { errorMessage } from "@conquest/shared/ui/format/text";

export interface ReasonDialogProps {
  title: string;
  confirmLabel: string;
  draftName: string;
  label?: string;
  hint: string;
  isOptional?: boolean;
  tone?: "primary" | "danger";
  /** The dialog closes once this resolves, and shows the error if it rejects. */
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

export default function ReasonDialog({
  draftName,
  label = t("Reason"),
  hint,
  isOptional = false,
  onConfirm,
  children,
  ...dialog
}: ReasonDialogProps) {
  const form = useForm({ defaultValues: { reason: "" } });
  const draft = useFormDraft(draftName, form);
  const send = form.handleSubmit(async ({ reason }) => {
    try {
      await onConfirm(reason.trim());
    } catch (error) {
      return form.setError("root", { message: errorMessage(error) });
    }
    draft.forget();
    dialog.onClose();
  });
  return (
    <ConfirmDialog
      {...dialog}
      onConfirm={() => void send()}
      isBusy={form.formState.isSubmitting}
      error={form.formState.errors.root}>
      {children}
      <TextAreaField
        {...fieldOf(form, "reason", {
          validate: (value) => (isOptional ? lengthError : textError)(value, MAX_REASON_LENGTH) || true,
        })}
        label={label}
        isOptional={isOptional}
        required={!isOptional}
        hint={hint}
        rows={3}
      />
    </ConfirmDialog>
  );
}
