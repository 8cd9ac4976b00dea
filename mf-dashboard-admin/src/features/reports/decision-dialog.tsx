import { decideReport, type AdminReportCase, type ReportDecision } from "@conquest/shared/contracts/reports";
import { msg } from "@conquest/shared/contracts/text/message";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { t } from "@conquest/shared/singletons/language";
import { toast } from "@conquest/shared/singletons/toast";
import { formatTaka } from "@conquest/shared/ui/format/money";
import ReasonDialog from "@conquest/shared/ui/dialog/reason-dialog";
import { ChangedNote } from "./changed-note";

export interface DecisionDialogProps {
  report: AdminReportCase;
  /** `show` reverts an upheld report. */
  decision: ReportDecision;
  onClose: () => void;
}

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
      label={decision === "dismiss" ? messageLabel(report) : t("Reason")}
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
  t(
    author.isGone
      ? "We'll notify everyone who reported it. The author's account no longer exists."
      : "We'll notify the author and everyone who reported it.",
  );
function hintFor({ author }: AdminReportCase, decision: ReportDecision): string {
  if (decision === "hide")
    return t(
      author.isGone ? "This is kept in the audit log." : "The author sees this. It's also kept in the audit log.",
    );
  return t(
    author.isGone
      ? "Everyone who reported it sees this. It's also kept in the audit log."
      : "The author and everyone who reported it see this. It's also kept in the audit log.",
  );
}
const messageLabel = ({ author }: AdminReportCase) =>
  t(author.isGone ? "Message to the reporters" : "Message to the author and reporters");
const titleOf = ({ kind, contest: { name } }: AdminReportCase, ofContest: string, ofEntry: string) =>
  t(kind === "contest" ? ofContest : ofEntry, { name });

const DIALOG_TEXTS: Record<ReportDecision, (report: AdminReportCase) => DialogText> = {
  hide: (report) => ({
    title: titleOf(report, msg("Hide “{name}” for now?"), msg("Hide this entry for now?")),
    label: t("Hide now"),
    consequence:
      report.kind === "contest"
        ? t(
            "Only its creator, participants, judges and admins can see it until you decide. We'll notify its creator, participants and judges. You can restore it at any time.",
          )
        : t("It won't appear in the gallery until you decide. You can restore it at any time."),
    done: t("Hidden"),
  }),
  dismiss: (report) => ({
    title: titleOf(report, msg("Dismiss the report about “{name}”?"), msg("Dismiss the report about this entry?")),
    label: t("Dismiss report"),
    consequence: `${t(report.isHidden ? "It becomes visible again." : "It doesn't change.")} ${notifiedText(report)} ${t("This can't be undone.")}`,
    done: t("Report dismissed"),
  }),
  uphold: upholdText,
  show: (report) => ({
    title: titleOf(report, msg("Restore “{name}”?"), msg("Restore this entry?")),
    label: t("Restore"),
    consequence:
      report.kind === "contest"
        ? `${t("It becomes public again.")} ${notifiedText(report)} ${t("Participants and judges are notified too.")}`
        : `${t("It reappears in the gallery if the author has published it.")} ${notifiedText(report)}`,
    done: t("Restored"),
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
        ? t("It will be hidden from the public. Prizes and payments don't change.")
        : t("It won't appear in the gallery, even if the author publishes it.");
    return {
      title: titleOf(report, msg("Take down “{name}”?"), msg("Take down this entry?")),
      label: t("Take down"),
      consequence: `${gone} ${notifiedText(report)} ${t("You can restore it later if you give a reason.")}`,
      done: t("Taken down"),
    };
  }
  const { refundedCount, refundedTotal } = uphold;
  const people =
    refundedCount === 0
      ? t("No one has joined.")
      : t("We'll refund {n, plural, one {# person} other {# people}}, {amount} in total, and notify them.", {
          n: refundedCount,
          amount: formatTaka(refundedTotal),
        });
  return {
    title: t("Cancel “{name}”?", { name: contest.name }),
    label:
      refundedCount === 0
        ? t("Cancel contest")
        : t("Cancel contest and refund {n, plural, one {# person} other {# people}}", { n: refundedCount }),
    consequence: `${t("The contest will be cancelled.")} ${people} ${notifiedText(report)} ${t("This can't be undone.")}`,
    done: t("Contest cancelled"),
  };
}
