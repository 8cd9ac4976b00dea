import { LEAVE_WINDOW_HOURS, MAX_EXTENSIONS, MAX_EXTENSION_DAYS } from "@conquest/shared/contracts/deadline-extensions";
import { message, type Message } from "@conquest/shared/contracts/text/message";
import type { EditableFields, ContestFacts, ContestRelation } from "../../contests/domain/contest-policy";
import { DAY_MS, phaseOf } from "../../contests/domain/phase";
import { deny, type Denial } from "../../../platform/policy";

const LEAVING_MS = LEAVE_WINDOW_HOURS * 60 * 60 * 1000;
const PASSED = message("You can't change the deadline after it has passed.");
const TWICE = message("This deadline was already extended twice, so it can't be changed again.");

export const leaveWindowEnd = (extendedAt: Date): Date => new Date(extendedAt.getTime() + LEAVING_MS);

/** Returns until when a participant may leave despite a submitted entry; null if not allowed. */
export function leaveDeadline(
  { extendedAt }: Pick<ContestFacts, "extendedAt">,
  who: Pick<ContestRelation, "joinedBeforeExtension">,
  now: Date,
): Date | null {
  if (!extendedAt || !who.joinedBeforeExtension) return null;
  const end = leaveWindowEnd(extendedAt);
  return now < end ? end : null;
}

export const hasJoinedBefore = ({ extendedAt }: Pick<ContestFacts, "extendedAt">, paidAt: Date | undefined): boolean =>
  extendedAt !== null && paidAt !== undefined && paidAt <= extendedAt;

/** A passed deadline stays: participants rely on no later entries being accepted. */
export function canExtend(contest: ContestFacts, now: Date): Denial {
  switch (phaseOf(contest, now)) {
    case "cancelled":
      return deny("cancelled", message("You can't extend the deadline of a cancelled contest."));
    case "in_review":
    case "changes_requested":
    case "rejected":
      return deny("not_open", message("This contest isn't open yet. Use Edit to change its deadline."));
    case "completed":
      return deny("contest_closed", PASSED);
    case "judging":
    case "overdue":
      return contest.participantCount === 0
        ? deny("nobody_joined", message("No one joined. Use Edit to change the deadline."))
        : deny("contest_closed", PASSED);
    case "open":
      if (contest.participantCount === 0)
        return deny("nobody_joined", message("No one has joined yet. Use Edit to change the deadline."));
      return contest.deadlineMoves >= MAX_EXTENSIONS ? deny("extended_twice", TWICE) : null;
  }
}

export const extensionsLeft = ({ deadlineMoves }: Pick<ContestFacts, "deadlineMoves">): number =>
  Math.max(0, MAX_EXTENSIONS - deadlineMoves);

export const movesDeadline = (contest: ContestFacts, change: Partial<EditableFields>): boolean =>
  contest.participantCount > 0 && change.deadline !== undefined;

export function extensionError(contest: ContestFacts, deadline: Date, now: Date): Message | null {
  if (now >= contest.deadline) return PASSED;
  if (deadline <= contest.deadline) return message("Choose a later deadline. It can't move earlier after people join.");
  if (contest.deadlineMoves >= MAX_EXTENSIONS) return TWICE;
  if (deadline.getTime() > contest.deadline.getTime() + MAX_EXTENSION_DAYS * DAY_MS)
    return message("You can extend the deadline by up to {max} days after people join.", { max: MAX_EXTENSION_DAYS });
  // Participants must have left before the contest closes, so that judging and scheduled steps never wait for them.
  return deadline < leaveWindowEnd(now)
    ? message(
        "Participants get {hours} hours to leave after an extension. Choose a deadline at least {hours} hours from now.",
        { hours: LEAVE_WINDOW_HOURS },
      )
    : null;
}
