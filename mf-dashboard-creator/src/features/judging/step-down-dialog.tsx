import { stepDown, type JudgingInvitation } from "@conquest/shared/contracts/judging/judges";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { pluralize } from "@conquest/shared/ui/format/text";

interface Props {
  invitation: JudgingInvitation;
  onClose: () => void;
}

export default function StepDownDialog({ invitation: { _id, contest, ratedCount }, onClose }: Props) {
  const leave = useCall(stepDown);
  const confirm = () =>
    leave.mutate(
      { params: { id: _id } },
      {
        onSuccess: () => {
          onClose();
          toast.success("You stepped down");
        },
      },
    );
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={confirm}
      title={
        <>
          Step down from “<bdi>{contest.name}</bdi>”?
        </>
      }
      confirmLabel="Step down"
      isBusy={leave.isPending}
      error={leave.error}>
      <p>
        We'll let the creator know.{" "}
        {ratedCount > 0
          ? `Your ratings of ${pluralize(ratedCount, "entry", "entries")} and your feedback will be permanently deleted.`
          : "Any feedback you wrote will be permanently deleted."}{" "}
        Only the creator can invite you again.
      </p>
    </ConfirmDialog>
  );
}
