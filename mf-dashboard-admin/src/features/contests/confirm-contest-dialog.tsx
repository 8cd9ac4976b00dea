import type { AdminContest } from "@conquest/shared/contracts/contests";
import { confirmContest } from "@conquest/shared/contracts/review";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { contestCallbacks } from "./contest-toast";

interface Props {
  contest: AdminContest;
  onClose: () => void;
}

/** Asks before it opens a contest, in lists. */
export default function ConfirmContestDialog({ contest, onClose }: Props) {
  const confirmation = useCall(confirmContest);
  const confirm = async () => {
    await confirmation.mutateAsync({
      params: { id: contest._id },
      query: { revision: contest.revision },
      body: { status: "open" },
    });
    contestCallbacks("Status updated successfully!", contest).onSuccess();
    onClose();
  };
  return (
    <ConfirmQuestion
      contest={contest}
      onClose={onClose}
      // The error is shown in the dialog.
      onConfirm={() => void confirm().catch(() => undefined)}
      isBusy={confirmation.isPending}
      error={confirmation.error}
    />
  );
}

interface QuestionProps extends Props {
  onConfirm: () => void;
  isBusy: boolean;
  error: Error | null;
}

export const ConfirmQuestion = ({ contest, ...dialog }: QuestionProps) => (
  <ConfirmDialog {...dialog} title={`Confirm “${contest.name}”?`} confirmLabel="Confirm" tone="primary">
    <p>
      This approves the contest and opens it to everyone exactly as it is now, and we notify the creator. You can undo
      this until someone pays.
    </p>
    <EarlierDecision contest={contest} />
  </ConfirmDialog>
);

const DECIDED: Partial<Record<AdminContest["phase"], string>> = {
  rejected: "rejected it on",
  changes_requested: "asked for changes on",
};

function EarlierDecision({ contest: { phase, comments } }: { contest: AdminContest }) {
  const earlier = comments.find(({ decision }) => decision === phase);
  if (!earlier) return null;
  return (
    <>
      <p className="da:mt-3">
        <bdi>{earlier.author}</bdi> {DECIDED[phase]} {formatDateTime(earlier.at)}:
      </p>
      <blockquote className="da:mt-2 da:rounded-md da:bg-sunk da:p-3">
        <UserText>{earlier.text}</UserText>
      </blockquote>
    </>
  );
}
