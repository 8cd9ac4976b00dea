import type { JoinAmount } from "@conquest/shared/contracts/parts/site-config";
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
  if (who.isOwner) return deny("own_contest", "You can't join your own contest.");
  if (who.isJudge) return deny("judges_it", "You judge this contest, so you can't join it.");
  if (who.hasJoined) return deny("already_joined", "You've already joined this contest. You weren't charged again.");
  return requireOpen(contest, now);
}

export function canLeave(
  contest: ContestFacts,
  who: Pick<ContestRelation, "hasJoined" | "hasSubmitted" | "joinedBeforeExtension">,
  now: Date,
): Denial {
  if (!who.hasJoined) return deny("not_joined", "You haven't joined this contest.");
  const mustStay = who.hasSubmitted && leaveDeadline(contest, who, now) === null;
  return (
    requireOpen(contest, now) ??
    (mustStay ? deny("already_submitted", "You can't leave after submitting an entry.") : null)
  );
}
