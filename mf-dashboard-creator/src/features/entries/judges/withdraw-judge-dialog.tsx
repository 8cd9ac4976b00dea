import { withdrawJudge, type ContestJudge } from "@conquest/shared/contracts/judging/judges";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";

interface Props {
  judge: ContestJudge;
  onClose: () => void;
}

export default function WithdrawJudgeDialog({ judge: { _id, name, email, state, ratedCount }, onClose }: Props) {
  const withdraw = useCall(withdrawJudge);
  const who = name || email || t("a deleted user");
  const isJudge = state === "accepted";
  const confirm = () =>
    withdraw.mutate(
      { params: { id: _id } },
      {
        onSuccess: () => {
          onClose();
          toast.success(t(isJudge ? "Judge removed" : "Invitation withdrawn"));
          focusHeadingIfLost();
        },
      },
    );
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={confirm}
      title={isJudge ? t("Remove {who} as a judge?", { who }) : t("Withdraw this invitation?")}
      confirmLabel={isJudge ? removeLabel(ratedCount) : t("Withdraw invitation")}
      isBusy={withdraw.isPending}
      error={withdraw.error}>
      <p className="dc:wrap-anywhere">
        {isJudge ? (
          <>
            <T text="{who} will no longer judge this contest and gets a notification." who={<bdi>{who}</bdi>} />{" "}
            {ratedCount > 0
              ? t(
                  "Their ratings of {n, plural, one {# entry} other {# entries}} and their feedback will be permanently deleted.",
                  { n: ratedCount },
                )
              : t("Any feedback they wrote will be permanently deleted.")}
          </>
        ) : (
          <T text="{who} won't be able to accept it." who={<bdi>{who}</bdi>} />
        )}
      </p>
    </ConfirmDialog>
  );
}

const removeLabel = (ratedCount: number) =>
  ratedCount > 0
    ? t("Remove judge and delete {n, plural, one {# rating} other {# ratings}}", { n: ratedCount })
    : t("Remove judge");
