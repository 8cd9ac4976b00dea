import { CircleCheck, MessageSquareText, Trash2 } from "lucide-react";
import { confirmContest } from "@conquest/shared/contracts/review";
import type { AdminContest } from "@conquest/shared/contracts/contests";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { ButtonLink, IconButton } from "@conquest/shared/ui/button";
import { focusHeadingIfLost } from "@conquest/shared/ui/page-heading";

interface ContestActionsProps {
  contest: AdminContest;
  onComment: (contest: AdminContest) => void;
  onDelete: (contest: AdminContest) => void;
}

export function ContestActions({ contest, onComment, onDelete }: ContestActionsProps) {
  const confirmation = useCall(confirmContest);
  const { _id, status, phase } = contest;
  const isOver = phase === "completed" || phase === "cancelled";

  // Awaited, not handed to mutate as callbacks: under a filter the confirmed row, and this component with it, may leave the list.
  const confirm = async () => {
    try {
      await confirmation.mutateAsync({ params: { id: _id }, body: { status: "open" } });
      toast.success("Status updated successfully!");
      focusHeadingIfLost();
    } catch (error) {
      toast.error((error as Error).message);
    }
  };

  return (
    <>
      {phase === "overdue" && (
        <ButtonLink to={`/dashboard/contest_submitted/${_id}`} size="sm" variant="secondary" aria-describedby={_id}>
          Entries
        </ButtonLink>
      )}
      <IconButton
        label="Confirm"
        icon={<CircleCheck aria-hidden="true" size={20} />}
        aria-describedby={_id}
        disabled={status === "open" || isOver}
        isBusy={confirmation.isPending}
        onClick={() => void confirm()}
      />
      <IconButton label="Comment" icon={<MessageSquareText aria-hidden="true" size={20} />} aria-describedby={_id} onClick={() => onComment(contest)} />
      <IconButton
        label="Delete"
        variant="danger"
        icon={<Trash2 aria-hidden="true" size={20} />}
        aria-describedby={_id}
        disabled={isOver}
        onClick={() => onDelete(contest)}
      />
    </>
  );
}
