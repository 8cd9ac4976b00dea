import { useEffect, useState, type ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import { textError } from "@conquest/shared/contracts/text/names";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { t } from "@conquest/shared/singletons/language";
import { Button } from "@conquest/shared/ui/button";
import { TextAreaField, charactersUsed } from "@conquest/shared/ui/form/text-area-field";
import { ErrorNote } from "@conquest/shared/ui/note";
import { showFieldErrors, fieldOf } from "@conquest/shared/ui/form/form-fields";

export interface CommentFormProps {
  draft: string;
  /** Returns the version the text is based on, see useFormDraft. */
  basis?: () => string;
  name?: string;
  label: string;
  hint: ReactNode;
  most: number;
  rows: number;
  text?: string;
  action: string;
  failed: string;
  /** Focuses the field, if the form replaces a focused button. */
  takesFocus?: boolean;
  onSend: (text: string) => Promise<unknown>;
  onSent?: () => void;
  onCancel?: () => void;
  children?: ReactNode;
}

/** A form with one text. Its draft is stored in this tab until it is sent. */
export default function CommentForm({
  draft: draftName,
  basis,
  name,
  label,
  hint,
  most,
  rows,
  text = "",
  action,
  failed,
  takesFocus = false,
  onSend,
  onSent,
  onCancel,
  children,
}: CommentFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ defaultValues: { text } });
  const draft = useFormDraft(draftName, form, [], basis);
  const { setFocus } = form;
  const { isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: "text" });

  useEffect(() => {
    if (takesFocus) setFocus("text");
  }, [takesFocus, setFocus]);

  const send = form.handleSubmit(async ({ text: sent }) => {
    setFailure(null);
    try {
      await onSend(sent);
    } catch (error) {
      return setFailure(showFieldErrors(form, error, "text"));
    }
    draft.forget();
    onSent?.();
  });

  return (
    <form onSubmit={(event) => void send(event)} noValidate aria-label={name} className="cq-words-form">
      <ErrorNote title={failed}>{failure && `${failure} ${t("Your text is still here.")}`}</ErrorNote>
      <TextAreaField
        label={label}
        rows={rows}
        required
        readOnly={isSubmitting}
        hint={
          <>
            {t("{used}.", { used: charactersUsed(typed, most) })} {hint}
          </>
        }
        {...fieldOf(form, "text", { validate: (text) => textError(text, most) || true })}
      />
      <div className="cq-words-form-acts">
        <Button type="submit" size="sm" isBusy={isSubmitting}>
          {action}
        </Button>
        {onCancel && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              draft.forget();
              onCancel();
            }}>
            {t("Cancel")}
          </Button>
        )}
        {children}
      </div>
    </form>
  );
}
