import { message, type Message } from "@conquest/shared/contracts/text/message";
import { JUDGING_DAYS, phaseOf } from "../../contests/domain/phase";
import { type ContestFacts, type ContestRelation, NOT_YOURS } from "../../contests/domain/contest-policy";
import { deny, type Denial } from "../../../platform/policy";

type JudgingFacts = ContestFacts & { isArriving: boolean };

/** Participants, including admins, must not read or judge rival entries before the decision. */
function denyRivals(contest: ContestFacts, who: Pick<ContestRelation, "isOwner" | "hasJoined">): Denial {
  const isUndecided = contest.winnerAt === null && contest.cancelledAt === null;
  return isUndecided && who.hasJoined && !who.isOwner
    ? deny(
        "takes_part",
        message("You've joined this contest, so you can't see its entries until the winner is picked."),
      )
    : null;
}

/** Co-judges read only from the deadline on: one who read earlier could step down and still join. */
export function canReadEntries(
  contest: JudgingFacts,
  who: Pick<ContestRelation, "isOwner" | "isAdmin" | "isJudge" | "hasJoined">,
  now: Date,
): Denial {
  if (who.isOwner || who.isAdmin) return denyRivals(contest, who);
  if (!who.isJudge) return NOT_YOURS;
  switch (phaseOf(contest, now)) {
    case "judging":
      return denyWhileArriving(contest);
    case "overdue":
    case "completed":
      return null;
    case "cancelled":
      return deny("cancelled", message("This contest was cancelled, so its entries aren't judged."));
    default:
      return deny("not_closed", message("You can read the entries after the deadline."));
  }
}

/** Denies judging while an entry is arriving: a rated entry could still change, or a better one come in. */
const denyWhileArriving = ({ isArriving }: JudgingFacts): Denial =>
  isArriving
    ? deny("still_arriving", message("An entry sent before the deadline is still arriving. Try again in a minute."))
    : null;

/** Only `isImmediate` callers may act before the contest is overdue; from then on admins may too. */
function requireJudgingOpen(
  contest: JudgingFacts,
  who: Pick<ContestRelation, "isOwner" | "hasJoined">,
  now: Date,
  messages: Record<"tooEarly" | "notYours" | "completed" | "cancelled", Message>,
  isImmediate: boolean,
): Denial {
  switch (phaseOf(contest, now)) {
    case "completed":
      return deny("winner_declared", messages.completed);
    case "cancelled":
      return deny("cancelled", messages.cancelled);
    case "overdue":
      return denyRivals(contest, who);
    case "judging":
      return isImmediate
        ? (denyRivals(contest, who) ?? denyWhileArriving(contest))
        : deny("not_overdue", messages.notYours);
    default:
      return deny("not_closed", messages.tooEarly);
  }
}

const ENTRY_MESSAGES = {
  notYours: message("The creator has {days} days after the deadline to judge. After that, an admin can.", {
    days: JUDGING_DAYS,
  }),
  cancelled: message("This contest was cancelled, so its entries aren't judged."),
};

export const canDeclareWinner = (
  contest: JudgingFacts,
  who: Pick<ContestRelation, "isOwner" | "standsIn" | "hasJoined">,
  now: Date,
): Denial =>
  requireJudgingOpen(
    contest,
    who,
    now,
    {
      tooEarly: message("You can pick a winner after the deadline."),
      notYours: message("The creator has {days} days after the deadline to pick a winner. After that, an admin can.", {
        days: JUDGING_DAYS,
      }),
      completed: message("This contest already has a winner."),
      cancelled: message("This contest was cancelled, so it has no winner."),
    },
    who.isOwner || who.standsIn,
  );

export const canShortlistEntries = (
  contest: JudgingFacts,
  who: Pick<ContestRelation, "isOwner" | "standsIn" | "hasJoined">,
  now: Date,
): Denial =>
  requireJudgingOpen(
    contest,
    who,
    now,
    {
      ...ENTRY_MESSAGES,
      tooEarly: message("You can shortlist entries after the deadline."),
      completed: message("The winner was picked, so the shortlist can't be changed."),
    },
    who.isOwner || who.standsIn,
  );

/** While entries are judged, an admin who is an invited judge reads like other judges, unless they pick the winner. */
export const readsAllEntries = (
  contest: ContestFacts,
  who: Pick<ContestRelation, "isOwner" | "isAdmin" | "isJudge" | "standsIn">,
  now: Date,
): boolean => who.isOwner || (who.isAdmin && (!who.isJudge || who.standsIn || phaseOf(contest, now) !== "judging"));

/** An export contains everything at once, so judges cannot have it. */
export const canExportEntries = (
  contest: JudgingFacts,
  who: Pick<ContestRelation, "isOwner" | "isAdmin" | "isJudge" | "standsIn" | "hasJoined">,
  now: Date,
): Denial => canReadEntries(contest, who, now) ?? (readsAllEntries(contest, who, now) ? null : NOT_YOURS);

export const canRateEntries = (
  contest: JudgingFacts,
  who: Pick<ContestRelation, "isOwner" | "isJudge" | "standsIn" | "hasJoined">,
  now: Date,
): Denial =>
  requireJudgingOpen(
    contest,
    who,
    now,
    {
      ...ENTRY_MESSAGES,
      tooEarly: message("You can rate entries after the deadline."),
      completed: message("The winner was picked, so ratings and feedback can't be changed."),
    },
    who.isOwner || who.isJudge || who.standsIn,
  );

const NOT_INVITED_JUDGE = deny("not_a_judge", message("Only judges whom the creator invited can recuse themselves."));

/** The creator reads all entries and picks the winner, so only invited judges can leave one to others. */
export const canRecuse = (
  contest: JudgingFacts,
  who: Pick<ContestRelation, "isOwner" | "isJudge" | "standsIn" | "hasJoined">,
  now: Date,
): Denial => (who.isJudge && !who.isOwner ? canRateEntries(contest, who, now) : NOT_INVITED_JUDGE);

/** For the owner: assigning entries, and the date for ratings. */
export function canPlanJudging(contest: ContestFacts, now: Date): Denial {
  switch (phaseOf(contest, now)) {
    case "in_review":
    case "changes_requested":
    case "rejected":
      return deny("not_open", message("You can plan the judging once an admin has approved the contest."));
    case "completed":
      return deny("winner_declared", message("The winner was picked, so there's nothing left to judge."));
    case "cancelled":
      return deny("cancelled", message("This contest was cancelled, so it has no judging."));
    default:
      return null;
  }
}
