import { LEAVE_WINDOW_HOURS, MAX_EXTENSIONS, MAX_EXTENSION_DAYS } from "@conquest/shared/contracts/deadline-extensions";
import type { EditableFields, ContestFacts, ContestRelation } from "../../contests/domain/contest-policy";
import { DAY_MS, phaseOf } from "../../contests/domain/phase";
import { deny, type Denial } from "../../../platform/policy";

const LEAVING_MS = LEAVE_WINDOW_HOURS * 60 * 60 * 1000;
const PASSED = "The deadline has passed; it can no longer be moved.";
const TWICE = "People have joined, and this deadline was moved twice already; it stays.";

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
      return deny("cancelled", "This contest was cancelled; its deadline stays.");
    case "in_review":
    case "changes_requested":
    case "rejected":
      return deny("not_open", "This contest is not open yet; its deadline is changed with Edit.");
    case "completed":
      return deny("contest_closed", PASSED);
    case "judging":
    case "overdue":
      return contest.participantCount === 0
        ? deny("nobody_joined", "Nobody has joined; the deadline is changed with Edit.")
        : deny("contest_closed", PASSED);
    case "open":
      if (contest.participantCount === 0)
        return deny("nobody_joined", "Nobody has joined yet; the deadline is changed with Edit.");
      return contest.deadlineMoves >= MAX_EXTENSIONS ? deny("extended_twice", TWICE) : null;
  }
}

export const extensionsLeft = ({ deadlineMoves }: Pick<ContestFacts, "deadlineMoves">): number =>
  Math.max(0, MAX_EXTENSIONS - deadlineMoves);

export const movesDeadline = (contest: ContestFacts, change: Partial<EditableFields>): boolean =>
  contest.participantCount > 0 && change.deadline !== undefined;

export function extensionError(contest: ContestFacts, deadline: Date, now: Date): string | null {
  if (now >= contest.deadline) return PASSED;
  if (deadline <= contest.deadline) return "People rely on this deadline; it can only be moved to later.";
  if (contest.deadlineMoves >= MAX_EXTENSIONS) return TWICE;
  if (deadline.getTime() > contest.deadline.getTime() + MAX_EXTENSION_DAYS * DAY_MS)
    return `People have joined; the deadline can be moved by ${MAX_EXTENSION_DAYS} days at most.`;
  // Participants must have left before the contest closes, so that judging and scheduled steps never wait for them.
  return deadline < leaveWindowEnd(now)
    ? `Whoever has joined has ${LEAVE_WINDOW_HOURS} hours to leave when the deadline is moved. Please choose one that is at least ${LEAVE_WINDOW_HOURS} hours from now.`
    : null;
}
