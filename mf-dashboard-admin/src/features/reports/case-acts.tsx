import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { decideReport, type AdminReportCase, type ReportDecision } from "@conquest/shared/contracts/reports";
import { useCall } from "@conquest/shared/singletons/api-hooks";
import { toast } from "@conquest/shared/singletons/toast";
import { Button } from "@conquest/shared/ui/button";
import { onDemand } from "@conquest/shared/ui/on-demand";
import { RelativeTime } from "@conquest/shared/ui/time";
import { UserText } from "@conquest/shared/ui/user-text";
import type { DecisionDialogProps } from "./decision-dialog";

const DecisionDialog = onDemand<DecisionDialogProps>(() => import(/* webpackChunkName: "decision-dialog" */ "./decision-dialog"));

/** What can be done about a report, or what was. */
export function CaseActs({ report }: { report: AdminReportCase }) {
  const { _id: id, may, end, contest } = report;
  const decide = useCall(decideReport);
  const [asked, setAsked] = useState<"dismiss" | "uphold">();
  if (end) {
    return (
      <footer className="da:border-t da:border-line da:pt-4">
        <p className="cq-hint">
          {end.outcome === "upheld" ? "Upheld" : "Dismissed"} <RelativeTime at={end.at} />
          {end.note && ":"}
        </p>
        {end.note && <UserText>{end.note}</UserText>}
      </footer>
    );
  }
  const ask = (decision: "dismiss" | "uphold") => void DecisionDialog.load().then(() => setAsked(decision), () => toast.error("This part of the page did not arrive. Please try again."));
  const atOnce = (decision: ReportDecision, done: string) =>
    decide.mutate({ params: { id }, body: { decision } }, { onSuccess: () => toast.success(`${done}: ${contest.name}`), onError: ({ message }) => toast.error(message) });
  return (
    <footer className="da:flex da:flex-col da:gap-3 da:border-t da:border-line da:pt-4">
      <div className="da:flex da:flex-wrap da:gap-3">
        {may.show.isAllowed ? (
          <Button variant="secondary" size="sm" isBusy={decide.isPending} aria-describedby={id} onClick={() => atOnce("show", "On show again")}>
            <Eye aria-hidden="true" size={16} /> Show again
          </Button>
        ) : (
          may.hide.isAllowed && (
            <Button variant="secondary" size="sm" isBusy={decide.isPending} aria-describedby={id} onClick={() => atOnce("hide", "Hidden")}>
              <EyeOff aria-hidden="true" size={16} /> Hide now
            </Button>
          )
        )}
        <Button variant="secondary" size="sm" aria-haspopup="dialog" aria-describedby={id} onClick={() => ask("dismiss")}>
          Nothing wrong
        </Button>
        <Button variant="danger" size="sm" aria-haspopup="dialog" aria-describedby={`${id} ${id}-uphold`} disabled={!may.uphold.isAllowed} onClick={() => ask("uphold")}>
          {may.uphold.how === "cancel" ? "Cancel the contest" : "Take it down for good"}
        </Button>
      </div>
      {!may.uphold.isAllowed && (
        <p id={`${id}-uphold`} className="cq-hint">
          {may.uphold.because}
        </p>
      )}
      {asked && <DecisionDialog report={report} decision={asked} onClose={() => setAsked(undefined)} />}
    </footer>
  );
}
