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
    return (
      <EmptyState title={phase === "open" ? "No entries yet" : "No entries"}>
        <p>{phase === "open" ? "People can hand in until the deadline." : "Nobody has handed in an entry."}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No entries">
      <p>
        {participantCount > 0 ? "Nobody handed in an entry" : "Nobody joined"} before the deadline, so there is nobody
        to choose.
      </p>
      {may.remove.isAllowed && (
        <p>
          {may.edit.isAllowed &&
            participantCount === 0 &&
            "With a later deadline it opens again; otherwise it is cancelled. "}
          You can {may.edit.isAllowed && participantCount === 0 && "move the deadline or "}
          {may.remove.how} the contest under{" "}
          <Link to={contests.to} className="cq-link">
            {contests.name}
          </Link>
          {may.remove.how === "cancel" && participantCount > 0 && amountDue > 0 && ": everyone who paid is refunded"}.
        </p>
      )}
    </EmptyState>
  );
}
