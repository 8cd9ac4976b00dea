import { message } from "@conquest/shared/contracts/text/message";
import { deny, type Denial } from "../../../platform/policy";
import { isFull, type ContestFacts, type ContestRelation } from "../../contests/domain/contest-policy";
import { cannotTakePart } from "../../participation/domain/participation-policy";

export function canJoinWaitingList(
  contest: ContestFacts,
  who: Pick<ContestRelation, "isOwner" | "hasJoined" | "isJudge" | "waiting">,
  now: Date,
): Denial {
  const denial = cannotTakePart(contest, who, now);
  if (denial) return denial;
  if (who.waiting) return deny("already_waiting", message("You're already on the waiting list."));
  return isFull(contest) ? null : deny("not_full", message("This contest has a free spot. You can join it now."));
}

export const canLeaveWaitingList = ({ waiting }: Pick<ContestRelation, "waiting">): Denial =>
  waiting ? null : deny("not_waiting", message("You aren't on the waiting list."));
