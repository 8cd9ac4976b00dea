import { MAX_INVITED, MAX_JUDGES, type InvitationState } from "@conquest/shared/contracts/judging/judges";
import { phaseOf, type PhaseFacts } from "../clock/phase";
import { deny, type Denial } from "../policies/policy";

/** Judges come, go and are sent away until there is a winner. */
function unlessDecided(contest: PhaseFacts): Denial {
  if (contest.cancelledAt) return deny("cancelled", "This contest was cancelled; nobody judges it.");
  return contest.winnerAt ? deny("winner_declared", "The winner was chosen; who judged stays as it is.") : null;
}

/** What is known of all invitations to one contest. */
export interface Invited {
  /** Who judges, or may still accept. */
  seatCount: number;
  addressCount: number;
}

const noSeat = deny(
  "no_seat",
  `${MAX_JUDGES} people judge a contest beside its creator at most. Withdraw an invitation first.`,
);

/** For the owner. What is in review, or hidden after a report, is nobody's to be told of by letter. */
export function canInvite(
  contest: PhaseFacts & { hiddenAt: Date | null },
  { seatCount, addressCount }: Invited,
  now: Date,
): Denial {
  const phase = phaseOf(contest, now);
  if (phase === "in_review" || phase === "changes_requested" || phase === "rejected")
    return deny("not_open", "Judges can be invited once an admin has confirmed the contest.");
  if (contest.hiddenAt)
    return (
      unlessDecided(contest) ??
      deny(
        "hidden",
        "This contest is hidden from the public while admins look at it. Judges can be invited once it is on show again.",
      )
    );
  if (seatCount >= MAX_JUDGES) return unlessDecided(contest) ?? noSeat;
  return (
    unlessDecided(contest) ??
    (addressCount >= MAX_INVITED
      ? deny("too_many_invited", `A contest invites ${MAX_INVITED} addresses at most, and this one has.`)
      : null)
  );
}

/** For the owner. */
export function canWithdraw(contest: PhaseFacts, { state }: { state: InvitationState }): Denial {
  if (state !== "invited" && state !== "accepted") return deny("ended", "This invitation is over already.");
  return unlessDecided(contest);
}

/** Whoever is invited, as far as accepting goes. */
export interface Invitee {
  isOwner: boolean;
  /** Has a paid place. */
  hasJoined: boolean;
  /** Judges it already. */
  isJudge: boolean;
  /** The provider vouches for the address. */
  isProven: boolean;
}

export const NOT_PROVEN = deny(
  "address_not_proven",
  "Please prove first that this address is yours: have a link for a new password sent to it, and choose one there.",
);

interface Invitation {
  state: InvitationState;
  /** Everybody may see the contest. */
  isPublic: boolean;
}

function unlessAnswered(contest: PhaseFacts, { state, isPublic }: Invitation): Denial {
  if (state === "withdrawn" || state === "stepped_down") return deny("ended", "This invitation is over.");
  return unlessDecided(contest) ?? (isPublic ? null : deny("not_public", "This contest is not on show at the moment."));
}

/** Also after declining, while there is a seat. */
export function canAccept(
  contest: PhaseFacts,
  invitation: Invitation,
  who: Invitee,
  { seatCount }: Pick<Invited, "seatCount">,
): Denial {
  if (invitation.state === "accepted" || who.isJudge) return deny("already_judges", "You judge this contest already.");
  const over = unlessAnswered(contest, invitation);
  if (over) return over;
  if (who.isOwner) return deny("own_contest", "This is your own contest: you judge it anyway.");
  if (who.hasJoined) return deny("takes_part", "You take part in this contest, so you cannot judge it.");
  if (!who.isProven) return NOT_PROVEN;
  // Who was invited has a seat that waits.
  return invitation.state === "declined" && seatCount >= MAX_JUDGES
    ? deny("no_seat", "The seat was given to somebody else meanwhile.")
    : null;
}

export function canDecline(contest: PhaseFacts, invitation: Invitation, who: Pick<Invitee, "isProven">): Denial {
  if (invitation.state === "accepted") return deny("already_judges", "You judge this contest. You can step down.");
  if (invitation.state === "declined") return deny("declined", "You declined already.");
  return unlessAnswered(contest, invitation) ?? (who.isProven ? null : NOT_PROVEN);
}

export const canStepDown = (contest: PhaseFacts, { state }: Pick<Invitation, "state">): Denial =>
  state === "accepted" ? unlessDecided(contest) : deny("not_a_judge", "You do not judge this contest.");
