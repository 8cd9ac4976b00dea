import { REPORT_ANSWER_HOURS } from "@conquest/shared/contracts/reports";
import { deny, type Denial } from "../../platform/policy";
import { answerUntil } from "./domain/report-policy";
import { isHidden, type CaseRow, type CaseDetails } from "./cases-repository";

const denyIfEnded = ({ endedAt }: Pick<CaseRow, "endedAt">): Denial =>
  endedAt ? deny("decided", "This was decided already.") : null;

export const canAnswer = (report: CaseRow): Denial =>
  report.endedAt ? deny("decided", "This was decided; there is nothing left to answer.") : null;

export function canHide(each: CaseDetails): Denial {
  if (each.report.endedAt) return denyIfEnded(each.report);
  if (isHidden(each)) return deny("hidden", "This is hidden already.");
  return each.report.kind === "contest" && each.contest.cancelledAt
    ? deny("cancelled", "This contest was cancelled; the public does not see it any more.")
    : null;
}

/** Upheld reports can also be reversed, unless the contest was cancelled: its refunds are final. */
export function canShow(each: CaseDetails): Denial {
  const { report, contest } = each;
  if (report.outcome === "dismissed") return denyIfEnded(report);
  if (report.shownAgainAt) return deny("shown_again", "This was shown again already.");
  if (report.endedAt && report.kind === "contest" && contest.cancelledAt)
    return deny("cancelled", "This contest was cancelled; it cannot be shown again.");
  return isHidden(each) ? null : deny("not_hidden", "This is not hidden.");
}

export const canDismiss = ({ report }: Pick<CaseDetails, "report">): Denial => denyIfEnded(report);

/** Waits for the answer or the end of its time. Removed authors cannot answer; blocked ones may be unblocked. */
export function canUphold({ report, author }: Pick<CaseDetails, "report" | "author">, now: Date): Denial {
  if (report.endedAt) return denyIfEnded(report);
  if (author.removedAt || (report.answeredAt && report.answeredAt >= report.toldAt)) return null;
  const left = answerUntil(report).getTime() - now.getTime();
  if (left <= 0) return null;
  if (author.status === "blocked")
    return deny(
      "may_answer",
      `Its author is blocked and cannot answer now. ${REPORT_ANSWER_HOURS} hours are waited all the same, of which ${hours(left)} left: they may be unblocked. Until then it can be hidden.`,
    );
  return deny(
    "may_answer",
    `Its author has ${REPORT_ANSWER_HOURS} hours to answer, of which ${hours(left)} left. Until then it can be hidden.`,
  );
}

function hours(ms: number): string {
  const count = Math.ceil(ms / (60 * 60 * 1000));
  return count === 1 ? "less than one is" : `${count} are`;
}

/** Upholding cancels an undecided contest; everything else stays hidden. */
export const upholdEffect = ({ report, contest }: Pick<CaseDetails, "report" | "contest">): "cancel" | "hide" =>
  report.kind === "contest" && !contest.cancelledAt && !contest.winnerAt ? "cancel" : "hide";
