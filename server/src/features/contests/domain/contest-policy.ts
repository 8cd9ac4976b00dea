import type { ContestForm } from "@conquest/shared/contracts/contests";
import { message, type Message } from "@conquest/shared/contracts/text/message";
import { isMoreVisible, type Visibility } from "@conquest/shared/contracts/visibility";
import { type PhaseFacts, phaseOf } from "./phase";
import type { ContestRow } from "./contests-repository";
import { deny, type Denial } from "../../../platform/policy";
import { throwValidationError } from "../../../platform/errors";
import { takaOf } from "../../../platform/text/message-values";

export interface ContestFacts extends PhaseFacts {
  registrationPrice: number;
  prize: number;
  participantCount: number;
  maxParticipants: number | null;
  /** The number of spots that are offered to people on the waiting list. */
  heldSpots: number;
  /** The largest number of members of a team; 1 if there are no teams. */
  maxTeamSize: number;
  deadlineMoves: number;
  /** Time of the last deadline extension that affected participants. */
  extendedAt: Date | null;
  hiddenAt: Date | null;
  visibility: Visibility;
}

export interface TeamRelation {
  isCaptain: boolean;
  memberCount: number;
  /** Another member can win. */
  hasActiveMate: boolean;
}

export interface ContestRelation {
  isOwner: boolean;
  waiting: { offerEndsAt: string | null } | null;
  team: TeamRelation | null;
  isAdmin: boolean;
  isJudge: boolean;
  /** Is an admin while the creator is blocked: acts at once instead of waiting until the contest is overdue. */
  standsIn: boolean;
  hasJoined: boolean;
  hasSubmitted: boolean;
  joinedBeforeExtension: boolean;
  /** Won and agreed to publication. */
  isShownWinner: boolean;
  everJoined: boolean;
  hasReported: boolean;
}

export type EditableFields = Omit<ContestForm, "tags" | "deadline"> & Pick<ContestRow, "tag" | "deadline">;

const VISIBILITY_FROZEN = message("People have joined, so you can only make the contest less visible.");

/** People joined for fewer to see it. Making it less visible takes nothing from them: they keep access. */
export const visibilityError = (
  { participantCount, visibility }: Pick<ContestFacts, "participantCount" | "visibility">,
  change: Partial<EditableFields>,
): Message | null =>
  participantCount > 0 && change.visibility !== undefined && isMoreVisible(change.visibility, visibility)
    ? VISIBILITY_FROZEN
    : null;

export const NOT_YOURS = deny("not_yours", message("Only its creator can do this."));

export function requireOpen(contest: PhaseFacts, now: Date): Denial {
  switch (phaseOf(contest, now)) {
    case "open":
      return null;
    case "cancelled":
      return deny("cancelled", message("This contest was cancelled."));
    case "in_review":
    case "changes_requested":
    case "rejected":
      return deny("not_open", message("This contest isn't open yet."));
    case "judging":
    case "overdue":
    case "completed":
      return deny("contest_closed", message("This contest is closed. Its deadline has passed."));
  }
}

type SpotFacts = Pick<ContestFacts, "participantCount" | "maxParticipants" | "heldSpots">;

export const spotsLeft = ({ participantCount, heldSpots, maxParticipants }: SpotFacts): number | null =>
  maxParticipants === null ? null : Math.max(0, maxParticipants - participantCount - heldSpots);

export const isFull = (contest: SpotFacts): boolean => spotsLeft(contest) === 0;

export function canEdit(contest: ContestFacts): Denial {
  if (contest.cancelledAt) return deny("cancelled", message("You can't edit a cancelled contest."));
  return contest.winnerAt ? deny("completed", message("You can't edit a contest that has a winner.")) : null;
}

/** Terms that participants rely on, by form field, each with its error message. */
const TERMS: Record<
  | "registrationPrice"
  | "prize"
  | "morePrizes"
  | "task"
  | "tags"
  | "criteria"
  | "criteriaWeights"
  | "rules"
  | "entryFields"
  | "maxTeamSize",
  (contest: ContestFacts) => Message
> = {
  // Does not claim they paid it: a setting decides what joining costs, possibly nothing.
  registrationPrice: () => message("You can't change this after people join."),
  prize: (contest) =>
    message("You can't change the prize ({prize}) after people join.", { prize: takaOf(contest.prize) }),
  morePrizes: () => message("You can't change the prizes after people join."),
  task: () => message("You can't change the task after people join."),
  tags: () => message("You can't change the tag after people join."),
  criteria: () => message("You can't change the judging criteria after people join."),
  criteriaWeights: () => message("You can't change the weights of the criteria after people join."),
  rules: () => message("You can't change the rules after people join."),
  entryFields: () => message("You can't change the entry form after people join."),
  maxTeamSize: () => message("You can't change the size of teams after people join."),
};

export function frozenFields(contest: ContestFacts, now: Date): Record<string, Message> {
  if (contest.participantCount === 0) return {};
  const terms = Object.entries(TERMS).map(([field, sentence]) => [field, sentence(contest)]);
  // Not reviewed as a term, but participants rely on it as well.
  terms.push(["hidesNames", message("You can't change anonymous judging after people join.")]);
  if (contest.visibility === "private") terms.push(["visibility", VISIBILITY_FROZEN]);
  // The server accepts an extension here, but the form has no field for its reason.
  terms.push([
    "deadline",
    now < contest.deadline
      ? message(
          "People have joined for this deadline. Use “Extend the deadline” to choose a later one and tell them why.",
        )
      : message("You can't change the deadline after it has passed."),
  ]);
  return Object.fromEntries(terms) as Record<string, Message>;
}

export const formNamesOf = (change: Partial<EditableFields>) =>
  Object.keys(change).map((field) => (field === "tag" ? "tags" : field));

/** Whether the change affects the terms of joining; a later deadline does not. */
export const touchesTerms = (contest: ContestFacts, change: Partial<EditableFields>): boolean =>
  formNamesOf(change).some((field) => field in TERMS) ||
  (change.deadline !== undefined && change.deadline < contest.deadline);

export function canRemove(contest: ContestFacts): Denial {
  if (contest.cancelledAt) return deny("cancelled", message("This contest is already cancelled."));
  return contest.winnerAt
    ? deny("completed", message("You can't delete or cancel a contest that has a winner."))
    : null;
}

/** Payments are held until the deadline, so a distant year is more likely a typo than a plan. */
const MAX_YEARS_AHEAD = 10;

export function assertFutureDeadline(deadline: Date, now: Date): void {
  if (deadline <= now) throwValidationError({ deadline: message("Choose a deadline in the future.") });
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS_AHEAD);
  if (deadline > latest)
    throwValidationError({ deadline: message("Choose a deadline within {max} years.", { max: MAX_YEARS_AHEAD }) });
}
