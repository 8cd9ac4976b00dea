import { Link } from "react-router-dom";
import type { ContestDetails } from "@conquest/shared/contracts/contests";
import { EmptyState } from "@conquest/shared/ui/state/empty-state";

export interface Props {
  contest: ContestDetails;
  /** List page where the contest can be cancelled, or extended by its owner. */
  contests: { to: string; name: string };
}

export default function NoEntries({ contest: { phase, may, amountDue, participantCount }, contests }: Props) {
  if (phase !== "judging" && phase !== "overdue") {
    const isBeforeOpen = phase === "in_review" || phase === "changes_requested" || phase === "rejected";
    return (
      <EmptyState title={phase === "open" || isBeforeOpen ? "No entries yet" : "No entries"}>
        <p>
          {phase === "open"
            ? "Participants can submit until the deadline."
            : isBeforeOpen
              ? "Entries appear here once the contest is open."
              : "No one submitted an entry."}
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No entries">
      <p>
        {participantCount > 0
          ? "No one submitted before the deadline, so there's no winner to pick."
          : "No one joined before the deadline, so there's no winner to pick."}
      </p>
      {may.remove.isAllowed && (
        <p>
          {may.edit.isAllowed && participantCount === 0
            ? `Set a later deadline to reopen the contest, or it will be cancelled. You can do this, or ${may.remove.how} it now, under `
            : `You can ${may.remove.how} the contest under `}
          <Link to={contests.to} className="cq-link">
            {contests.name}
          </Link>
          .
          {may.remove.how === "cancel" &&
            participantCount > 0 &&
            amountDue > 0 &&
            " Everyone who paid will be refunded."}
        </p>
      )}
    </EmptyState>
  );
}
