import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { REQUIRED } from "@conquest/shared/contracts/fields";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { ApiError } from "@conquest/shared/singletons/http";
import { Button } from "@conquest/shared/ui/button";
import { TextAreaField } from "@conquest/shared/ui/field";
import { Note } from "@conquest/shared/ui/note";
import { grouped } from "@conquest/shared/ui/text";

export interface WordsFormProps {
  /** Tells drafts apart. */
  draft: string;
  label: string;
  hint: string;
  /** How long it may be, in characters. */
  most: number;
  rows: number;
  /** What stands there already. */
  text?: string;
  /** On the button that sends it. */
  action: string;
  /** The title of what is said when it could not be sent. */
  failed: string;
  onSend: (text: string) => Promise<void>;
  /** It was sent, or given up. */
  onDone: () => void;
}

/** A few words for everybody to read. */
export default function WordsForm({ draft: name, label, hint, most, rows, text = "", action, failed, onSend, onDone }: WordsFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ defaultValues: { text } });
  const draft = useFormDraft(name, form);
  const { setFocus } = form;
  const { errors, isSubmitting } = form.formState;
  const { length } = useWatch({ control: form.control, name: "text" });

  // The button that had the focus gave way to this form.
  useEffect(() => setFocus("text"), [setFocus]);

  const send = form.handleSubmit(async (typed) => {
    setFailure(null);
    try {
      await onSend(typed.text);
    } catch (error) {
      const field = error instanceof ApiError ? error.fields["text"] : undefined;
      if (field) form.setError("text", { message: field });
      else setFailure(error instanceof Error ? error.message : "Please try again.");
      return;
    }
    draft.forget();
    onDone();
  });

  return (
    <form onSubmit={(event) => void send(event)} noValidate className="pu:flex pu:flex-col pu:gap-4">
      {failure && (
        <Note tone="danger" isAlert title={failed}>
          {failure} What you wrote is still here.
        </Note>
      )}
      <TextAreaField
        label={label}
        rows={rows}
        maxLength={most}
        required
        readOnly={isSubmitting}
        hint={`${length} of ${grouped(most)} characters. ${hint}`}
        error={errors.text?.message}
        {...form.register("text", { validate: (typed) => typed.trim() !== "" || REQUIRED })}
      />
      <div className="pu:flex pu:flex-wrap pu:gap-3">
        <Button type="submit" size="sm" isBusy={isSubmitting}>
          {action}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            draft.forget();
            onDone();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
