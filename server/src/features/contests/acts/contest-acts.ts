import type { ContestActs, ContestForm } from "@conquest/shared/contracts/contests";
import { refuse } from "../../../platform/errors";
import type { ContestRow } from "../contests-repository";
import { mayReport } from "../reported/report-acts";
import { formatTaka } from "../money/taka";
import { mayAsk, mayReadNews, mayWriteNews } from "../talk/talk-acts";
import { no, toPermission, type No } from "./verdict";
import { extensionsLeft, leavesUntil, mayExtend, movesDeadline, whyNotMoved } from "../extending/extension-acts";
import { JUDGING_DAYS, phaseOf, type PhaseFacts } from "../clock/phase";

/** What the rules ask of a contest. */
export interface ContestFacts extends PhaseFacts {
  registrationPrice: number;
  prize: number;
  participantCount: number;
  deadlineMoves: number;
  /** When it was moved for those who had joined, the last time. */
  extendedAt: Date | null;
  /** Since when the public does not see it after a report. */
  hiddenAt: Date | null;
}

/** What the caller is to the contest. */
export interface Standing {
  isOwner: boolean;
  isAdmin: boolean;
  /** Has accepted to judge it beside its owner. */
  isJudge: boolean;
  /** Has a paid place now. */
  hasJoined: boolean;
  hasSubmitted: boolean;
  /** Had that place already when the deadline was moved. */
  joinedBeforeExtension: boolean;
  /** Won, and had let the entry be shown in that case. */
  isShownWinner: boolean;
  /** Has a place, or had one. */
  everJoined: boolean;
  /** Has reported it, and that is not decided. */
  hasReported: boolean;
}

/** Passes where it may be done; else refuses (409) with what is the matter. */
export function assertMay(verdict: No): void {
  if (verdict) refuse(verdict.code, verdict.because);
}

/** People join, leave and submit while a contest is open. */
function unlessOpen(contest: PhaseFacts, now: Date): No {
  switch (phaseOf(contest, now)) {
    case "open":
      return null;
    case "cancelled":
      return no("cancelled", "This contest was cancelled.");
    case "in_review":
    case "changes_requested":
    case "rejected":
      return no("not_open", "This contest is not open yet.");
    case "judging":
    case "overdue":
    case "completed":
      return no("contest_closed", "This contest is closed: its deadline has passed.");
  }
}

export function mayJoin(contest: ContestFacts, who: Pick<Standing, "isOwner" | "hasJoined" | "isJudge">, now: Date): No {
  if (who.isOwner) return no("own_contest", "This is your own contest; you cannot join it.");
  if (who.isJudge) return no("judges_it", "You judge this contest, so you cannot take part in it.");
  if (who.hasJoined) return no("already_joined", "You have already joined this contest; nothing was charged again.");
  return unlessOpen(contest, now);
}

export function mayLeave(contest: ContestFacts, who: Pick<Standing, "hasJoined" | "hasSubmitted" | "joinedBeforeExtension">, now: Date): No {
  if (!who.hasJoined) return no("not_joined", "You have not joined this contest.");
  const stays = who.hasSubmitted && leavesUntil(contest, who, now) === null;
  return unlessOpen(contest, now) ?? (stays ? no("already_submitted", "You have submitted an entry, so you can no longer leave.") : null);
}

export function maySubmit(contest: ContestFacts, who: Pick<Standing, "hasJoined">, now: Date): No {
  return unlessOpen(contest, now) ?? (who.hasJoined ? null : no("not_joined", "Please join this contest first; then you can submit an entry."));
}

export function mayEdit(contest: ContestFacts): No {
  if (contest.cancelledAt) return no("cancelled", "This contest was cancelled; it can no longer be changed.");
  return contest.winnerAt ? no("completed", "This contest has a winner; it can no longer be changed.") : null;
}

/** The form's fields as the row holds them. */
export type EditableFields = Omit<ContestForm, "tags" | "deadline"> & Pick<ContestRow, "tag" | "deadline">;

/** What people who join rely on, by the name that the form has for it, each with the sentence for its field. */
const TERMS: Record<"registrationPrice" | "prize" | "task" | "tags" | "criteria", (contest: ContestFacts) => string> = {
  registrationPrice: (contest) => `People joined for a fee of ${formatTaka(contest.registrationPrice)}; this stays.`,
  prize: (contest) => `People joined for a prize of ${formatTaka(contest.prize)}; this stays.`,
  task: () => "People joined for this task; it stays.",
  tags: () => "People joined under this tag; it stays.",
  criteria: () => "People joined knowing what entries are judged by; this stays.",
};

/** The fields of the form that stay as they are once somebody has joined, each with the sentence why. */
export function frozenFields(contest: ContestFacts, now: Date): Record<string, string> {
  if (contest.participantCount === 0) return {};
  const terms = Object.entries(TERMS).map(([field, sentence]) => [field, sentence(contest)]);
  // No term that is reviewed, but a promise all the same.
  terms.push(["hidesNames", "People joined knowing whether judges see their names; this stays."]);
  // Asked to change it, the server does; but the form has no room for the reason.
  terms.push(["deadline", now < contest.deadline ? "People joined for this deadline. With “Extend the deadline” you move it to later, and tell them why." : "The deadline has passed; it can no longer be moved."]);
  return Object.fromEntries(terms) as Record<string, string>;
}

const formNamesOf = (change: Partial<EditableFields>) => Object.keys(change).map((field) => (field === "tag" ? "tags" : field));

/** Which of these changes are refused, by the form's names: what is frozen, and a deadline that people did not have to expect. */
export function refusedChanges(contest: ContestFacts, change: Partial<EditableFields>, now: Date): Record<string, string> {
  const frozen = frozenFields(contest, now);
  const refused = Object.fromEntries(formNamesOf(change).flatMap((field) => (field !== "deadline" && frozen[field] ? [[field, frozen[field]]] : [])));
  const because = movesDeadline(contest, change) ? whyNotMoved(contest, change.deadline!, now) : null;
  return because ? { deadline: because, ...refused } : refused;
}

/** Whether what people would pay for changes; a later deadline is none of it. */
export const touchesTerms = (contest: ContestFacts, change: Partial<EditableFields>): boolean =>
  formNamesOf(change).some((field) => field in TERMS) || (change.deadline !== undefined && change.deadline < contest.deadline);

export function mayRemove(contest: ContestFacts): No {
  if (contest.cancelledAt) return no("cancelled", "This contest was already cancelled.");
  return contest.winnerAt ? no("completed", "This contest has a winner, so it can no longer be deleted or cancelled.") : null;
}

const NO_ENTRY = no("no_entry", "You did not submit an entry to this contest.");

/** Whether one's entry is shown when it wins is open until it is known which one does. */
export function mayShowIfWins(contest: ContestFacts, who: Pick<Standing, "hasSubmitted">, now: Date): No {
  if (!who.hasSubmitted) return NO_ENTRY;
  const phase = phaseOf(contest, now);
  if (phase === "cancelled") return no("cancelled", "This contest was cancelled; no entry wins and none is shown.");
  return phase === "completed" ? no("winner_declared", "The winner was chosen; until then you could say whether your entry is shown if it wins.") : null;
}

export function mayPublishEntry(contest: ContestFacts, who: Pick<Standing, "hasSubmitted" | "isShownWinner">, now: Date): No {
  if (!who.hasSubmitted) return NO_ENTRY;
  const phase = phaseOf(contest, now);
  if (phase === "cancelled") return no("cancelled", "This contest was cancelled; its entries are not published.");
  if (phase !== "completed") return no("no_winner", "Entries can be published once the winner is chosen.");
  return who.isShownWinner ? no("shown_as_winner", "Your entry won and is shown on the contest's page, as you agreed before the winner was chosen.") : null;
}

/** Who takes part reads and judges no rival's entry, admins neither: another one may. */
function unlessRival(contest: ContestFacts, who: Pick<Standing, "isOwner" | "hasJoined">): No {
  const isUndecided = contest.winnerAt === null && contest.cancelledAt === null;
  return isUndecided && who.hasJoined && !who.isOwner ? no("takes_part", "You take part in this contest, so its entries are for its creator and other admins until it is decided.") : null;
}

/**
 * Whether the caller may judge the contest, as far as reading goes: its entries and their files. Co-judges do from the deadline on:
 * who read before, and then stepped down, could still join.
 */
export function mayReadEntries(contest: ContestFacts, who: Pick<Standing, "isOwner" | "isAdmin" | "isJudge" | "hasJoined">, now: Date): No {
  if (who.isOwner || who.isAdmin) return unlessRival(contest, who);
  if (!who.isJudge) return NOT_YOURS;
  switch (phaseOf(contest, now)) {
    case "judging":
    case "overdue":
    case "completed":
      return null;
    case "cancelled":
      return no("cancelled", "This contest was cancelled; its entries are not judged.");
    default:
      return no("not_closed", "You can read the entries once the deadline has passed.");
  }
}

/**
 * Judging is from the deadline on, until the winner is chosen: for whom it is at once, like the owner, and once it is overdue for
 * an admin too.
 */
function unlessJudging(
  contest: ContestFacts,
  who: Pick<Standing, "isOwner" | "hasJoined">,
  now: Date,
  words: Record<"tooEarly" | "notYours" | "completed" | "cancelled", string>,
  isAtOnce = who.isOwner,
): No {
  switch (phaseOf(contest, now)) {
    case "completed":
      return no("winner_declared", words.completed);
    case "cancelled":
      return no("cancelled", words.cancelled);
    case "overdue":
      return unlessRival(contest, who);
    case "judging":
      return isAtOnce ? null : no("not_overdue", words.notYours);
    default:
      return no("not_closed", words.tooEarly);
  }
}

export const mayDeclareWinner = (contest: ContestFacts, who: Pick<Standing, "isOwner" | "hasJoined">, now: Date): No =>
  unlessJudging(contest, who, now, {
    tooEarly: "The winner can be chosen once the deadline has passed.",
    notYours: `The creator has ${JUDGING_DAYS} days after the deadline to choose; after that an admin may.`,
    completed: "The winner of this contest was chosen already.",
    cancelled: "This contest was cancelled; it has no winner.",
  });

/** The shortlist is of those who choose, until they have. */
export const mayShortlistEntries = (contest: ContestFacts, who: Pick<Standing, "isOwner" | "hasJoined">, now: Date): No =>
  unlessJudging(contest, who, now, {
    tooEarly: "Entries can be shortlisted once the deadline has passed.",
    notYours: `The creator has ${JUDGING_DAYS} days after the deadline to judge; after that an admin may.`,
    completed: "The winner was chosen; the shortlist stays as it is.",
    cancelled: "This contest was cancelled; its entries are not judged.",
  });

/** Co-judges rate when the owner does. */
export const mayRateEntries = (contest: ContestFacts, who: Pick<Standing, "isOwner" | "isJudge" | "hasJoined">, now: Date): No =>
  unlessJudging(
    contest,
    who,
    now,
    {
      tooEarly: "Entries can be rated once the deadline has passed.",
      notYours: `The creator has ${JUDGING_DAYS} days after the deadline to judge; after that an admin may.`,
      completed: "The winner was chosen; what was said of the entries stays as it is.",
      cancelled: "This contest was cancelled; its entries are not judged.",
    },
    who.isOwner || who.isJudge,
  );

export function mayConfirm(contest: ContestFacts, now: Date): No {
  if (contest.cancelledAt) return no("cancelled", "This contest was cancelled; it cannot be opened.");
  if (contest.status === "open") return no("already_open", "This contest is open already.");
  if (contest.hiddenAt) return no("hidden", "It is hidden after a report. Decide about that first, on the page Reports.");
  return contest.deadline <= now ? no("deadline_passed", "Its deadline has passed. Ask the creator to move it first.") : null;
}

/** Asking for changes and rejecting. */
export function mayDecide(contest: ContestFacts): No {
  if (contest.cancelledAt) return no("cancelled", "This contest was cancelled; there is nothing left to decide.");
  return contest.status === "open" ? no("already_open", "This contest is open already; it can be commented on, or cancelled.") : null;
}

export function mayReturnToReview(contest: ContestFacts, wasPaidFor: boolean): No {
  if (contest.cancelledAt) return no("cancelled", "This contest was cancelled; it cannot go back to review.");
  if (contest.status !== "open") return no("not_open", "This contest is not open, so there is nothing to take back.");
  return wasPaidFor ? no("was_paid_for", "Somebody has paid to take part, so this contest can only be cancelled.") : null;
}

/** What everybody may join may stand before all others on the home page. */
export function mayFeature(contest: ContestFacts, isPublic: boolean, now: Date): No {
  if (phaseOf(contest, now) !== "open") return no("not_open", "Only a contest that is open can be featured on the home page.");
  return isPublic ? null : no("not_public", "The public does not see this contest at the moment, so it cannot be featured.");
}

const NOT_YOURS = no("not_yours", "Only its creator can do this.");
const NOT_ADMIN = no("not_yours", "Only an admin can do this.");

interface Facts {
  contest: ContestFacts;
  who: Standing;
  /** Anybody ever paid for it, refunded or not. */
  wasPaidFor: boolean;
  /** Everyone may see it. */
  isPublic: boolean;
  /** When the last piece of news but two was written. */
  lastNewsButTwoAt: Date | null;
}

/** All that a caller may do with a contest now, in the words of the contract. The rules above are what each act asks again. */
export function actsOf({ contest, who, wasPaidFor, isPublic, lastNewsButTwoAt }: Facts, now: Date): ContestActs {
  const manages = who.isOwner || who.isAdmin ? null : NOT_YOURS;
  const judges = who.isJudge ? null : manages;
  const reviews = who.isAdmin ? null : NOT_ADMIN;
  const joining = mayJoin(contest, who, now) ?? (isPublic ? null : no("not_public", "This contest is not on show at the moment."));
  return {
    join: toPermission(joining),
    leave: toPermission(mayLeave(contest, who, now)),
    submit: toPermission(maySubmit(contest, who, now)),
    showIfWins: toPermission(mayShowIfWins(contest, who, now)),
    publishEntry: toPermission(mayPublishEntry(contest, who, now)),
    edit: { ...toPermission((who.isOwner ? null : NOT_YOURS) ?? mayEdit(contest)), frozen: frozenFields(contest, now) },
    remove: { ...toPermission(manages ?? mayRemove(contest)), how: wasPaidFor ? "cancel" : "delete" },
    extend: { ...toPermission((who.isOwner ? null : NOT_YOURS) ?? mayExtend(contest, now)), left: extensionsLeft(contest) },
    readEntries: toPermission(judges ?? mayReadEntries(contest, who, now)),
    rateEntries: toPermission(judges ?? mayRateEntries(contest, who, now)),
    declareWinner: toPermission(manages ?? mayDeclareWinner(contest, who, now)),
    confirm: toPermission(reviews ?? mayConfirm(contest, now)),
    decide: toPermission(reviews ?? mayDecide(contest)),
    returnToReview: toPermission(reviews ?? mayReturnToReview(contest, wasPaidFor)),
    feature: toPermission(reviews ?? mayFeature(contest, isPublic, now)),
    report: toPermission(mayReport(contest, who, now)),
    ask: toPermission(mayAsk(contest, who, now)),
    writeNews: toPermission((who.isOwner ? null : NOT_YOURS) ?? mayWriteNews(contest, lastNewsButTwoAt, now)),
    readNews: toPermission(mayReadNews(who)),
  };
}
