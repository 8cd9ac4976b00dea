import { useEffect, useState, type ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import { textError } from "@conquest/shared/contracts/text/names";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { ApiError } from "@conquest/shared/singletons/http";
import { Button } from "@conquest/shared/ui/button";
import { TextAreaField, charactersUsed } from "@conquest/shared/ui/form/text-area-field";
import { Note } from "@conquest/shared/ui/note";

export interface CommentFormProps {
  /** Tells drafts apart. */
  draft: string;
  /** What the typing began from, where somebody asks: see useFormDraft. */
  basis?: () => string;
  /** Of the form, where the page has several. */
  name?: string;
  label: string;
  hint: ReactNode;
  /** How long it may be, in characters. */
  most: number;
  rows: number;
  /** What stands there already. */
  text?: string;
  /** On the button that sends it. */
  action: string;
  /** The title of what is said when it could not be sent. */
  failed: string;
  /** It came in place of the button that had the focus. */
  takesFocus?: boolean;
  onSend: (text: string) => Promise<unknown>;
  onSent?: () => void;
  /** It is given up, where that can be. */
  onCancel?: () => void;
  /** Stands beside the button. */
  children?: ReactNode;
}

/** A few words to be sent. What is typed is kept in the tab until they are. */
export default function WordsForm({
  draft: keptAs,
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
  const draft = useFormDraft(keptAs, form, [], basis);
  const { setFocus } = form;
  const { errors, isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: "text" });

  useEffect(() => {
    if (takesFocus) setFocus("text");
  }, [takesFocus, setFocus]);

  const send = form.handleSubmit(async ({ text: sent }) => {
    setFailure(null);
    try {
      await onSend(sent);
    } catch (error) {
      const field = error instanceof ApiError ? error.fields["text"] : undefined;
      if (field) form.setError("text", { message: field });
      else setFailure(error instanceof Error ? error.message : "Please try again.");
      return;
    }
    draft.forget();
    onSent?.();
  });

  return (
    <form onSubmit={(event) => void send(event)} noValidate aria-label={name} className="cq-words-form">
      {failure && (
        <Note tone="danger" isAlert title={failed}>
          {failure} What you wrote is still here.
        </Note>
      )}
      <TextAreaField
        label={label}
        rows={rows}
        required
        readOnly={isSubmitting}
        hint={
          <>
            {charactersUsed(typed, most)}. {hint}
          </>
        }
        error={errors.text?.message}
        {...form.register("text", { validate: (text) => textError(text, most) || true })}
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
            Cancel
          </Button>
        )}
        {children}
      </div>
    </form>
  );
}
