import type { ContestPermissions } from "@conquest/shared/contracts/contests";
import { phaseOf, type PhaseFacts } from "../../contests/domain/phase";
import {
  extensionsLeft,
  leaveDeadline,
  canExtend,
  movesDeadline,
  extensionError,
} from "../../extensions/domain/extension-policy";
import { formatTaka } from "../../participation/domain/refund-text";
import { canReport } from "../../reports/domain/report-policy";
import { canAsk, canReadAnnouncements, canPublishAnnouncement } from "../../questions/domain/question-policy";
import { canDeclareWinner, canRateEntries, canReadEntries } from "../../judges/domain/judging-policy";
import { canConfirm, canDecide, canFeature, canReturnToReview } from "../../review/domain/review-policy";
import type { ContestFacts, EditableFields, ContestRelation } from "../../contests/domain/contest-relation";
import { NOT_YOURS, deny, toPermission, type Denial } from "../../../platform/policy";

function requireOpen(contest: PhaseFacts, now: Date): Denial {
  switch (phaseOf(contest, now)) {
    case "open":
      return null;
    case "cancelled":
      return deny("cancelled", "This contest was cancelled.");
    case "in_review":
    case "changes_requested":
    case "rejected":
      return deny("not_open", "This contest is not open yet.");
    case "judging":
    case "overdue":
    case "completed":
      return deny("contest_closed", "This contest is closed: its deadline has passed.");
  }
}

export function canJoin(
  contest: ContestFacts,
  who: Pick<ContestRelation, "isOwner" | "hasJoined" | "isJudge">,
  now: Date,
): Denial {
  if (who.isOwner) return deny("own_contest", "This is your own contest; you cannot join it.");
  if (who.isJudge) return deny("judges_it", "You judge this contest, so you cannot take part in it.");
  if (who.hasJoined) return deny("already_joined", "You have already joined this contest; nothing was charged again.");
  return requireOpen(contest, now);
}

export function canLeave(
  contest: ContestFacts,
  who: Pick<ContestRelation, "hasJoined" | "hasSubmitted" | "joinedBeforeExtension">,
  now: Date,
): Denial {
  if (!who.hasJoined) return deny("not_joined", "You have not joined this contest.");
  const mustStay = who.hasSubmitted && leaveDeadline(contest, who, now) === null;
  return (
    requireOpen(contest, now) ??
    (mustStay ? deny("already_submitted", "You have submitted an entry, so you can no longer leave.") : null)
  );
}

export function canSubmit(contest: ContestFacts, who: Pick<ContestRelation, "hasJoined">, now: Date): Denial {
  return (
    requireOpen(contest, now) ??
    (who.hasJoined ? null : deny("not_joined", "Please join this contest first; then you can submit an entry."))
  );
}

export function canEdit(contest: ContestFacts): Denial {
  if (contest.cancelledAt) return deny("cancelled", "This contest was cancelled; it can no longer be changed.");
  return contest.winnerAt ? deny("completed", "This contest has a winner; it can no longer be changed.") : null;
}

/** Terms that participants rely on, by form field, each with its error message. */
const TERMS: Record<"registrationPrice" | "prize" | "task" | "tags" | "criteria", (contest: ContestFacts) => string> = {
  // Does not claim they paid it: a setting decides what joining costs, possibly nothing.
  registrationPrice: () => "People have joined; this stays.",
  prize: (contest) => `People joined for a prize of ${formatTaka(contest.prize)}; this stays.`,
  task: () => "People joined for this task; it stays.",
  tags: () => "People joined under this tag; it stays.",
  criteria: () => "People joined knowing what entries are judged by; this stays.",
};

export function frozenFields(contest: ContestFacts, now: Date): Record<string, string> {
  if (contest.participantCount === 0) return {};
  const terms = Object.entries(TERMS).map(([field, sentence]) => [field, sentence(contest)]);
  // Not reviewed as a term, but participants rely on it as well.
  terms.push(["hidesNames", "People joined knowing whether judges see their names; this stays."]);
  // The server accepts an extension here, but the form has no field for its reason.
  terms.push([
    "deadline",
    now < contest.deadline
      ? "People joined for this deadline. With “Extend the deadline” you move it to later, and tell them why."
      : "The deadline has passed; it can no longer be moved.",
  ]);
  return Object.fromEntries(terms) as Record<string, string>;
}

const formNamesOf = (change: Partial<EditableFields>) =>
  Object.keys(change).map((field) => (field === "tag" ? "tags" : field));

/** Returns the rejected changes by form field: frozen fields, and an unacceptable deadline. */
export function refusedChanges(
  contest: ContestFacts,
  change: Partial<EditableFields>,
  now: Date,
): Record<string, string> {
  const frozen = frozenFields(contest, now);
  const rejected = Object.fromEntries(
    formNamesOf(change).flatMap((field) => (field !== "deadline" && frozen[field] ? [[field, frozen[field]]] : [])),
  );
  const deadlineError = movesDeadline(contest, change) ? extensionError(contest, change.deadline!, now) : null;
  return deadlineError ? { deadline: deadlineError, ...rejected } : rejected;
}

/** Whether the change affects the terms of joining; a later deadline does not. */
export const touchesTerms = (contest: ContestFacts, change: Partial<EditableFields>): boolean =>
  formNamesOf(change).some((field) => field in TERMS) ||
  (change.deadline !== undefined && change.deadline < contest.deadline);

export function canRemove(contest: ContestFacts): Denial {
  if (contest.cancelledAt) return deny("cancelled", "This contest was already cancelled.");
  return contest.winnerAt
    ? deny("completed", "This contest has a winner, so it can no longer be deleted or cancelled.")
    : null;
}

const NO_ENTRY = deny("no_entry", "You did not submit an entry to this contest.");

/** Authors may change their publication choice until the contest is decided. */
export function canShowIfWins(contest: ContestFacts, who: Pick<ContestRelation, "hasSubmitted">, now: Date): Denial {
  if (!who.hasSubmitted) return NO_ENTRY;
  const phase = phaseOf(contest, now);
  if (phase === "cancelled") return deny("cancelled", "This contest was cancelled; no entry wins and none is shown.");
  return phase === "completed"
    ? deny("winner_declared", "The winner was chosen; until then you could say whether your entry is shown if it wins.")
    : null;
}

export function canPublishEntry(
  contest: ContestFacts,
  who: Pick<ContestRelation, "hasSubmitted" | "isShownWinner">,
  now: Date,
): Denial {
  if (!who.hasSubmitted) return NO_ENTRY;
  const phase = phaseOf(contest, now);
  if (phase === "cancelled") return deny("cancelled", "This contest was cancelled; its entries are not published.");
  if (phase !== "completed") return deny("no_winner", "Entries can be published once the winner is chosen.");
  return who.isShownWinner
    ? deny(
        "shown_as_winner",
        "Your entry won and is shown on the contest's page, as you agreed before the winner was chosen.",
      )
    : null;
}

const NO_ELIGIBLE_ENTRIES = deny(
  "not_eligible",
  "No entry can win at the moment: everybody who handed in was blocked or removed.",
);

const NOT_ADMIN = deny("not_yours", "Only an admin can do this.");

interface Facts {
  contest: ContestFacts;
  who: ContestRelation;
  /** Anyone ever joined, even for free. */
  wasJoined: boolean;
  wasPaidFor: boolean;
  /** The creator was demoted to a user, so the contest cannot be confirmed. */
  creatorIsUser: boolean;
  isPublic: boolean;
  nobodyCanWin: boolean;
  dayOfNewsSince: Date | null;
}

/** Each operation re-checks its own policy; declaring a winner also checks the chosen entry. */
export function evaluatePermissions(
  { contest, who, wasJoined, wasPaidFor, creatorIsUser, isPublic, nobodyCanWin, dayOfNewsSince }: Facts,
  now: Date,
): ContestPermissions {
  const manages = who.isOwner || who.isAdmin ? null : NOT_YOURS;
  const judges = who.isJudge ? null : manages;
  const reviews = who.isAdmin ? null : NOT_ADMIN;
  // Ignores arriving entries, which settle within a minute; the operation itself checks them.
  const judgedContest = { ...contest, isArriving: false };
  const joining =
    canJoin(contest, who, now) ?? (isPublic ? null : deny("not_public", "This contest is not on show at the moment."));
  return {
    join: toPermission(joining),
    leave: toPermission(canLeave(contest, who, now)),
    submit: toPermission(canSubmit(contest, who, now)),
    showIfWins: toPermission(canShowIfWins(contest, who, now)),
    publishEntry: toPermission(canPublishEntry(contest, who, now)),
    edit: { ...toPermission((who.isOwner ? null : NOT_YOURS) ?? canEdit(contest)), frozen: frozenFields(contest, now) },
    remove: { ...toPermission(manages ?? canRemove(contest)), how: wasJoined ? "cancel" : "delete" },
    extend: {
      ...toPermission((who.isOwner ? null : NOT_YOURS) ?? canExtend(contest, now)),
      left: extensionsLeft(contest),
    },
    readEntries: toPermission(judges ?? canReadEntries(judgedContest, who, now)),
    rateEntries: toPermission(judges ?? canRateEntries(judgedContest, who, now)),
    declareWinner: toPermission(
      manages ?? canDeclareWinner(judgedContest, who, now) ?? (nobodyCanWin ? NO_ELIGIBLE_ENTRIES : null),
    ),
    confirm: toPermission(reviews ?? canConfirm(contest, creatorIsUser, now)),
    decide: toPermission(reviews ?? canDecide(contest)),
    returnToReview: toPermission(reviews ?? canReturnToReview(contest, wasPaidFor, now)),
    feature: toPermission(reviews ?? canFeature(contest, isPublic, now)),
    report: toPermission(canReport(contest, who, now)),
    ask: toPermission(canAsk(contest, who, now)),
    writeNews: toPermission((who.isOwner ? null : NOT_YOURS) ?? canPublishAnnouncement(contest, dayOfNewsSince, now)),
    readNews: toPermission(canReadAnnouncements(who)),
  };
}
