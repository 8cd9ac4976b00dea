import { useState } from "react";
import { useForm } from "react-hook-form";
import { REQUIRED } from "@conquest/shared/contracts/text/fields";
import { inviteJudge } from "@conquest/shared/contracts/judging/judges";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { FormDialog } from "@conquest/shared/ui/dialog/form-dialog";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { ErrorNote } from "@conquest/shared/ui/note";
import { fieldOf, showFieldErrors } from "@conquest/shared/ui/form/form-fields";

/** Invites a judge by email address. The response is the same for every address. */
export default function InviteJudgeDialog({ contestId, onClose }: { contestId: string; onClose: () => void }) {
  const invite = useCall(inviteJudge);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ defaultValues: { email: "" } });
  const { isSubmitting } = form.formState;
  const send = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      await invite.mutateAsync({ params: { contestId }, body });
      toast.success(t("Invitation sent"));
      onClose();
    } catch (error) {
      setFailure(showFieldErrors(form, error, "email"));
    }
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t("Invite a judge")}
      submitLabel={t("Send invitation")}
      isBusy={isSubmitting}
      onSubmit={send}
      className="dc:flex dc:flex-col dc:gap-4">
      <ErrorNote title={t("Couldn't send the invitation")}>{failure}</ErrorNote>
      <ul className="dc:list-disc dc:ps-5">
        <li>
          {t("We'll notify the person with this address, now or when they register. They can accept or decline.")}
        </li>
        <li>{t("After the deadline, judges can read and rate the entries. Only you pick the winner.")}</li>
        <li>{t("Judges' names appear on the contest page. Participants can't judge.")}</li>
      </ul>
      <TextField
        label={t("Email address")}
        type="email"
        autoComplete="off"
        required
        readOnly={isSubmitting}
        {...fieldOf(form, "email", { validate: (typed) => typed.trim() !== "" || REQUIRED })}
      />
    </FormDialog>
  );
}
