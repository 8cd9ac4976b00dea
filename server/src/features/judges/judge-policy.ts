import { MAX_INVITED, MAX_JUDGES, type InvitationState } from "@conquest/shared/contracts/judging/judges";
import { phaseOf, type PhaseFacts } from "../contests/domain/phase";
import { deny, type Denial } from "../../platform/policy";

function requireUndecided(contest: PhaseFacts): Denial {
  if (contest.cancelledAt) return deny("cancelled", "This contest was cancelled; nobody judges it.");
  return contest.winnerAt ? deny("winner_declared", "The winner was chosen; who judged stays as it is.") : null;
}

export interface InvitationCounts {
  /** Accepted and open invitations. */
  seatCount: number;
  addressCount: number;
}

const noSeat = deny(
  "no_seat",
  `${MAX_JUDGES} people judge a contest beside its creator at most. Withdraw an invitation first.`,
);

/** For the owner. Denied while the contest is in review or hidden: no email may mention it. */
export function canInvite(
  contest: PhaseFacts & { hiddenAt: Date | null },
  { seatCount, addressCount }: InvitationCounts,
  now: Date,
): Denial {
  const phase = phaseOf(contest, now);
  if (phase === "in_review" || phase === "changes_requested" || phase === "rejected")
    return deny("not_open", "Judges can be invited once an admin has confirmed the contest.");
  if (contest.hiddenAt)
    return (
      requireUndecided(contest) ??
      deny(
        "hidden",
        "This contest is hidden from the public while admins look at it. Judges can be invited once it is on show again.",
      )
    );
  if (seatCount >= MAX_JUDGES) return requireUndecided(contest) ?? noSeat;
  return (
    requireUndecided(contest) ??
    (addressCount >= MAX_INVITED
      ? deny("too_many_invited", `A contest invites ${MAX_INVITED} addresses at most, and this one has.`)
      : null)
  );
}

export function canWithdraw(contest: PhaseFacts, { state }: { state: InvitationState }): Denial {
  if (state !== "invited" && state !== "accepted") return deny("ended", "This invitation is over already.");
  return requireUndecided(contest);
}

export interface Invitee {
  isOwner: boolean;
  hasJoined: boolean;
  isJudge: boolean;
  isProven: boolean;
}

export const ADDRESS_NOT_VERIFIED = deny(
  "address_not_proven",
  "Please prove first that this address is yours: have a link for a new password sent to it, and choose one there.",
);

interface Invitation {
  state: InvitationState;
  isPublic: boolean;
}

function requireOpenInvitation(contest: PhaseFacts, { state, isPublic }: Invitation): Denial {
  if (state === "withdrawn" || state === "stepped_down") return deny("ended", "This invitation is over.");
  return (
    requireUndecided(contest) ?? (isPublic ? null : deny("not_public", "This contest is not on show at the moment."))
  );
}

export function canAccept(
  contest: PhaseFacts,
  invitation: Invitation,
  who: Invitee,
  { seatCount }: Pick<InvitationCounts, "seatCount">,
): Denial {
  if (invitation.state === "accepted" || who.isJudge) return deny("already_judges", "You judge this contest already.");
  const denial = requireOpenInvitation(contest, invitation);
  if (denial) return denial;
  if (who.isOwner) return deny("own_contest", "This is your own contest: you judge it anyway.");
  if (who.hasJoined) return deny("takes_part", "You take part in this contest, so you cannot judge it.");
  if (!who.isProven) return ADDRESS_NOT_VERIFIED;
  // An open invitation already counts as a seat.
  return invitation.state === "declined" && seatCount >= MAX_JUDGES
    ? deny("no_seat", "The seat was given to somebody else meanwhile.")
    : null;
}

export function canDecline(contest: PhaseFacts, invitation: Invitation, who: Pick<Invitee, "isProven">): Denial {
  if (invitation.state === "accepted") return deny("already_judges", "You judge this contest. You can step down.");
  if (invitation.state === "declined") return deny("declined", "You declined already.");
  return requireOpenInvitation(contest, invitation) ?? (who.isProven ? null : ADDRESS_NOT_VERIFIED);
}

export const canStepDown = (contest: PhaseFacts, { state }: Pick<Invitation, "state">): Denial =>
  state === "accepted" ? requireUndecided(contest) : deny("not_a_judge", "You do not judge this contest.");
