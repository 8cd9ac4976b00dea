import { withdrawJudge, type ContestJudge } from "@conquest/shared/contracts/judging/judges";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";
import { pluralize } from "@conquest/shared/ui/format/text";

interface Props {
  judge: ContestJudge;
  onClose: () => void;
}

export default function WithdrawJudgeDialog({ judge: { _id, name, email, state, ratedCount }, onClose }: Props) {
  const withdraw = useCall(withdrawJudge);
  const who = name || email;
  const confirm = () =>
    withdraw.mutate(
      { params: { id: _id } },
      {
        onSuccess: () => {
          onClose();
          toast.success("Withdrawn");
          focusHeadingIfLost();
        },
      },
    );
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={confirm}
      title="Withdraw this invitation?"
      confirmLabel="Withdraw"
      isBusy={withdraw.isPending}
      error={withdraw.error}>
      <p className="dc:wrap-anywhere">
        {state === "accepted" ? (
          <>
            <bdi>{who}</bdi> no longer judges this contest, and is told.{" "}
            {ratedCount > 0
              ? `Their ratings of ${pluralize(ratedCount, "entry", "entries")}, and what they wrote, cannot be had back.`
              : "What they wrote of entries cannot be had back."}
          </>
        ) : (
          <>
            <bdi>{who}</bdi> can no longer accept it.
          </>
        )}
      </p>
    </ConfirmDialog>
  );
}
