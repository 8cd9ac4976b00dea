import { decideReport, type AdminReportCase } from "@conquest/shared/contracts/reports";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { formatTaka } from "@conquest/shared/ui/format/money";
import ReasonDialog from "@conquest/shared/ui/dialog/reason-dialog";
import { pluralize } from "@conquest/shared/ui/format/text";
import { ChangedNote } from "./changed-note";

export interface DecisionDialogProps {
  report: AdminReportCase;
  /** `show` reverts an upheld report. */
  decision: "dismiss" | "uphold" | "show";
  onClose: () => void;
}

/** Shows the consequence of a decision and asks for a note to the people concerned. */
export default function DecisionDialog({ report, decision, onClose }: DecisionDialogProps) {
  const { _id: id, changedAt } = report;
  const decide = useCall(decideReport);
  const needsReason = decision !== "dismiss";
  const { title, label, consequence, done } = DIALOG_TEXTS[decision](report);

  return (
    <ReasonDialog
      title={title}
      confirmLabel={label}
      draftName={`report-${decision}:${id}`}
      label={needsReason ? "Reason" : "Your word to them"}
      hint={`${report.author.isGone ? "Who reported it reads it." : "Its author reads it, and so does who reported it."} It stays in the audit trail.`}
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
  author.isGone ? "Who reported it is told; its author is here no more." : "Its author and who reported it are told.";
const subjectOf = ({ kind, contest }: AdminReportCase) => (kind === "contest" ? `“${contest.name}”` : "this entry");

const DIALOG_TEXTS: Record<DecisionDialogProps["decision"], (report: AdminReportCase) => DialogText> = {
  dismiss: (report) => ({
    title: `Nothing wrong with ${subjectOf(report)}?`,
    label: "Nothing wrong",
    consequence: `${report.isHidden ? "It is on show again." : "It stays as it is."} ${notifiedText(report)} It cannot be undone.`,
    done: "Decided: nothing is wrong with it",
  }),
  uphold: (report) => ({ ...upholdText(report), done: "Decided: it was taken down" }),
  show: (report) => ({
    title: `Show ${subjectOf(report)} again?`,
    label: "Show again",
    consequence:
      report.kind === "contest"
        ? `The public sees it again. ${notifiedText(report)} So is everybody who has a place in it or judges it.`
        : `It is in the gallery again, if its author has it published. ${notifiedText(report)}`,
    done: "On show again",
  }),
};

function upholdText(report: AdminReportCase): Omit<DialogText, "done"> {
  const {
    contest,
    kind,
    may: { uphold },
  } = report;
  if (uphold.how === "hide") {
    const gone =
      kind === "contest"
        ? "The public does not see it any more; what was won and paid stays."
        : "It is in no gallery any more, also if its author publishes it.";
    return {
      title: `Take ${subjectOf(report)} down?`,
      label: "Take it down",
      consequence: `${gone} ${notifiedText(report)} It can be shown again later, for a reason.`,
    };
  }
  const { refundedCount, refundedTotal } = uphold;
  const people =
    refundedCount === 0
      ? "Nobody has joined."
      : `${pluralize(refundedCount, "person gets", "people get")} back ${formatTaka(refundedTotal)}, and ${refundedCount === 1 ? "is" : "are"} told.`;
  return {
    title: `Cancel “${contest.name}”?`,
    label:
      refundedCount === 0
        ? "Cancel contest"
        : `Cancel contest and refund ${pluralize(refundedCount, "person", "people")}`,
    consequence: `The contest is cancelled. ${people} ${notifiedText(report)} It cannot be undone.`,
  };
}
