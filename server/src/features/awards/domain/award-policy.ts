import { AWARD_DAYS, type AwardState } from "@conquest/shared/contracts/awards";
import type { ContestPermissionsInput } from "@conquest/shared/contracts/contests";
import { message } from "@conquest/shared/contracts/text/message";
import { deny, toPermission, type Denial } from "../../../platform/policy";
import { NOT_YOURS, type ContestRelation } from "../../contests/domain/contest-policy";

export interface AwardFacts {
  state: AwardState;
  isWinner: boolean;
  /** The creator's account exists and is not blocked. */
  canCreatorSend: boolean;
}

type Who = Pick<ContestRelation, "isOwner" | "isAdmin">;

const NO_AWARD = deny("no_award", message("This contest has no prize to send."));
const NOT_WINNER = deny("not_yours", message("Only the winner can do this."));

function denyIfEnded(state: AwardState): Denial {
  switch (state) {
    case "delivered":
      return deny("delivered", message("This prize was already delivered."));
    case "undelivered":
      return deny("undelivered", message("This prize was closed as not delivered."));
    case "void":
      return deny("void", message("The winner deleted their account, so there's no prize to send."));
    default:
      return null;
  }
}

export const canReadAwards = (award: AwardFacts | null, who: Who): Denial =>
  award === null
    ? NO_AWARD
    : who.isOwner || who.isAdmin || award.isWinner
      ? null
      : deny("not_yours", message("Only the creator, the winner and admins can see this."));

/** The details can be corrected until the prize is delivered. */
export const canSendPrize = (award: AwardFacts | null, who: Who): Denial =>
  award === null ? NO_AWARD : who.isOwner ? denyIfEnded(award.state) : NOT_YOURS;

/** Also before the creator marked it as sent, and until an admin decides about a problem. */
export const canConfirmPrize = (award: AwardFacts | null): Denial =>
  award === null ? NO_AWARD : award.isWinner ? denyIfEnded(award.state) : NOT_WINNER;

/** A late report still helps the admins, so it is possible until they decide. */
export function canReportPrize(award: AwardFacts | null): Denial {
  if (award === null) return NO_AWARD;
  if (!award.isWinner) return NOT_WINNER;
  if (award.state === "to_send")
    return deny(
      "not_due",
      message("The creator has {days} days to send the prize. After that, you can report a problem.", {
        days: AWARD_DAYS,
      }),
    );
  return award.state === "disputed"
    ? deny("already_reported", message("You reported a problem. An admin is looking into it."))
    : denyIfEnded(award.state);
}

export function canSettlePrize(award: AwardFacts | null, who: Who): Denial {
  if (!who.isAdmin) return deny("not_yours", message("Only an admin can do this."));
  if (award === null) return NO_AWARD;
  if (who.isOwner || award.isWinner)
    return deny("own_prize", message("You created this contest or won it, so another admin decides."));
  return award.state === "unconfirmed" || award.state === "disputed"
    ? null
    : (denyIfEnded(award.state) ?? deny("not_escalated", message("There's nothing to decide about this prize now.")));
}

export const awardPermissions = (award: AwardFacts | null, who: Who) =>
  ({
    sendPrize: toPermission(canSendPrize(award, who)),
    confirmPrize: toPermission(canConfirmPrize(award)),
    reportPrize: toPermission(canReportPrize(award)),
    settlePrize: {
      ...toPermission(canSettlePrize(award, who)),
      how: award === null || award.canCreatorSend ? "return" : "close",
    },
  }) satisfies Partial<ContestPermissionsInput>;
