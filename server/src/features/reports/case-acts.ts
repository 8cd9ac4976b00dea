import { HOURS_TO_ANSWER } from "@conquest/shared/contracts/reports";
import { no, type No } from "../contests/acts/verdict";
import { answerUntil } from "../contests/reported/answer-until";
import { isHidden, type CaseRow, type WholeCase } from "./cases-repository";

const unlessEnded = ({ endedAt }: Pick<CaseRow, "endedAt">): No => (endedAt ? no("decided", "This was decided already.") : null);

export const mayAnswer = (report: CaseRow): No => (report.endedAt ? no("decided", "This was decided; there is nothing left to answer.") : null);

export function mayHide(each: WholeCase): No {
  if (each.report.endedAt) return unlessEnded(each.report);
  if (isHidden(each)) return no("hidden", "This is hidden already.");
  return each.report.kind === "contest" && each.contest.cancelledAt ? no("cancelled", "This contest was cancelled; the public does not see it any more.") : null;
}

/** Also what was upheld and stayed hidden; whoever was refunded is not brought back. */
export function mayShow(each: WholeCase): No {
  const { report, contest } = each;
  if (report.outcome === "dismissed") return unlessEnded(report);
  if (report.shownAgainAt) return no("shown_again", "This was shown again already.");
  if (report.endedAt && report.kind === "contest" && contest.cancelledAt) return no("cancelled", "This contest was cancelled; it cannot be shown again.");
  return isHidden(each) ? null : no("not_hidden", "This is not hidden.");
}

export const mayDismiss = ({ report }: Pick<WholeCase, "report">): No => unlessEnded(report);

/** Its author answers first to all that they were told, or has had the time to: who was removed answers nothing. Who is blocked may be let in again. */
export function mayUphold({ report, author }: Pick<WholeCase, "report" | "author">, now: Date): No {
  if (report.endedAt) return unlessEnded(report);
  if (author.removedAt || (report.answeredAt && report.answeredAt >= report.toldAt)) return null;
  const left = answerUntil(report).getTime() - now.getTime();
  if (left <= 0) return null;
  if (author.status === "blocked") return no("may_answer", `Its author is blocked and cannot answer now. ${HOURS_TO_ANSWER} hours are waited all the same, of which ${hours(left)} left: they may be unblocked. Until then it can be hidden.`);
  return no("may_answer", `Its author has ${HOURS_TO_ANSWER} hours to answer, of which ${hours(left)} left. Until then it can be hidden.`);
}

function hours(ms: number): string {
  const count = Math.ceil(ms / (60 * 60 * 1000));
  return count === 1 ? "less than one is" : `${count} are`;
}

/** What upholding it does: a contest that is neither decided nor cancelled is cancelled, and all else stays hidden. */
export const howUpheld = ({ report, contest }: Pick<WholeCase, "report" | "contest">): "cancel" | "hide" => (report.kind === "contest" && !contest.cancelledAt && !contest.winnerAt ? "cancel" : "hide");
