import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import {
  MAX_REPORT_LENGTH,
  REPORT_ANSWER_HOURS,
  REPORT_REASON_LABELS,
  REPORT_REASONS,
  reportContest,
  reportEntry,
  reportForm,
  type ReportReason,
} from "@conquest/shared/contracts/reports";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { msg, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { FormDialog } from "@conquest/shared/ui/dialog/form-dialog";
import { TextAreaField, charactersUsed } from "@conquest/shared/ui/form/text-area-field";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { SendError } from "../send-error";
import { fieldOf, showFieldErrors } from "@conquest/shared/ui/form/form-fields";

const HINTS = {
  contest: msg(
    "{used}. Only admins see this and your name. The creator sees the reason you picked, not who you are, and has {hours} hours to respond.",
  ),
  entry: msg(
    "{used}. Only admins see this and your name. The participant sees the reason you picked, not who you are, and has {hours} hours to respond.",
  ),
};

export type Reported = { kind: "contest" | "entry"; id: string };

export interface ReportDialogProps {
  reported: Reported;
  title: string;
  onClose: () => void;
}

export default function ReportDialog({ reported: { kind, id }, title, onClose }: ReportDialogProps) {
  const formId = useId();
  const ofContest = useCall(reportContest);
  const ofEntry = useCall(reportEntry);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<{ reason: ReportReason; word: string }>({
    resolver: zodResolver(reportForm),
    defaultValues: { word: "" },
  });
  const draft = useFormDraft(`report:${id}`, form);
  const { errors, isSubmitting } = form.formState;
  const word = useWatch({ control: form.control, name: "word" });

  const send = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      await (kind === "contest"
        ? ofContest.mutateAsync({ params: { contestId: id }, body })
        : ofEntry.mutateAsync({ params: { entryId: id }, body }));
    } catch (error) {
      return setFailure(showFieldErrors(form, error, "word", "reason"));
    }
    draft.forget();
    toast.success(t("Thanks for reporting. An admin will review it."));
    onClose();
    // The button that opened this is gone.
    focusHeadingIfLost();
  });

  return (
    <FormDialog
      onClose={onClose}
      title={title}
      size="lg"
      submitLabel={t("Send report")}
      isBusy={isSubmitting}
      onSubmit={send}
      className="pu:flex pu:flex-col pu:gap-5">
      <fieldset aria-describedby={`${formId}-reason-error`} className="pu:flex pu:flex-col">
        <legend className="cq-label pu:mb-1">{t("Why are you reporting this?")}</legend>
        <div className="pu:grid pu:sm:grid-cols-2 pu:sm:gap-x-4">
          {REPORT_REASONS.map((reason) => (
            <label key={reason} className="pu:flex pu:min-h-11 pu:cursor-pointer pu:items-center pu:gap-3">
              <input
                {...form.register("reason")}
                type="radio"
                value={reason}
                className="radio pu:border-line-strong pu:text-brand"
              />
              {t(REPORT_REASON_LABELS[reason])}
            </label>
          ))}
        </div>
        <p className="cq-error" id={`${formId}-reason-error`} aria-live="polite">
          {errors.reason?.message && t(errors.reason.message)}
        </p>
      </fieldset>
      <TextAreaField
        label={t("Details")}
        rows={4}
        required
        readOnly={isSubmitting}
        hint={t(HINTS[kind], { used: charactersUsed(word, MAX_REPORT_LENGTH), hours: REPORT_ANSWER_HOURS })}
        {...fieldOf(form, "word")}
      />
      {failure && <SendError title={t("Couldn't send your report")} because={failure} />}
    </FormDialog>
  );
}
