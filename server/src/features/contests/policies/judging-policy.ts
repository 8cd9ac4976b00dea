import { JUDGING_DAYS, phaseOf } from "../clock/phase";
import type { ContestFacts, ContestRelation } from "./contest-relation";
import { NOT_YOURS, deny, type Denial } from "./policy";

/** A contest, and whether an entry that began before the deadline is still on its way. */
type JudgedFacts = ContestFacts & { isArriving: boolean };

/** Who takes part reads and judges no rival's entry, admins neither: another one may. */
function unlessRival(contest: ContestFacts, who: Pick<ContestRelation, "isOwner" | "hasJoined">): Denial {
  const isUndecided = contest.winnerAt === null && contest.cancelledAt === null;
  return isUndecided && who.hasJoined && !who.isOwner
    ? deny(
        "takes_part",
        "You take part in this contest, so its entries are for its creator and other admins until it is decided.",
      )
    : null;
}

/**
 * Whether the caller may judge the contest, as far as reading goes: its entries and their files. Co-judges do from the deadline on:
 * who read before, and then stepped down, could still join.
 */
export function canReadEntries(
  contest: JudgedFacts,
  who: Pick<ContestRelation, "isOwner" | "isAdmin" | "isJudge" | "hasJoined">,
  now: Date,
): Denial {
  if (who.isOwner || who.isAdmin) return unlessRival(contest, who);
  if (!who.isJudge) return NOT_YOURS;
  switch (phaseOf(contest, now)) {
    case "judging":
      return unlessArriving(contest);
    case "overdue":
    case "completed":
      return null;
    case "cancelled":
      return deny("cancelled", "This contest was cancelled; its entries are not judged.");
    default:
      return deny("not_closed", "You can read the entries once the deadline has passed.");
  }
}

/** While an entry arrives none is judged: what is rated or chosen could still change, or be beaten by one that was sent in time. */
const unlessArriving = ({ isArriving }: JudgedFacts): Denial =>
  isArriving
    ? deny("still_arriving", "An entry sent before the deadline is still arriving. Try again in a minute.")
    : null;

/**
 * Judging is from the deadline on, until the winner is chosen: for whom it is at once, like the owner and who stands in for them, and
 * once it is overdue for an admin too.
 */
function unlessJudging(
  contest: JudgedFacts,
  who: Pick<ContestRelation, "isOwner" | "hasJoined">,
  now: Date,
  words: Record<"tooEarly" | "notYours" | "completed" | "cancelled", string>,
  isAtOnce: boolean,
): Denial {
  switch (phaseOf(contest, now)) {
    case "completed":
      return deny("winner_declared", words.completed);
    case "cancelled":
      return deny("cancelled", words.cancelled);
    case "overdue":
      return unlessRival(contest, who);
    case "judging":
      return isAtOnce ? (unlessRival(contest, who) ?? unlessArriving(contest)) : deny("not_overdue", words.notYours);
    default:
      return deny("not_closed", words.tooEarly);
  }
}

/** Where the entries themselves are judged, rather than who wins. */
const UNJUDGED = {
  notYours: `The creator has ${JUDGING_DAYS} days after the deadline to judge; after that an admin may.`,
  cancelled: "This contest was cancelled; its entries are not judged.",
};

export const canDeclareWinner = (
  contest: JudgedFacts,
  who: Pick<ContestRelation, "isOwner" | "standsIn" | "hasJoined">,
  now: Date,
): Denial =>
  unlessJudging(
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

/** The shortlist is of those who choose, until they have. */
export const canShortlistEntries = (
  contest: JudgedFacts,
  who: Pick<ContestRelation, "isOwner" | "standsIn" | "hasJoined">,
  now: Date,
): Denial =>
  unlessJudging(
    contest,
    who,
    now,
    {
      ...UNJUDGED,
      tooEarly: "Entries can be shortlisted once the deadline has passed.",
      completed: "The winner was chosen; the shortlist stays as it is.",
    },
    who.isOwner || who.standsIn,
  );

/** Co-judges rate when the owner does. */
export const canRateEntries = (
  contest: JudgedFacts,
  who: Pick<ContestRelation, "isOwner" | "isJudge" | "standsIn" | "hasJoined">,
  now: Date,
): Denial =>
  unlessJudging(
    contest,
    who,
    now,
    {
      ...UNJUDGED,
      tooEarly: "Entries can be rated once the deadline has passed.",
      completed: "The winner was chosen; what was said of the entries stays as it is.",
    },
    who.isOwner || who.isJudge || who.standsIn,
  );
