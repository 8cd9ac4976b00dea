import { AWARD_DAYS, settlePrize, type Award, type AwardDecision } from "@conquest/shared/contracts/awards";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { msg, t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import ReasonDialog from "@conquest/shared/ui/dialog/reason-dialog";

export interface SettlePrizeDialogProps {
  award: Award;
  decision: AwardDecision;
  onClose: () => void;
}

const TEXTS: Record<AwardDecision, Record<"title" | "label" | "consequence" | "done", string>> = {
  delivered: {
    title: msg("Mark the prize of “{name}” as delivered?"),
    label: msg("Mark as delivered"),
    consequence: msg(
      "The creator's record counts it as delivered. We'll notify the creator and the winner. This can't be undone.",
    ),
    done: msg("Marked as delivered"),
  },
  returned: {
    title: msg("Return the prize of “{name}” to its creator?"),
    label: msg("Return to the creator"),
    consequence: msg("The creator has {days} days to send it again. We'll notify the creator and the winner."),
    done: msg("Returned to the creator"),
  },
  closed: {
    title: msg("Close the prize of “{name}” as not delivered?"),
    label: msg("Close as not delivered"),
    consequence: msg(
      "The creator's account is blocked or deleted, so they can't send it. We'll notify the winner. This can't be undone.",
    ),
    done: msg("Closed as not delivered"),
  },
};

/** For admins. Sends the revision that they saw. */
export default function SettlePrizeDialog({ award, decision, onClose }: SettlePrizeDialogProps) {
  const { contest, place, revision } = award;
  const settle = useCall(settlePrize);
  const { title, label, consequence, done } = TEXTS[decision];
  return (
    <ReasonDialog
      title={t(title, { name: contest.name })}
      confirmLabel={t(label)}
      draftName={`prize-${decision}:${contest._id}:${place}`}
      hint={t("The creator and the winner see this. It's also kept in the audit log.")}
      isOptional={decision === "delivered"}
      tone={decision === "closed" ? "danger" : "primary"}
      onConfirm={async (note) => {
        await settle.mutateAsync({ params: { contestId: contest._id }, body: { place, revision, decision, note } });
        toast.success(t(done));
      }}
      onClose={onClose}>
      <p>{t(consequence, { days: AWARD_DAYS })}</p>
    </ReasonDialog>
  );
}
