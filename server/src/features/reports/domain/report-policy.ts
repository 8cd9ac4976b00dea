import { phaseOf, type PhaseFacts } from "../../contests/domain/phase";
import { deny, type Denial } from "../../../platform/policy";
import { REPORT_ANSWER_HOURS } from "@conquest/shared/contracts/reports";
import { message } from "@conquest/shared/contracts/text/message";

interface Reporter {
  isOwner: boolean;
  hasReported: boolean;
}

const REPORTED = deny(
  "already_reported",
  message("You've reported this. An admin will review it, and we'll let you know the outcome."),
);

/** Public content can be reported by anyone but its author, once until it is decided. */
export function canReport(contest: PhaseFacts & { hiddenAt: Date | null }, who: Reporter, now: Date): Denial {
  if (who.isOwner) return deny("own_contest", message("This is your own contest. You can edit or cancel it."));
  switch (phaseOf(contest, now)) {
    case "cancelled":
      return deny("cancelled", message("You can't report a cancelled contest."));
    case "in_review":
    case "changes_requested":
    case "rejected":
      return deny("not_open", message("This contest isn't open yet. Admins will review it first."));
    default:
      if (contest.hiddenAt) return deny("hidden", message("This contest is already hidden."));
      return who.hasReported ? REPORTED : null;
  }
}

export function canReportEntry(who: Reporter): Denial {
  if (who.isOwner) return deny("own_entry", message("This is your own entry. You can unpublish it."));
  return who.hasReported ? REPORTED : null;
}

/** Returns when a report is decided even without a statement; `toldAt` is when the author was last notified. */
export const answerUntil = ({ toldAt }: { toldAt: Date }): Date =>
  new Date(toldAt.getTime() + REPORT_ANSWER_HOURS * 60 * 60 * 1000);
