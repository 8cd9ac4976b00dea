import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { lengthError } from "@conquest/shared/contracts/text/characters";
import { MAX_REASON_LENGTH } from "@conquest/shared/contracts/text/fields";
import { textError } from "@conquest/shared/contracts/text/names";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/dialog";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { Note } from "@conquest/shared/ui/note";

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

/** Asks for a reason before an action that affects other people. */
export default function ReasonDialog({
  title,
  confirmLabel,
  draftName,
  label = "Reason",
  hint,
  isOptional = false,
  tone,
  onConfirm,
  onClose,
  children,
}: ReasonDialogProps) {
  const form = useForm({ defaultValues: { reason: "" } });
  const draft = useFormDraft(draftName, form);
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async ({ reason }) => {
    try {
      await onConfirm(reason.trim());
    } catch (error) {
      return form.setError("root", { message: error instanceof Error ? error.message : "Please try again." });
    }
    draft.forget();
    onClose();
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void send()}
      title={title}
      confirmLabel={confirmLabel}
      isBusy={isSubmitting}
      {...(tone && { tone })}>
      {children}
      <TextAreaField
        {...form.register("reason", {
          validate: (value) => (isOptional ? lengthError : textError)(value, MAX_REASON_LENGTH) || true,
        })}
        label={label}
        isOptional={isOptional}
        required={!isOptional}
        hint={hint}
        rows={3}
        error={errors.reason?.message}
      />
      {errors.root?.message && (
        <Note tone="danger" isAlert>
          {errors.root.message}
        </Note>
      )}
    </ConfirmDialog>
  );
}
