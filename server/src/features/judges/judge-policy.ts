import { MAX_INVITED, MAX_JUDGES, type InvitationState } from "@conquest/shared/contracts/judging/judges";
import { message } from "@conquest/shared/contracts/text/message";
import { phaseOf, type PhaseFacts } from "../contests/domain/phase";
import { deny, type Denial } from "../../platform/policy";

function requireUndecided(contest: PhaseFacts): Denial {
  if (contest.cancelledAt) return deny("cancelled", message("This contest was cancelled, so it has no judging."));
  return contest.winnerAt
    ? deny("winner_declared", message("The winner was picked, so the judges can't be changed."))
    : null;
}

export interface InvitationCounts {
  /** Accepted and open invitations. */
  seatCount: number;
  addressCount: number;
}

const noSeat = deny(
  "no_seat",
  message("A contest can have up to {max} judges besides its creator. Withdraw an invitation first.", {
    max: MAX_JUDGES,
  }),
);

/** For the owner. Denied while the contest is in review or hidden: no email may mention it. */
export function canInvite(
  contest: PhaseFacts & { hiddenAt: Date | null },
  { seatCount, addressCount }: InvitationCounts,
  now: Date,
): Denial {
  const phase = phaseOf(contest, now);
  if (phase === "in_review" || phase === "changes_requested" || phase === "rejected")
    return deny("not_open", message("You can invite judges once an admin has approved the contest."));
  if (contest.hiddenAt)
    return (
      requireUndecided(contest) ??
      deny(
        "hidden",
        message("This contest is hidden while admins review it. You can invite judges once it's restored."),
      )
    );
  if (seatCount >= MAX_JUDGES) return requireUndecided(contest) ?? noSeat;
  return (
    requireUndecided(contest) ??
    (addressCount >= MAX_INVITED
      ? deny("too_many_invited", message("You've reached the limit of {max} invited addresses.", { max: MAX_INVITED }))
      : null)
  );
}

export function canWithdraw(contest: PhaseFacts, { state }: { state: InvitationState }): Denial {
  if (state !== "invited" && state !== "accepted") return deny("ended", message("This invitation has already ended."));
  return requireUndecided(contest);
}

export interface Invitee {
  isOwner: boolean;
  hasJoined: boolean;
  isJudge: boolean;
  isProven: boolean;
}

export const ADDRESS_NOT_VERIFIED = deny("address_not_proven", message("Verify your email to accept this invitation."));

interface Invitation {
  state: InvitationState;
  isPublic: boolean;
}

function requireOpenInvitation(contest: PhaseFacts, { state, isPublic }: Invitation): Denial {
  if (state === "withdrawn" || state === "stepped_down") return deny("ended", message("This invitation has ended."));
  return (
    requireUndecided(contest) ?? (isPublic ? null : deny("not_public", message("This contest is hidden right now.")))
  );
}

export function canAccept(
  contest: PhaseFacts,
  invitation: Invitation,
  who: Invitee,
  { seatCount }: Pick<InvitationCounts, "seatCount">,
): Denial {
  if (invitation.state === "accepted" || who.isJudge)
    return deny("already_judges", message("You're already a judge for this contest."));
  const denial = requireOpenInvitation(contest, invitation);
  if (denial) return denial;
  if (who.isOwner) return deny("own_contest", message("This is your own contest. You already judge it."));
  if (who.hasJoined) return deny("takes_part", message("You've joined this contest, so you can't judge it."));
  if (!who.isProven) return ADDRESS_NOT_VERIFIED;
  // An open invitation already counts as a seat.
  return invitation.state === "declined" && seatCount >= MAX_JUDGES
    ? deny("no_seat", message("All judge spots are taken."))
    : null;
}

/** Doesn't need a verified address: the owner of the address can still accept later. */
export function canDecline(contest: PhaseFacts, invitation: Invitation): Denial {
  if (invitation.state === "accepted")
    return deny("already_judges", message("You've accepted this invitation. You can step down instead."));
  if (invitation.state === "declined") return deny("declined", message("You've already declined this invitation."));
  return requireOpenInvitation(contest, invitation);
}

export const canStepDown = (contest: PhaseFacts, { state }: Pick<Invitation, "state">): Denial =>
  state === "accepted"
    ? requireUndecided(contest)
    : deny("not_a_judge", message("You're not a judge for this contest."));
