import { decideReport, type AdminReportCase, type ReportDecision } from "@conquest/shared/contracts/reports";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { formatTaka } from "@conquest/shared/ui/format/money";
import ReasonDialog from "@conquest/shared/ui/dialog/reason-dialog";
import { pluralize } from "@conquest/shared/ui/format/text";
import { ChangedNote } from "./changed-note";

export interface DecisionDialogProps {
  report: AdminReportCase;
  /** `show` reverts an upheld report. */
  decision: ReportDecision;
  onClose: () => void;
}

/** Shows the consequence of a decision and asks for a note to the people concerned. */
export default function DecisionDialog({ report, decision, onClose }: DecisionDialogProps) {
  const { _id: id, changedAt } = report;
  const decide = useCall(decideReport);
  const needsReason = decision === "uphold" || decision === "show";
  const { title, label, consequence, done } = DIALOG_TEXTS[decision](report);

  return (
    <ReasonDialog
      title={title}
      confirmLabel={label}
      draftName={`report-${decision}:${id}`}
      label={decision === "dismiss" ? messageLabel(report) : "Reason"}
      hint={hintFor(report, decision)}
      isOptional={!needsReason}
      tone={decision === "uphold" ? "danger" : "primary"}
      onConfirm={async (note) => {
        await decide.mutateAsync({ params: { id }, body: { decision, note } });
        toast.success(done);
      }}
      onClose={onClose}>
      <p>{consequence}</p>
      {changedAt && <ChangedNote at={changedAt} />}
    </ReasonDialog>
  );
}

interface DialogText {
  title: string;
  label: string;
  consequence: string;
  done: string;
}

const notifiedText = ({ author }: AdminReportCase) =>
  author.isGone
    ? "We'll notify everyone who reported it. The author's account no longer exists."
    : "We'll notify the author and everyone who reported it.";
function hintFor({ author }: AdminReportCase, decision: ReportDecision): string {
  if (decision === "hide")
    return author.isGone ? "This is kept in the audit log." : "The author sees this. It's also kept in the audit log.";
  return author.isGone
    ? "Everyone who reported it sees this. It's also kept in the audit log."
    : "The author and everyone who reported it see this. It's also kept in the audit log.";
}
const messageLabel = ({ author }: AdminReportCase) =>
  author.isGone ? "Message to the reporters" : "Message to the author and reporters";
const subjectOf = ({ kind, contest }: AdminReportCase) => (kind === "contest" ? `“${contest.name}”` : "this entry");

const DIALOG_TEXTS: Record<ReportDecision, (report: AdminReportCase) => DialogText> = {
  hide: (report) => ({
    title: `Hide ${subjectOf(report)} for now?`,
    label: "Hide now",
    consequence:
      report.kind === "contest"
        ? "Only its creator, participants, judges and admins can see it until you decide. We'll notify its creator, participants and judges. You can restore it at any time."
        : "It won't appear in the gallery until you decide. You can restore it at any time.",
    done: "Hidden",
  }),
  dismiss: (report) => ({
    title: `Dismiss the report about ${subjectOf(report)}?`,
    label: "Dismiss report",
    consequence: `${report.isHidden ? "It becomes visible again." : "It doesn't change."} ${notifiedText(report)} This can't be undone.`,
    done: "Report dismissed",
  }),
  uphold: upholdText,
  show: (report) => ({
    title: `Restore ${subjectOf(report)}?`,
    label: "Restore",
    consequence:
      report.kind === "contest"
        ? `It becomes public again. ${notifiedText(report)} Participants and judges are notified too.`
        : `It reappears in the gallery if the author has published it. ${notifiedText(report)}`,
    done: "Restored",
  }),
};

function upholdText(report: AdminReportCase): DialogText {
  const {
    contest,
    kind,
    may: { uphold },
  } = report;
  if (uphold.how === "hide") {
    const gone =
      kind === "contest"
        ? "It will be hidden from the public. Prizes and payments don't change."
        : "It won't appear in the gallery, even if the author publishes it.";
    return {
      title: `Take down ${subjectOf(report)}?`,
      label: "Take down",
      consequence: `${gone} ${notifiedText(report)} You can restore it later if you give a reason.`,
      done: "Taken down",
    };
  }
  const { refundedCount, refundedTotal } = uphold;
  const people =
    refundedCount === 0
      ? "No one has joined."
      : `We'll refund ${pluralize(refundedCount, "person", "people")}, ${formatTaka(refundedTotal)} in total, and notify them.`;
  return {
    title: `Cancel “${contest.name}”?`,
    label:
      refundedCount === 0
        ? "Cancel contest"
        : `Cancel contest and refund ${pluralize(refundedCount, "person", "people")}`,
    consequence: `The contest will be cancelled. ${people} ${notifiedText(report)} This can't be undone.`,
    done: "Contest cancelled",
  };
}
