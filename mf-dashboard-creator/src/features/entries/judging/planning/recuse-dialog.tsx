import { recuse } from "@conquest/shared/contracts/judging/planning";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import ReasonDialog from "@conquest/shared/ui/dialog/reason-dialog";

interface Props {
  contestId: string;
  entryId: string;
  label: string;
  hasRating: boolean;
  /** Opens another entry; returns how to come back if the request fails. */
  onLeave: () => () => void;
  onClose: () => void;
}

export default function RecuseDialog({ contestId, entryId, label, hasRating, onLeave, onClose }: Props) {
  const leave = useCall(recuse);
  return (
    <ReasonDialog
      title={t("Recuse yourself from {entry}?", { entry: label })}
      confirmLabel={t("Recuse myself")}
      draftName={`recusal:${entryId}`}
      hint={t("Only the creator reads it. Don't say who submitted the entry, even if you know.")}
      onConfirm={async (reason) => {
        // First, because the entry can't be loaded again after the request.
        const comeBack = onLeave();
        try {
          await leave.mutateAsync({ params: { contestId }, body: { entryId, reason } });
        } catch (error) {
          comeBack();
          throw error;
        }
        toast.success(t("You no longer judge this entry"));
      }}
      onClose={onClose}>
      <p>
        {t("Do this if you know the author or can't judge fairly. You won't see the entry any more.")}{" "}
        {hasRating && `${t("Your rating and feedback of it will be permanently deleted.")} `}
        {t("Only the creator can undo this.")}
      </p>
    </ReasonDialog>
  );
}
