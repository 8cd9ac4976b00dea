import { JUDGING_DAYS, phaseOf } from "../../contests/domain/phase";
import { type ContestFacts, type ContestRelation, NOT_YOURS } from "../../contests/domain/contest-policy";
import { deny, type Denial } from "../../../platform/policy";

type JudgingFacts = ContestFacts & { isArriving: boolean };

/** Participants, including admins, must not read or judge rival entries before the decision. */
function denyRivals(contest: ContestFacts, who: Pick<ContestRelation, "isOwner" | "hasJoined">): Denial {
  const isUndecided = contest.winnerAt === null && contest.cancelledAt === null;
  return isUndecided && who.hasJoined && !who.isOwner
    ? deny("takes_part", "You've joined this contest, so you can't see its entries until the winner is picked.")
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
      return deny("cancelled", "This contest was cancelled, so its entries aren't judged.");
    default:
      return deny("not_closed", "You can read the entries after the deadline.");
  }
}

/** Denies judging while an entry is arriving: a rated entry could still change, or a better one come in. */
const denyWhileArriving = ({ isArriving }: JudgingFacts): Denial =>
  isArriving
    ? deny("still_arriving", "An entry sent before the deadline is still arriving. Try again in a minute.")
    : null;

/** Only `isImmediate` callers may act before the contest is overdue; from then on admins may too. */
function requireJudgingOpen(
  contest: JudgingFacts,
  who: Pick<ContestRelation, "isOwner" | "hasJoined">,
  now: Date,
  messages: Record<"tooEarly" | "notYours" | "completed" | "cancelled", string>,
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
  notYours: `The creator has ${JUDGING_DAYS} days after the deadline to judge. After that, an admin can.`,
  cancelled: "This contest was cancelled, so its entries aren't judged.",
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
      tooEarly: "You can pick a winner after the deadline.",
      notYours: `The creator has ${JUDGING_DAYS} days after the deadline to pick a winner. After that, an admin can.`,
      completed: "This contest already has a winner.",
      cancelled: "This contest was cancelled, so it has no winner.",
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
      tooEarly: "You can shortlist entries after the deadline.",
      completed: "The winner was picked, so the shortlist can't be changed.",
    },
    who.isOwner || who.standsIn,
  );

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
      tooEarly: "You can rate entries after the deadline.",
      completed: "The winner was picked, so ratings and feedback can't be changed.",
    },
    who.isOwner || who.isJudge || who.standsIn,
  );
