import type { AdminContest } from "@conquest/shared/contracts/contests";
import DeleteContestDialog from "@conquest/shared/ui/contest/delete-dialog";
import { FormDialog } from "@conquest/shared/ui/dialog/form-dialog";
import { ErrorNote } from "@conquest/shared/ui/note";
import { useForm } from "react-hook-form";
import { MAX_REASON_LENGTH } from "@conquest/shared/contracts/text/fields";
import { msg } from "@conquest/shared/contracts/text/message";
import { textError } from "@conquest/shared/contracts/text/names";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { ApiError } from "@conquest/shared/singletons/http";
import { t } from "@conquest/shared/singletons/language";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { errorMessage } from "@conquest/shared/ui/format/text";
import { ConfirmQuestion } from "../confirm-contest-dialog";

export type ReviewDecision = TextDecision | "confirmed" | "cancelled";

interface Props {
  what: ReviewDecision;
  contest: AdminContest;
  onConfirm: () => void;
  isConfirming: boolean;
  refusal: Error | null;
  onSend: (text: string) => Promise<void>;
  onClose: () => void;
}

export default function ReviewQuestion({ what, contest, onConfirm, isConfirming, refusal, onSend, onClose }: Props) {
  if (what === "cancelled") return <DeleteContestDialog contest={contest} onClose={onClose} />;
  if (what !== "confirmed") return <DecisionDialog what={what} contest={contest} onSend={onSend} onClose={onClose} />;
  return (
    <ConfirmQuestion contest={contest} onClose={onClose} onConfirm={onConfirm} isBusy={isConfirming} error={refusal} />
  );
}

type TextDecision = "changes_requested" | "rejected" | "returned" | "comment";

interface DialogText {
  title: string;
  label: string;
  hint: string;
  send: string;
  maxLength: number;
  variant?: "danger";
}

const DIALOG_TEXTS: Record<TextDecision, DialogText> = {
  changes_requested: {
    title: msg("Ask for changes to “{name}”"),
    label: msg("Changes needed"),
    hint: msg("{name} sees this next to the contest and edits it. Then it returns to review."),
    send: msg("Ask for changes"),
    maxLength: 2000,
  },
  rejected: {
    title: msg("Reject “{name}”"),
    label: msg("Reason"),
    hint: msg("{name} sees this next to the contest. It won't open unless it is edited or you confirm it later."),
    send: msg("Reject"),
    maxLength: 2000,
    variant: "danger",
  },
  returned: {
    title: msg("Send “{name}” back to review"),
    label: msg("Reason"),
    hint: msg("{name} sees this. The contest is unpublished right away. You can confirm it again later."),
    send: msg("Back to review"),
    maxLength: MAX_REASON_LENGTH,
  },
  comment: {
    title: msg("Comment on “{name}”"),
    label: msg("Your comment"),
    hint: msg("{name} sees this next to the contest. The contest doesn't change."),
    send: msg("Send comment"),
    maxLength: 2000,
  },
};

interface DecisionDialogProps {
  what: TextDecision;
  contest: { _id: string; name: string; creator: { name: string } };
  onSend: (text: string) => Promise<void>;
  onClose: () => void;
}

function DecisionDialog({ what, contest, onSend, onClose }: DecisionDialogProps) {
  const form = useForm({ defaultValues: { text: "" } });
  const { forget } = useFormDraft(`review:${contest._id}:${what}`, form);
  const { errors, isSubmitting } = form.formState;
  const { title, label, hint, send, maxLength, variant } = DIALOG_TEXTS[what];
  const submit = form.handleSubmit(async ({ text }) => {
    try {
      await onSend(text.trim());
    } catch (error) {
      const [field] = error instanceof ApiError ? Object.values(error.fields) : [];
      return form.setError(field ? "text" : "root", { message: field ?? errorMessage(error) });
    }
    forget();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t(title, { name: contest.name })}
      submitLabel={t(send)}
      isBusy={isSubmitting}
      variant={variant}
      onSubmit={submit}
      className="da:flex da:flex-col da:gap-5">
      <TextAreaField
        {...form.register("text", { validate: (text) => textError(text, maxLength) || true })}
        label={t(label)}
        required
        data-autofocus
        hint={t(hint, { name: contest.creator.name || t("The creator") })}
        rows={5}
        error={errors.text?.message}
      />
      <ErrorNote>{errors.root?.message}</ErrorNote>
    </FormDialog>
  );
}
