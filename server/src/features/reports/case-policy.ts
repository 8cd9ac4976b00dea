import { REPORT_ANSWER_HOURS } from "@conquest/shared/contracts/reports";
import { message } from "@conquest/shared/contracts/text/message";
import { deny, type Denial } from "../../platform/policy";
import { answerUntil } from "./domain/report-policy";
import { isHidden, type CaseRow, type CaseDetails } from "./cases-repository";

const denyIfEnded = ({ endedAt }: Pick<CaseRow, "endedAt">): Denial =>
  endedAt ? deny("decided", message("This report is already closed.")) : null;

export const canAnswer = (report: CaseRow): Denial =>
  report.endedAt ? deny("decided", message("This report is closed, so you can't respond anymore.")) : null;

export function canHide(each: CaseDetails): Denial {
  if (each.report.endedAt) return denyIfEnded(each.report);
  if (isHidden(each)) return deny("hidden", message("This is already hidden."));
  return each.report.kind === "contest" && each.contest.cancelledAt
    ? deny("cancelled", message("This contest was cancelled and is no longer public."))
    : null;
}

/** Upheld reports can also be reversed, unless the contest was cancelled: its refunds are final. */
export function canShow(each: CaseDetails): Denial {
  const { report, contest } = each;
  if (report.outcome === "dismissed") return denyIfEnded(report);
  if (report.shownAgainAt) return deny("shown_again", message("This was already restored."));
  if (report.endedAt && report.kind === "contest" && contest.cancelledAt)
    return deny("cancelled", message("A cancelled contest can't be restored."));
  return isHidden(each) ? null : deny("not_hidden", message("This isn't hidden."));
}

export const canDismiss = ({ report }: Pick<CaseDetails, "report">): Denial => denyIfEnded(report);

/** Waits for the answer or the end of its time. Removed authors cannot answer; blocked ones may be unblocked. */
export function canUphold(each: CaseDetails, now: Date): Denial {
  const { report, author } = each;
  if (report.endedAt) return denyIfEnded(report);
  if (author.removedAt || (report.answeredAt && report.answeredAt >= report.toldAt)) return null;
  const left = answerUntil(report).getTime() - now.getTime();
  if (left <= 0) return null;
  const values = {
    total: REPORT_ANSWER_HOURS,
    left: Math.ceil(left / (60 * 60 * 1000)),
    state: isHidden(each) ? "hidden" : "shown",
  };
  return deny(
    "may_answer",
    author.status === "blocked"
      ? message(
          "Its author is blocked and can't respond now, but may be unblocked. They have {total} hours to respond ({left, plural, one {less than # hour} other {# hours}} left). {state, select, hidden {It's hidden for now.} other {You can hide it for now.}}",
          values,
        )
      : message(
          "Its author has {total} hours to respond ({left, plural, one {less than # hour} other {# hours}} left). {state, select, hidden {It's hidden for now.} other {You can hide it for now.}}",
          values,
        ),
  );
}

export const upholdEffect = ({ report, contest }: Pick<CaseDetails, "report" | "contest">): "cancel" | "hide" =>
  report.kind === "contest" && !contest.cancelledAt && !contest.winnerAt ? "cancel" : "hide";
