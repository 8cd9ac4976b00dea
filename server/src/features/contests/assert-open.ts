import { refuse } from "../../platform/errors";
import { phaseOf, type PhaseFacts } from "./phase";

/** Passes while people may join, submit and leave; else refuses with what is the matter. */
export function assertOpen(contest: PhaseFacts, now: Date): void {
  switch (phaseOf(contest, now)) {
    case "open":
      return;
    case "cancelled":
      return refuse("cancelled", "This contest was cancelled.");
    case "in_review":
    case "changes_requested":
    case "rejected":
      return refuse("not_open", "This contest is not open yet.");
    case "judging":
    case "overdue":
    case "completed":
      return refuse("contest_closed", "This contest is closed: its deadline has passed.");
  }
}
