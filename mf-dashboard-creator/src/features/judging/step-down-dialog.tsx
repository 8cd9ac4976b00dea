import { stepDown, type JudgingInvitation } from "@conquest/shared/contracts/judging/judges";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";

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
          toast.success(t("You stepped down"));
        },
      },
    );
  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={confirm}
      title={<T text="Step down from “{name}”?" name={<bdi>{contest.name}</bdi>} />}
      confirmLabel={t("Step down")}
      isBusy={leave.isPending}
      error={leave.error}>
      <p>
        {t("We'll let the creator know.")}{" "}
        {ratedCount > 0
          ? t(
              "Your ratings of {n, plural, one {# entry} other {# entries}} and your feedback will be permanently deleted.",
              { n: ratedCount },
            )
          : t("Any feedback you wrote will be permanently deleted.")}{" "}
        {t("Only the creator can invite you again.")}
      </p>
    </ConfirmDialog>
  );
}
