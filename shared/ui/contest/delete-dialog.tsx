import { useState } from "react";
import { ConfirmDialog } from "@conquest/shared/ui/dialog";
import { TextAreaField } from "@conquest/shared/ui/field";
import { formatTaka } from "@conquest/shared/ui/money";
import { Note } from "@conquest/shared/ui/note";
import { counted } from "@conquest/shared/ui/text";

interface DeleteContestDialogProps {
  /** `paidTotal` in whole taka. */
  contest: { name: string; paidCount: number; paidTotal: number };
  isBusy: boolean;
  /** Why the last try failed, as a sentence. */
  error?: string;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

/** What came of it, as a sentence. Cancelling refunds nobody where everyone who had paid has left. */
export function deletionOutcome(result: { cancelled: boolean; refundedCount: number; refundedTotal: number }): string {
  if (!result.cancelled) return "Successfully deleted";
  if (result.refundedCount === 0) return "Contest cancelled.";
  return `Contest cancelled. ${counted(result.refundedCount, "person", "people")} refunded, ${formatTaka(result.refundedTotal)}.`;
}

/** Says what deleting a contest does before it is done: removed where nobody paid, else cancelled and refunded. */
export function DeleteContestDialog({ contest, isBusy, error, onClose, onConfirm }: DeleteContestDialogProps) {
  const [reason, setReason] = useState("");
  const people = counted(contest.paidCount, "person", "people");
  const isCancelling = contest.paidCount > 0;
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => onConfirm(reason)}
      title={isCancelling ? `Cancel “${contest.name}”?` : `Delete “${contest.name}”?`}
      confirmLabel={isCancelling ? `Cancel contest and refund ${people}` : "Delete contest"}
      isBusy={isBusy}
      tone="danger"
    >
      {isCancelling ? (
        <>
          <p>
            This will refund {people}, {formatTaka(contest.paidTotal)}, and tell everyone who joined. The contest stays in the lists as
            cancelled. It cannot be undone.
          </p>
          <TextAreaField
            label="Reason"
            name="reason"
            isOptional
            hint="Everyone who joined reads it."
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      ) : (
        <p>There is nothing to refund: the contest is taken down for good. It cannot be undone.</p>
      )}
      {error && (
        <Note tone="danger" isAlert>
          {error}
        </Note>
      )}
    </ConfirmDialog>
  );
}
