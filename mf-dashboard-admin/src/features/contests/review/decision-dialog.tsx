import { useId } from "react";
import { useForm } from "react-hook-form";
import { MAX_REASON_LENGTH } from "@conquest/shared/contracts/text/fields";
import { textError } from "@conquest/shared/contracts/text/names";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { ApiError } from "@conquest/shared/singletons/http";
import { Button } from "@conquest/shared/ui/button";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { Note } from "@conquest/shared/ui/note";

export type TextDecision = "changes_requested" | "rejected" | "returned" | "comment";

interface DialogText {
  title: (name: string) => string;
  label: string;
  hint: (creator: string) => string;
  send: string;
  maxLength: number;
  variant?: "danger";
}

const DIALOG_TEXTS: Record<TextDecision, DialogText> = {
  changes_requested: {
    title: (name) => `Ask for changes to “${name}”`,
    label: "What should be changed?",
    hint: (creator) => `${creator} reads it beside the contest, edits it, and it comes back to review.`,
    send: "Ask for changes",
    maxLength: 2000,
  },
  rejected: {
    title: (name) => `Reject “${name}”`,
    label: "Reason",
    hint: (creator) =>
      `${creator} reads it beside the contest. The contest will not be opened unless it is changed or confirmed after all.`,
    send: "Reject",
    maxLength: 2000,
    variant: "danger",
  },
  returned: {
    title: (name) => `Take “${name}” back to review`,
    label: "Reason",
    hint: (creator) => `${creator} reads it. The contest leaves the public at once, and can be confirmed again.`,
    send: "Back to review",
    maxLength: MAX_REASON_LENGTH,
  },
  comment: {
    title: (name) => `Comment on “${name}”`,
    label: "Your comment",
    hint: (creator) => `${creator} reads it beside the contest, which stays as it is.`,
    send: "Send comment",
    maxLength: 2000,
  },
};

interface Props {
  what: TextDecision;
  contest: { _id: string; name: string; creator: { name: string } };
  onSend: (text: string) => Promise<void>;
  onClose: () => void;
}

export function DecisionDialog({ what, contest, onSend, onClose }: Props) {
  const formId = useId();
  const form = useForm({ defaultValues: { text: "" } });
  const { forget } = useFormDraft(`review:${contest._id}:${what}`, form);
  const { errors, isSubmitting } = form.formState;
  const { title, label, hint, send, maxLength, variant } = DIALOG_TEXTS[what];
  const submit = form.handleSubmit(async ({ text }) => {
    try {
      await onSend(text.trim());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [field] = Object.values(error.fields);
      if (field) form.setError("text", { message: field });
      else form.setError("root", { message: error.message });
      return;
    }
    forget();
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title(contest.name)}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={isSubmitting} {...(variant && { variant })}>
            {send}
          </Button>
        </>
      }>
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="da:flex da:flex-col da:gap-5">
        <TextAreaField
          {...form.register("text", { validate: (text) => textError(text, maxLength) || true })}
          label={label}
          required
          data-autofocus
          hint={hint(contest.creator.name || "Its creator")}
          rows={5}
          error={errors.text?.message}
        />
        {errors.root?.message && (
          <Note tone="danger" isAlert>
            {errors.root.message}
          </Note>
        )}
      </form>
    </Dialog>
  );
}
