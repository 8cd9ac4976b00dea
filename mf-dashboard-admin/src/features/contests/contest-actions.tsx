import { CircleCheck, MessageSquareText, Trash2, Undo2 } from "lucide-react";
import type { AdminContest } from "@conquest/shared/contracts/contests";
import { confirmContest, returnToReview } from "@conquest/shared/contracts/review";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { Button, ButtonLink, IconButton } from "@conquest/shared/ui/button";

interface ContestActionsProps {
  contest: AdminContest;
  onComment: (contest: AdminContest) => void;
  onDelete: (contest: AdminContest) => void;
}

export function ContestActions({ contest, onComment, onDelete }: ContestActionsProps) {
  const confirmation = useCall(confirmContest);
  const undoing = useCall(returnToReview);
  const { _id, name, may } = contest;

  const told = (sentence: string) => ({
    onSuccess: () =>
      toast.success(
        <>
          <span className="da:block">{sentence}</span>
          <span className="cq-hint da:block">{name}</span>
        </>,
      ),
    onError: (error: Error) => toast.error(error.message),
  });

  return (
    <>
      {/* Comes and goes at the end where the others do not move: a second press on Confirm must not meet it. */}
      {may.returnToReview.isAllowed && (
        <Button
          size="sm"
          variant="secondary"
          className="da:@max-[52rem]/cq-table:order-last"
          aria-describedby={_id}
          isBusy={undoing.isPending}
          onClick={() => undoing.mutate({ params: { id: _id } }, told("Back in review"))}
        >
          {!undoing.isPending && <Undo2 aria-hidden="true" size={16} />} Undo
        </Button>
      )}
      {may.declareWinner.isAllowed && (
        <ButtonLink to={`/dashboard/contest_submitted/${_id}`} size="sm" variant="secondary" aria-describedby={_id}>
          Entries
        </ButtonLink>
      )}
      <IconButton
        label="Confirm"
        icon={<CircleCheck aria-hidden="true" size={20} />}
        aria-describedby={_id}
        because={may.confirm.because}
        isBusy={confirmation.isPending}
        onClick={() => confirmation.mutate({ params: { id: _id }, body: { status: "open" } }, told("Status updated successfully!"))}
      />
      <IconButton label="Comment" icon={<MessageSquareText aria-hidden="true" size={20} />} aria-describedby={_id} onClick={() => onComment(contest)} />
      <IconButton
        label="Delete"
        variant="danger"
        icon={<Trash2 aria-hidden="true" size={20} />}
        aria-describedby={_id}
        because={may.remove.because}
        onClick={() => onDelete(contest)}
      />
    </>
  );
}
