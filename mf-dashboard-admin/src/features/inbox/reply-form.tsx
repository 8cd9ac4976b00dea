import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { REQUIRED } from "@conquest/shared/contracts/fields";
import { LONGEST_MESSAGE } from "@conquest/shared/contracts/messages";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { ApiError } from "@conquest/shared/singletons/http";
import { Button } from "@conquest/shared/ui/button";
import { TextAreaField } from "@conquest/shared/ui/field";
import { Note } from "@conquest/shared/ui/note";
import { grouped } from "@conquest/shared/ui/text";

export interface ReplyFormProps {
  /** Whom it answers. */
  name: string;
  draftName: string;
  send: (text: string) => Promise<unknown>;
  onSent: () => void;
}

const keptFrom = () => "reply";

/** The admin's answer; what is typed stays until it was sent. */
export default function ReplyForm({ name, draftName, send, onSent }: ReplyFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ defaultValues: { text: "" } });
  const draft = useFormDraft(draftName, form, [], keptFrom);
  const { setFocus } = form;
  const { errors, isSubmitting } = form.formState;
  const { length } = useWatch({ control: form.control, name: "text" });
  useEffect(() => setFocus("text"), [setFocus]);

  const submit = form.handleSubmit(async ({ text }) => {
    setFailure(null);
    try {
      await send(text);
    } catch (error) {
      const field = error instanceof ApiError ? error.fields["text"] : undefined;
      if (field) form.setError("text", { message: field });
      else setFailure(error instanceof Error ? error.message : "Please try again.");
      return;
    }
    draft.forget();
    onSent();
  });
  return (
    <form noValidate aria-label={`Reply to ${name}`} onSubmit={(event) => void submit(event)} className="da:mt-4 da:flex da:flex-col da:gap-4">
      {failure && (
        <Note tone="danger" isAlert title="Your reply was not sent">
          {failure} What you wrote is still here.
        </Note>
      )}
      <TextAreaField
        label="Your reply"
        rows={6}
        maxLength={LONGEST_MESSAGE}
        required
        readOnly={isSubmitting}
        dir="auto"
        hint={`${grouped(length)} of ${grouped(LONGEST_MESSAGE)} characters. The letter greets them by name, is signed “The Conquest team” and quotes their message. Your own name is shown to other admins only.`}
        error={errors.text?.message}
        {...form.register("text", { validate: (typed) => typed.trim() !== "" || REQUIRED })}
      />
      <div>
        <Button type="submit" size="sm" isBusy={isSubmitting}>
          Send reply
        </Button>
      </div>
    </form>
  );
}
