import { phaseOf } from "../../contests/domain/phase";
import type { ContestFacts } from "../../contests/domain/contest-policy";
import { deny, type Denial } from "../../../platform/policy";

export function canConfirm(contest: ContestFacts, creatorIsUser: boolean, now: Date): Denial {
  if (contest.cancelledAt) return deny("cancelled", "This contest was cancelled; it cannot be opened.");
  if (contest.status === "open") return deny("already_open", "This contest is open already.");
  if (contest.hiddenAt)
    return deny("hidden", "It is hidden after a report. Decide about that first, on the page Reports.");
  if (creatorIsUser)
    return deny(
      "creator_is_user",
      "Its creator is a user now, and may not publish. Make them a creator again first, or reject it.",
    );
  return contest.deadline <= now
    ? deny("deadline_passed", "Its deadline has passed. Ask the creator to move it first.")
    : null;
}

export function canDecide(contest: ContestFacts): Denial {
  if (contest.cancelledAt) return deny("cancelled", "This contest was cancelled; there is nothing left to decide.");
  return contest.status === "open"
    ? deny("already_open", "This contest is open already; it can be commented on, or cancelled.")
    : null;
}

/** Not allowed after the deadline: the contest could not be confirmed again. */
export function canReturnToReview(contest: ContestFacts, wasPaidFor: boolean, now: Date): Denial {
  if (contest.cancelledAt) return deny("cancelled", "This contest was cancelled; it cannot go back to review.");
  if (contest.status !== "open") return deny("not_open", "This contest is not open, so there is nothing to take back.");
  if (contest.winnerAt) return deny("winner_declared", "Its winner was chosen, so this contest stays as it is.");
  if (wasPaidFor) return deny("was_paid_for", "Somebody has paid to take part, so this contest can only be cancelled.");
  if (contest.participantCount > 0)
    return deny("was_paid_for", "People take part in it, so this contest can only be cancelled.");
  return contest.deadline <= now
    ? deny("deadline_passed", "Its deadline has passed, so its confirmation can no longer be taken back.")
    : null;
}

export function canFeature(contest: ContestFacts, isPublic: boolean, now: Date): Denial {
  if (phaseOf(contest, now) !== "open")
    return deny("not_open", "Only a contest that is open can be featured on the home page.");
  return isPublic
    ? null
    : deny("not_public", "The public does not see this contest at the moment, so it cannot be featured.");
}
