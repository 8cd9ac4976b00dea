import { MAX_ANNOUNCEMENTS_PER_DAY } from "@conquest/shared/contracts/announcements";
import { deny, type Denial } from "../../../platform/policy";
import type { ContestFacts, ContestRelation } from "../../contests/domain/contest-policy";
import { DAY_MS } from "../../contests/domain/phase";

export function canPublishAnnouncement(
  contest: Pick<ContestFacts, "cancelledAt" | "participantCount">,
  dayOfNewsSince: Date | null,
  now: Date,
): Denial {
  if (contest.cancelledAt) return deny("cancelled", "This contest was cancelled; nobody takes part in it any more.");
  if (contest.participantCount === 0)
    return deny("nobody_joined", "Nobody has joined, so there is nobody to write to.");
  const left = dayOfNewsSince ? dayOfNewsSince.getTime() + DAY_MS - now.getTime() : 0;
  return left > 0
    ? deny(
        "too_much_news",
        `You have written ${MAX_ANNOUNCEMENTS_PER_DAY} times within a day, which is as often as people are written to. You can write again ${formatDelay(left)}.`,
      )
    : null;
}

function formatDelay(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes < 60) return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? "in an hour" : `in ${hours} hours`;
}

export const canReadAnnouncements = (who: Pick<ContestRelation, "isOwner" | "isAdmin" | "everJoined">): Denial =>
  who.isOwner || who.isAdmin || who.everJoined
    ? null
    : deny("not_joined", "What the creator writes to those who take part is for them alone.");
