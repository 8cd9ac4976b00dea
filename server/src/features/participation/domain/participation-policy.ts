import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
import { message } from "@conquest/shared/contracts/text/message";
import { deny, type Denial } from "../../../platform/policy";
import { requireOpen, type ContestFacts, type ContestRelation } from "../../contests/domain/contest-policy";
import { leaveDeadline } from "../../extensions/domain/extension-policy";

/** Price of joining in whole taka; the single source for every displayed or recorded amount. */
export const amountDue = (contest: { prize: number; registrationPrice: number }, joinAmount: JoinAmount): number =>
  joinAmount === "prize" ? contest.prize : contest.registrationPrice;

export function canJoin(
  contest: ContestFacts,
  who: Pick<ContestRelation, "isOwner" | "hasJoined" | "isJudge">,
  now: Date,
): Denial {
  if (who.isOwner) return deny("own_contest", message("You can't join your own contest."));
  if (who.isJudge) return deny("judges_it", message("You judge this contest, so you can't join it."));
  if (who.hasJoined)
    return deny("already_joined", message("You've already joined this contest. You weren't charged again."));
  return requireOpen(contest, now);
}

export function canLeave(
  contest: ContestFacts,
  who: Pick<ContestRelation, "hasJoined" | "hasSubmitted" | "joinedBeforeExtension">,
  now: Date,
): Denial {
  if (!who.hasJoined) return deny("not_joined", message("You haven't joined this contest."));
  const mustStay = who.hasSubmitted && leaveDeadline(contest, who, now) === null;
  return (
    requireOpen(contest, now) ??
    (mustStay ? deny("already_submitted", message("You can't leave after submitting an entry.")) : null)
  );
}
