import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { commentForm, commentOnContest } from "@conquest/shared/contracts/review";
import type { AdminContest } from "@conquest/shared/contracts/contests";
import { msg } from "@conquest/shared/contracts/text/message";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { FormDialog } from "@conquest/shared/ui/dialog/form-dialog";
import { TextAreaField } from "@conquest/shared/ui/form/text-area-field";
import { useFormDraft } from "@conquest/shared/singletons/drafts";
import { T, t } from "@conquest/shared/singletons/language";
import { ErrorNote } from "@conquest/shared/ui/note";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { fieldOf, showFieldErrors } from "@conquest/shared/ui/form/form-fields";
import { DECISION_TOASTS } from "./contest-toast";

const DECISIONS = [
  { value: "comment", label: msg("Comment only"), hint: msg("The contest doesn't change.") },
  {
    value: "changes_requested",
    label: msg("Ask for changes"),
    hint: msg("The creator edits it, and it returns to review."),
  },
  { value: "rejected", label: msg("Reject"), hint: msg("The contest won't open.") },
] as const;

export default function CommentDialog({ contest, onClose }: { contest: AdminContest; onClose: () => void }) {
  const comment = useCall(commentOnContest);
  const form = useForm<z.input<typeof commentForm>, unknown, z.output<typeof commentForm>>({
    resolver: zodResolver(commentForm),
    defaultValues: { text: "", decision: "comment" },
  });
  const { forget } = useFormDraft(`comment:${contest._id}`, form);
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ text, decision }) => {
    // A stored draft may contain a decision that is no longer allowed.
    const allowedDecision = contest.may.decide.isAllowed ? decision : "comment";
    try {
      await comment.mutateAsync({
        params: { id: contest._id },
        body: { text, decision: allowedDecision, revision: contest.revision },
      });
    } catch (error) {
      const message = showFieldErrors(form, error, "text");
      return message === null ? undefined : form.setError("root", { message });
    }
    forget();
    toast.success(t(DECISION_TOASTS[allowedDecision]));
    onClose();
  });

  return (
    <FormDialog
      onClose={onClose}
      title={t("Comment on “{name}”", { name: contest.name })}
      submitLabel={t("Send comment")}
      isBusy={isSubmitting}
      onSubmit={send}
      className="da:flex da:flex-col da:gap-5">
      {contest.comments.length > 0 && (
        <ol aria-label={t("Earlier comments")} className="da:flex da:flex-col da:gap-3">
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
        {...fieldOf(form, "text")}
        label={t("Your comment")}
        hint={
          <T
            text="{name} sees this next to the contest."
            name={<bdi>{contest.creator.name || t("The creator")}</bdi>}
          />
        }
        rows={5}
      />
      {contest.may.decide.isAllowed && (
        <fieldset className="da:flex da:flex-col da:gap-1">
          <legend className="cq-label da:mb-2">{t("Decision")}</legend>
          {DECISIONS.map(({ value, label, hint }) => (
            <label key={value} className="da:flex da:cursor-pointer da:items-start da:gap-3 da:py-1.5">
              <input
                {...form.register("decision")}
                type="radio"
                value={value}
                className="radio da:mt-0.5 da:border-line-strong da:text-brand"
              />
              <span>
                <span className="da:font-semibold">{t(label)}</span>
                <span className="cq-hint da:block">{t(hint)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <ErrorNote>{errors.root?.message}</ErrorNote>
    </FormDialog>
  );
}
