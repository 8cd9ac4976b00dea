import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { REQUIRED } from "@conquest/shared/contracts/text/fields";
import { inviteJudge } from "@conquest/shared/contracts/judging/judges";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { ApiError } from "@conquest/shared/singletons/http";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { Dialog } from "@conquest/shared/ui/dialog/dialog";
import { TextField } from "@conquest/shared/ui/form/text-field";
import { Note } from "@conquest/shared/ui/note";

interface Props {
  contestId: string;
  onClose: () => void;
}

/** Invites a judge by email address. The response is the same for every address. */
export default function InviteJudgeDialog({ contestId, onClose }: Props) {
  const formId = useId();
  const invite = useCall(inviteJudge);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ defaultValues: { email: "" } });
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      await invite.mutateAsync({ params: { contestId }, body });
      toast.success("Invited");
      onClose();
    } catch (error) {
      const field = error instanceof ApiError ? error.fields["email"] : undefined;
      if (field) form.setError("email", { message: field });
      else setFailure(error instanceof Error ? error.message : "Please try again.");
    }
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Invite a judge"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={isSubmitting}>
            Invite
          </Button>
        </>
      }>
      <form id={formId} noValidate onSubmit={(event) => void send(event)} className="dc:flex dc:flex-col dc:gap-4">
        {failure && (
          <Note tone="danger" isAlert title="Nobody was invited">
            {failure}
          </Note>
        )}
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
          error={errors.email?.message}
          {...form.register("email", { validate: (typed) => typed.trim() !== "" || REQUIRED })}
        />
      </form>
    </Dialog>
  );
}
