import { decideReport, type AdminReportCase } from "@conquest/shared/contracts/reports";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { formatTaka } from "@conquest/shared/ui/format/money";
import ReasonDialog from "@conquest/shared/ui/dialog/reason-dialog";
import { counted } from "@conquest/shared/ui/format/text";
import { Changed } from "./changed-note";

export interface DecisionDialogProps {
  report: AdminReportCase;
  /** `show`: what was upheld comes back. */
  decision: "dismiss" | "uphold" | "show";
  onClose: () => void;
}

/** Says what a decision brings about, and asks for a word to those whom it concerns. */
export default function DecisionDialog({ report, decision, onClose }: DecisionDialogProps) {
  const { _id: id, changedAt } = report;
  const decide = useCall(decideReport);
  const needsReason = decision !== "dismiss";
  const { title, label, consequence, done } = WORDS[decision](report);

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
      {changedAt && <Changed at={changedAt} />}
    </ReasonDialog>
  );
}

interface Words {
  title: string;
  label: string;
  consequence: string;
  /** What is said once it was done. */
  done: string;
}

const toldOf = ({ author }: AdminReportCase) =>
  author.isGone ? "Who reported it is told; its author is here no more." : "Its author and who reported it are told.";
const whatOf = ({ kind, contest }: AdminReportCase) => (kind === "contest" ? `“${contest.name}”` : "this entry");

const WORDS: Record<DecisionDialogProps["decision"], (report: AdminReportCase) => Words> = {
  dismiss: (report) => ({
    title: `Nothing wrong with ${whatOf(report)}?`,
    label: "Nothing wrong",
    consequence: `${report.isHidden ? "It is on show again." : "It stays as it is."} ${toldOf(report)} It cannot be undone.`,
    done: "Decided: nothing is wrong with it",
  }),
  uphold: (report) => ({ ...upheld(report), done: "Decided: it was taken down" }),
  show: (report) => ({
    title: `Show ${whatOf(report)} again?`,
    label: "Show again",
    consequence:
      report.kind === "contest"
        ? `The public sees it again. ${toldOf(report)} So is everybody who has a place in it or judges it.`
        : `It is in the gallery again, if its author has it published. ${toldOf(report)}`,
    done: "On show again",
  }),
};

function upheld(report: AdminReportCase): Omit<Words, "done"> {
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
      title: `Take ${whatOf(report)} down?`,
      label: "Take it down",
      consequence: `${gone} ${toldOf(report)} It can be shown again later, for a reason.`,
    };
  }
  const { refundedCount, refundedTotal } = uphold;
  const people =
    refundedCount === 0
      ? "Nobody has joined."
      : `${counted(refundedCount, "person gets", "people get")} back ${formatTaka(refundedTotal)}, and ${refundedCount === 1 ? "is" : "are"} told.`;
  return {
    title: `Cancel “${contest.name}”?`,
    label:
      refundedCount === 0
        ? "Cancel contest"
        : `Cancel contest and refund ${counted(refundedCount, "person", "people")}`,
    consequence: `The contest is cancelled. ${people} ${toldOf(report)} It cannot be undone.`,
  };
}
