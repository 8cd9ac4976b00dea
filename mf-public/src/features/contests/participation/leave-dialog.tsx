import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { useSession } from "@conquest/shared/singletons/session-store";
import { toast } from "@conquest/shared/singletons/toast";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { formatTaka } from "@conquest/shared/ui/format/money";
import { ErrorNote } from "@conquest/shared/ui/note";
import { focusHeadingIfLost } from "@conquest/shared/ui/page/focus-heading";

export default function LeaveDialog({ contest, onClose }: { contest: ContestDetails; onClose: () => void }) {
  const email = useSession((state) => state.account?.email ?? "");
  const leave = useCall(leaveContest);
  const paid = contest.viewer?.paidAmount ?? 0;
  const { hasSubmitted = false, hasTeammates = false } = contest.viewer ?? {};
  const withdrawsEntry = hasSubmitted && !hasTeammates;

  // Awaited instead of using a mutate callback: this dialog unmounts when the contest is refetched.
  const confirm = async () => {
    try {
      const { refundedTotal } = await leave.mutateAsync({ body: { contestId: contest._id, email, withdrawsEntry } });
      toast.success(
        refundedTotal > 0
          ? t("You've left. {amount} refunded", { amount: formatTaka(refundedTotal) })
          : t("You've left"),
      );
      onClose();
      focusHeadingIfLost();
    } catch {
      // The dialog stays open and shows `leave.error`.
    }
  };

  return (
    <ConfirmDialog
      onClose={onClose}
      onConfirm={() => void confirm()}
      isBusy={leave.isPending}
      title={t("Leave “{contest}”?", { contest: contest.name })}
      confirmLabel={paid > 0 ? t("Leave and refund {amount}", { amount: formatTaka(paid) }) : t("Leave")}>
      <p>
        {t(
          contest.spotsLeft === 0
            ? paid > 0
              ? "You'll get a full refund. This contest is full, so your spot goes to someone else and you may not be able to rejoin."
              : "This contest is full, so your spot goes to someone else and you may not be able to rejoin."
            : paid > 0
              ? "You'll lose your spot and get a full refund. You can rejoin until the deadline."
              : "You'll lose your spot. You can rejoin until the deadline.",
        )}
      </p>
      {hasTeammates && <p>{t("You'll also leave your team. If it has an entry, the team keeps it.")}</p>}
      {withdrawsEntry && (
        <p>
          <strong>{t("Your entry and its files will be deleted.")}</strong> {t("This can't be undone.")}
        </p>
      )}
      <ErrorNote title={t("Couldn't leave the contest")}>{leave.error?.message}</ErrorNote>
    </ConfirmDialog>
  );
}
