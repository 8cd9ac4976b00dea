import { message } from "@conquest/shared/contracts/text/message";
import { phaseOf } from "../../contests/domain/phase";
import type { ContestFacts } from "../../contests/domain/contest-policy";
import { deny, type Denial } from "../../../platform/policy";

export function canConfirm(contest: ContestFacts, creatorIsUser: boolean, now: Date): Denial {
  if (contest.cancelledAt) return deny("cancelled", message("A cancelled contest can't be opened."));
  if (contest.status === "open") return deny("already_open", message("This contest is already open."));
  if (contest.hiddenAt)
    return deny(
      "hidden",
      message("This contest is hidden after a report. Decide the report first, on the Reports page."),
    );
  if (creatorIsUser)
    return deny(
      "creator_is_user",
      message("Its creator is now a user and can't run contests. Make them a creator again, or reject the contest."),
    );
  return contest.deadline <= now
    ? deny("deadline_passed", message("Its deadline has passed. Ask the creator to set a later one first."))
    : null;
}

export function canDecide(contest: ContestFacts): Denial {
  if (contest.cancelledAt)
    return deny("cancelled", message("This contest was cancelled, so there's nothing to review."));
  return contest.status === "open"
    ? deny("already_open", message("This contest is already open. You can comment on it or cancel it."))
    : null;
}

/** Not allowed after the deadline: the contest could not be confirmed again. */
export function canReturnToReview(contest: ContestFacts, wasPaidFor: boolean, now: Date): Denial {
  if (contest.cancelledAt) return deny("cancelled", message("A cancelled contest can't go back to review."));
  if (contest.status !== "open")
    return deny("not_open", message("This contest isn't open, so there's no approval to undo."));
  if (contest.winnerAt)
    return deny("winner_declared", message("You can't undo the approval of a contest that has a winner."));
  if (wasPaidFor)
    return deny("was_paid_for", message("Someone has paid to join, so you can only cancel this contest."));
  if (contest.participantCount > 0)
    return deny("was_paid_for", message("People have joined, so you can only cancel this contest."));
  return contest.deadline <= now
    ? deny("deadline_passed", message("You can't undo the approval after the deadline."))
    : null;
}

export function canFeature(contest: ContestFacts, isPublic: boolean, now: Date): Denial {
  if (phaseOf(contest, now) !== "open")
    return deny("not_open", message("Only an open contest can be featured on the home page."));
  if (contest.visibility !== "public")
    return deny("not_listed", message("Only a public contest can be featured on the home page."));
  return isPublic ? null : deny("not_public", message("This contest is hidden right now, so it can't be featured."));
}
