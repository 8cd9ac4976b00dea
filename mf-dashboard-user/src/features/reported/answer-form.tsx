import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { REQUIRED } from "@conquest/shared/contracts/fields";
import { LONGEST_REPORT_ANSWER, answerReport, type OwnReportCase } from "@conquest/shared/contracts/reports";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { ApiError } from "@conquest/shared/singletons/http";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { TextAreaField } from "@conquest/shared/ui/field";
import { Note } from "@conquest/shared/ui/note";
import { grouped } from "@conquest/shared/ui/text";
import { RelativeTime } from "@conquest/shared/ui/time";

export interface AnswerFormProps {
  report: OwnReportCase;
}

/** The author's word to what was reported of theirs. */
export default function AnswerForm({ report: { _id: id, answer } }: AnswerFormProps) {
  const send = useCall(answerReport);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ defaultValues: { text: answer?.text ?? "" } });
  const draft = useFormDraft(`report-answer:${id}`, form);
  const { errors, isSubmitting } = form.formState;
  const { length } = useWatch({ control: form.control, name: "text" });
  const submit = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      await send.mutateAsync({ params: { id }, body });
    } catch (error) {
      const field = error instanceof ApiError ? error.fields["text"] : undefined;
      if (field) form.setError("text", { message: field });
      else setFailure(error instanceof Error ? error.message : "Please try again.");
      return;
    }
    draft.forget();
    toast.success("Your answer is with the admins.");
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="du:flex du:flex-col du:gap-4">
      {failure && (
        <Note tone="danger" isAlert title="Your answer was not sent">
          {failure} What you wrote is still here.
        </Note>
      )}
      <TextAreaField
        label="What you say to it"
        rows={6}
        maxLength={LONGEST_REPORT_ANSWER}
        required
        readOnly={isSubmitting}
        hint={`${grouped(length)} of ${grouped(LONGEST_REPORT_ANSWER)} characters. Only admins read it.`}
        error={errors.text?.message}
        {...form.register("text", { validate: (typed) => typed.trim() !== "" || REQUIRED })}
      />
      <div className="du:flex du:flex-wrap du:items-center du:gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          {answer ? "Send another answer" : "Send your answer"}
        </Button>
        {answer && (
          <span className="cq-hint" role="status">
            Sent <RelativeTime at={answer.at} />
          </span>
        )}
      </div>
    </form>
  );
}
