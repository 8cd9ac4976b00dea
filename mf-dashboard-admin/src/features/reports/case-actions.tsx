import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { decideReport, type AdminReportCase, type ReportDecision } from "@conquest/shared/contracts/reports";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { lazyComponent } from "@conquest/shared/ui/page/lazy-component";
import { whenLoaded } from "@conquest/shared/ui/page/when-loaded";
import { RelativeTime } from "@conquest/shared/ui/format/time";
import { valueWords } from "@conquest/shared/ui/format/labels";
import { UserText } from "@conquest/shared/ui/format/user-text";
import type { DecisionDialogProps } from "./decision-dialog";

const DecisionDialog = lazyComponent<DecisionDialogProps>(
  () => import(/* webpackChunkName: "decision-dialog" */ "./decision-dialog"),
);

/** What can be done about a report, or what was. */
export function CaseActions({ report }: { report: AdminReportCase }) {
  const { _id: id, may, end, contest } = report;
  const decide = useCall(decideReport);
  const [asked, setAsked] = useState<DecisionDialogProps["decision"]>();
  const ask = (decision: DecisionDialogProps["decision"]) => whenLoaded(DecisionDialog, () => setAsked(decision));
  const dialog = (decision: DecisionDialogProps["decision"]) => (
    <DecisionDialog report={report} decision={decision} onClose={() => setAsked(undefined)} />
  );
  if (end) {
    return (
      <footer className="da:flex da:flex-col da:gap-3 da:border-t da:border-line da:pt-4">
        <Said what={valueWords(end.outcome)} {...end} />
        {end.shownAgain && <Said what="Shown again" {...end.shownAgain} />}
        {may.show.isAllowed && (
          <Button
            variant="secondary"
            size="sm"
            className="da:self-start"
            aria-haspopup="dialog"
            aria-describedby={id}
            onClick={() => ask("show")}>
            <Eye aria-hidden="true" size={16} /> Show again
          </Button>
        )}
        {asked === "show" && dialog(asked)}
      </footer>
    );
  }
  const atOnce = (decision: ReportDecision, done: string) =>
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
            onClick={() => atOnce("show", "On show again")}>
            <Eye aria-hidden="true" size={16} /> Show again
          </Button>
        ) : (
          may.hide.isAllowed && (
            <Button
              variant="secondary"
              size="sm"
              isBusy={decide.isPending}
              aria-describedby={id}
              onClick={() => atOnce("hide", "Hidden")}>
              <EyeOff aria-hidden="true" size={16} /> Hide now
            </Button>
          )
        )}
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          aria-describedby={id}
          onClick={() => ask("dismiss")}>
          Nothing wrong
        </Button>
        <Button
          variant="danger"
          size="sm"
          aria-haspopup="dialog"
          aria-describedby={`${id} ${id}-uphold`}
          disabled={!may.uphold.isAllowed}
          onClick={() => ask("uphold")}>
          {may.uphold.how === "cancel" ? "Cancel the contest" : "Take it down"}
        </Button>
      </div>
      {!may.uphold.isAllowed && (
        <p id={`${id}-uphold`} className="cq-hint">
          {may.uphold.because}
        </p>
      )}
      {asked && dialog(asked)}
    </footer>
  );
}

const Said = ({ what, at, note }: { what: string; at: string; note: string }) => (
  <div>
    <p className="cq-hint">
      {what} <RelativeTime at={at} />
      {note && ":"}
    </p>
    {note && <UserText>{note}</UserText>}
  </div>
);
