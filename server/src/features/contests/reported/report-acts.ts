import { phaseOf, type PhaseFacts } from "../clock/phase";
import { no, type No } from "../acts/verdict";

interface Reporter {
  isOwner: boolean;
  /** And it was not decided yet. */
  hasReported: boolean;
}

const REPORTED = no("already_reported", "You have reported this. An admin looks at it, and you are told what comes of it.");

/** What everybody may see is reported by anybody but its author, once until it is decided. */
export function mayReport(contest: PhaseFacts & { hiddenAt: Date | null }, who: Reporter, now: Date): No {
  if (who.isOwner) return no("own_contest", "This is your own contest; if something is wrong with it you can change or cancel it.");
  switch (phaseOf(contest, now)) {
    case "cancelled":
      return no("cancelled", "This contest was cancelled; there is nothing left to report.");
    case "in_review":
    case "changes_requested":
    case "rejected":
      return no("not_open", "This contest is not open yet; admins look at it before it is.");
    default:
      if (contest.hiddenAt) return no("hidden", "This contest is hidden from the public already.");
      return who.hasReported ? REPORTED : null;
  }
}

/** As {@link mayReport}, of an entry that everybody may read. */
export function mayReportEntry(who: Reporter): No {
  if (who.isOwner) return no("own_entry", "This is your own entry; you can take it back from the page.");
  return who.hasReported ? REPORTED : null;
}
