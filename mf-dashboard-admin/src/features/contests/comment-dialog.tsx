import { zodResolver } from "@hookform/resolvers/zod";
import { useId } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { commentForm, commentOnContest } from "@conquest/shared/contracts/review";
import type { AdminContest } from "@conquest/shared/contracts/contests";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { Note } from "@conquest/shared/ui/note";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";

const DECISIONS = [
  { value: "comment", label: "Comment only", hint: "The contest stays as it is." },
  { value: "changes_requested", label: "Ask for changes", hint: "The creator edits it and it comes back to review." },
  { value: "rejected", label: "Reject", hint: "The contest will not be opened." },
] as const;

export default function CommentDialog({ contest, onClose }: { contest: AdminContest; onClose: () => void }) {
  const formId = useId();
  const comment = useCall(commentOnContest);
  const form = useForm<z.input<typeof commentForm>, unknown, z.output<typeof commentForm>>({
    resolver: zodResolver(commentForm),
    defaultValues: { text: "", decision: "comment" },
  });
  const { forget } = useFormDraft(`comment:${contest._id}`, form);
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;

  const send = handleSubmit(async ({ text, decision }) => {
    // A stored draft may contain a decision that is no longer allowed.
    const allowedDecision = contest.may.decide.isAllowed ? decision : "comment";
    try {
      await comment.mutateAsync({
        params: { id: contest._id },
        body: { text, decision: allowedDecision, revision: contest.revision },
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.fields["text"]) setError("text", { message: error.fields["text"] });
      else setError("root", { message: error.message });
      return;
    }
    forget();
    toast.success("Comment sent successfully!");
    onClose();
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Comment on “${contest.name}”`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={isSubmitting}>
            Send comment
          </Button>
        </>
      }>
      <form id={formId} noValidate onSubmit={send} className="da:flex da:flex-col da:gap-5">
        {contest.comments.length > 0 && (
          <ol aria-label="Earlier comments" className="da:flex da:flex-col da:gap-3">
            {contest.comments.map(({ _id, text, author, at }) => (
              <li key={_id} className="da:rounded-md da:bg-sunk da:p-3">
                <p className="cq-hint">
                  {author}, <RelativeTime at={at} />
                </p>
                <UserText>{text}</UserText>
              </li>
            ))}
          </ol>
        )}
        <TextAreaField
          {...register("text")}
          label="Your comment"
          hint={
            <>
              <bdi>{contest.creator.name || "The creator"}</bdi> reads it beside the contest.
            </>
          }
          rows={5}
          error={errors.text?.message}
        />
        {contest.may.decide.isAllowed && (
          <fieldset className="da:flex da:flex-col da:gap-1">
            <legend className="cq-label da:mb-2">What happens to the contest</legend>
            {DECISIONS.map(({ value, label, hint }) => (
              <label key={value} className="da:flex da:cursor-pointer da:items-start da:gap-3 da:py-1.5">
                <input
                  {...register("decision")}
                  type="radio"
                  value={value}
                  className="radio da:mt-0.5 da:border-line-strong da:text-brand"
                />
                <span>
                  <span className="da:font-semibold">{label}</span>
                  <span className="cq-hint da:block">{hint}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {errors.root?.message && (
          <Note tone="danger" isAlert>
            {errors.root.message}
          </Note>
        )}
      </form>
    </Dialog>
  );
}
