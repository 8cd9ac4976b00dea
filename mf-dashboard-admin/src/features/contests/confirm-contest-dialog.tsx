import type { AdminContest } from "@conquest/shared/contracts/contests";
import { confirmContest } from "@conquest/shared/contracts/review";
import { msg } from "@conquest/shared/contracts/text/message";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { T, t } from "@conquest/shared/singletons/language";
import { ConfirmDialog } from "@conquest/shared/ui/dialog/confirm-dialog";
import { formatDateTime } from "@conquest/shared/ui/format/time";
import { UserText } from "@conquest/shared/ui/format/user-text";
import { contestCallbacks } from "./contest-toast";

interface Props {
  contest: AdminContest;
  onClose: () => void;
}

export default function ConfirmContestDialog({ contest, onClose }: Props) {
  const confirmation = useCall(confirmContest);
  const confirm = async () => {
    await confirmation.mutateAsync({
      params: { id: contest._id },
      query: { revision: contest.revision },
      body: { status: "open" },
    });
    contestCallbacks(t("Status updated successfully!"), contest).onSuccess();
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
  <ConfirmDialog
    {...dialog}
    title={t("Confirm “{name}”?", { name: contest.name })}
    confirmLabel={t("Confirm")}
    tone="primary">
    <p>
      {t(
        "This approves the contest and opens it to everyone exactly as it is now, and we notify the creator. You can undo this until someone pays.",
      )}
    </p>
    <EarlierDecision contest={contest} />
  </ConfirmDialog>
);

const DECIDED: Partial<Record<AdminContest["phase"], string>> = {
  rejected: msg("{name} rejected it on {time}:"),
  changes_requested: msg("{name} asked for changes on {time}:"),
};

function EarlierDecision({ contest: { phase, comments } }: { contest: AdminContest }) {
  const earlier = comments.find(({ decision }) => decision === phase);
  const decided = DECIDED[phase];
  if (!earlier || !decided) return null;
  return (
    <>
      <p className="da:mt-3">
        <T text={decided} name={<bdi>{earlier.author}</bdi>} time={formatDateTime(earlier.at)} />
      </p>
      <blockquote className="da:mt-2 da:rounded-md da:bg-sunk da:p-3">
        <UserText>{earlier.text}</UserText>
      </blockquote>
    </>
  );
}
