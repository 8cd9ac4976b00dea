import { message } from "@conquest/shared/contracts/text/message";
import { requireOpen, type ContestFacts } from "../../contests/domain/contest-policy";
import { deny, type Denial } from "../../../platform/policy";

/** Inviting people and making a join code. Removing them is always possible. */
export function canManagePrivateAccess(contest: ContestFacts, now: Date): Denial {
  if (contest.visibility !== "private")
    return deny("not_private", message("Only a private contest has invitations and a join code."));
  return requireOpen(contest, now);
}
