import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { decideReport, type AdminReportCase, type ReportDecision } from "@conquest/shared/contracts/reports";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { humanizeValue } from "@conquest/shared/ui/format/labels";
import { UserText } from "@conquest/shared/ui/format/user-text";
import type { DecisionDialogProps } from "./decision-dialog";

const DecisionDialog = lazyComponent<DecisionDialogProps>(
  () => import(/* webpackChunkName: "decision-dialog" */ "./decision-dialog"),
);

export function CaseActions({ report }: { report: AdminReportCase }) {
  const { _id: id, may, end, contest } = report;
  const decide = useCall(decideReport);
  const [openDialog, setOpenDialog] = useState<DecisionDialogProps["decision"]>();
  const showDialog = (decision: DecisionDialogProps["decision"]) =>
    whenLoaded(DecisionDialog, () => setOpenDialog(decision));
  const dialog = (decision: DecisionDialogProps["decision"]) => (
    <DecisionDialog report={report} decision={decision} onClose={() => setOpenDialog(undefined)} />
  );
  if (end) {
    return (
      <footer className="da:flex da:flex-col da:gap-3 da:border-t da:border-line da:pt-4">
        <DecisionNote what={humanizeValue(end.outcome)} {...end} />
        {end.shownAgain && <DecisionNote what="Shown again" {...end.shownAgain} />}
        {may.show.isAllowed && (
          <Button
            variant="secondary"
            size="sm"
            className="da:self-start"
            aria-haspopup="dialog"
            aria-describedby={id}
            onClick={() => showDialog("show")}>
            <Eye aria-hidden="true" size={16} /> Show again
          </Button>
        )}
        {openDialog === "show" && dialog(openDialog)}
      </footer>
    );
  }
  const decideNow = (decision: ReportDecision, done: string) =>
    decide.mutate(
      { params: { id }, body: { decision } },
      { onSuccess: () => toast.success(`${done}: ${contest.name}`), onError: ({ message }) => toast.error(message) },
    );
  return (
    <footer className="da:flex da:flex-col da:gap-3 da:border-t da:border-line da:pt-4">
      <div className="da:flex da:flex-wrap da:gap-3">
        {may.show.isAllowed ? (
          <Button
            variant="secondary"
            size="sm"
            isBusy={decide.isPending}
            aria-describedby={id}
            onClick={() => decideNow("show", "On show again")}>
            <Eye aria-hidden="true" size={16} /> Show again
          </Button>
        ) : (
          may.hide.isAllowed && (
            <Button
              variant="secondary"
              size="sm"
              isBusy={decide.isPending}
              aria-describedby={id}
              onClick={() => decideNow("hide", "Hidden")}>
              <EyeOff aria-hidden="true" size={16} /> Hide now
            </Button>
          )
        )}
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          aria-describedby={id}
          onClick={() => showDialog("dismiss")}>
          Nothing wrong
        </Button>
        <Button
          variant="danger"
          size="sm"
          aria-haspopup="dialog"
          aria-describedby={`${id} ${id}-uphold`}
          disabled={!may.uphold.isAllowed}
          onClick={() => showDialog("uphold")}>
          {may.uphold.how === "cancel" ? "Cancel the contest" : "Take it down"}
        </Button>
      </div>
      {!may.uphold.isAllowed && (
        <p id={`${id}-uphold`} className="cq-hint">
          {may.uphold.because}
        </p>
      )}
      {openDialog && dialog(openDialog)}
    </footer>
  );
}

const DecisionNote = ({ what, at, note }: { what: string; at: string; note: string }) => (
  <div>
    <p className="cq-hint">
      {what} <RelativeTime at={at} />
      {note && ":"}
    </p>
    {note && <UserText>{note}</UserText>}
  </div>
);
