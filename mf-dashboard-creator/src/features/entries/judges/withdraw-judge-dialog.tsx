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
  const who = name || email || "a deleted user";
  const isJudge = state === "accepted";
  const confirm = () =>
    withdraw.mutate(
      { params: { id: _id } },
      {
        onSuccess: () => {
          onClose();
          toast.success(isJudge ? "Judge removed" : "Invitation withdrawn");
          focusHeadingIfLost();
        },
      },
    );
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={confirm}
      title={isJudge ? `Remove ${who} as a judge?` : "Withdraw this invitation?"}
      confirmLabel={isJudge ? removeLabel(ratedCount) : "Withdraw invitation"}
      isBusy={withdraw.isPending}
      error={withdraw.error}>
      <p className="dc:wrap-anywhere">
        {isJudge ? (
          <>
            <bdi>{who}</bdi> will no longer judge this contest and gets a notification.{" "}
            {ratedCount > 0
              ? `Their ratings of ${pluralize(ratedCount, "entry", "entries")} and their feedback will be permanently deleted.`
              : "Any feedback they wrote will be permanently deleted."}
          </>
        ) : (
          <>
            <bdi>{who}</bdi> won't be able to accept it.
          </>
        )}
      </p>
    </ConfirmDialog>
  );
}

const removeLabel = (ratedCount: number) =>
  ratedCount > 0 ? `Remove judge and delete ${pluralize(ratedCount, "rating", "ratings")}` : "Remove judge";
