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
        "You take part in this contest, so its entries are for its creator and other admins until it is decided.",
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
      return deny("cancelled", "This contest was cancelled; its entries are not judged.");
    default:
      return deny("not_closed", "You can read the entries once the deadline has passed.");
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
  notYours: `The creator has ${JUDGING_DAYS} days after the deadline to judge; after that an admin may.`,
  cancelled: "This contest was cancelled; its entries are not judged.",
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
      tooEarly: "The winner can be chosen once the deadline has passed.",
      notYours: `The creator has ${JUDGING_DAYS} days after the deadline to choose; after that an admin may.`,
      completed: "The winner of this contest was chosen already.",
      cancelled: "This contest was cancelled; it has no winner.",
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
      tooEarly: "Entries can be shortlisted once the deadline has passed.",
      completed: "The winner was chosen; the shortlist stays as it is.",
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
      tooEarly: "Entries can be rated once the deadline has passed.",
      completed: "The winner was chosen; what was said of the entries stays as it is.",
    },
    who.isOwner || who.isJudge || who.standsIn,
  );
