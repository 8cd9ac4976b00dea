import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { leaveContest } from "@conquest/shared/contracts/participation";
import { useCall } from "@conquest/shared/singletons/api-hooks";
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
  const withdrawsEntry = contest.viewer?.hasSubmitted ?? false;

  // Awaited instead of using a mutate callback: this dialog unmounts when the contest is refetched.
  const confirm = async () => {
    try {
      const { refundedTotal } = await leave.mutateAsync({ body: { contestId: contest._id, email, withdrawsEntry } });
      toast.success(refundedTotal > 0 ? `You have left. ${formatTaka(refundedTotal)} refunded` : "You have left");
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
      title={`Leave “${contest.name}”?`}
      confirmLabel={paid > 0 ? `Leave and refund ${formatTaka(paid)}` : "Leave"}>
      <p>
        Your place is given back{paid > 0 && " and what you paid is refunded in full"}. You can join again until the
        deadline.
      </p>
      {withdrawsEntry && (
        <p>
          <strong>Your entry is taken back, with its files.</strong> It cannot be restored.
        </p>
      )}
      <ErrorNote title="You have not left">{leave.error?.message}</ErrorNote>
    </ConfirmDialog>
  );
}
