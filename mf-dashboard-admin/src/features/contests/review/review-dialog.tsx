import type { AdminContest } from "@conquest/shared/contracts/contests";
import DeleteContestDialog from "@conquest/shared/ui/contest/delete-dialog";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/dialog";
import { Note } from "@conquest/shared/ui/note";
import { DecisionDialog, type TextDecision } from "./decision-dialog";

export type ReviewDecision = TextDecision | "confirmed" | "cancelled";

interface Props {
  what: ReviewDecision;
  contest: AdminContest;
  onConfirm: () => void;
  isConfirming: boolean;
  refusal: Error | null;
  onSend: (text: string) => Promise<void>;
  onClose: () => void;
}

export default function ReviewQuestion({ what, contest, onConfirm, isConfirming, refusal, onSend, onClose }: Props) {
  if (what === "cancelled") return <DeleteContestDialog contest={contest} onClose={onClose} />;
  if (what !== "confirmed") return <DecisionDialog what={what} contest={contest} onSend={onSend} onClose={onClose} />;
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={onConfirm}
      title={`Confirm “${contest.name}”?`}
      confirmLabel="Confirm"
      tone="primary"
      isBusy={isConfirming}>
      <p>
        It opens to everyone as you read it here, and its creator is told. While nobody has paid, it can go back to
        review.
      </p>
      {refusal && (
        <Note tone="danger" isAlert>
          {refusal.message}
        </Note>
      )}
    </ConfirmDialog>
  );
}
