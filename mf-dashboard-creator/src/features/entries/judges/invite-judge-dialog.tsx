import { useState } from "react";
import { useForm } from "react-hook-form";
import { REQUIRED } from "@conquest/shared/contracts/text/fields";
import { inviteJudge } from "@conquest/shared/contracts/judging/judges";
import { useCall } from "@conquest/shared/singletons/api-hooks";
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
      toast.success("Invited");
      onClose();
    } catch (error) {
      setFailure(showFieldErrors(form, error, "email"));
    }
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Invite a judge"
      submitLabel="Invite"
      isBusy={isSubmitting}
      onSubmit={send}
      className="dc:flex dc:flex-col dc:gap-4">
      <ErrorNote title="Nobody was invited">{failure}</ErrorNote>
      <ul className="dc:list-disc dc:ps-5">
        <li>Whoever has this address is told, now or when they sign up with it, and accepts or declines.</li>
        <li>From the deadline on a judge reads and rates the entries, as you do. You alone choose the winner.</li>
        <li>Judges are named on the contest’s page. Whoever takes part cannot judge.</li>
      </ul>
      <TextField
        label="E-mail address"
        type="email"
        autoComplete="off"
        required
        readOnly={isSubmitting}
        {...fieldOf(form, "email", { validate: (typed) => typed.trim() !== "" || REQUIRED })}
      />
    </FormDialog>
  );
}
