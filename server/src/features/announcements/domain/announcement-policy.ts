import { MAX_ANNOUNCEMENTS_PER_DAY } from "@conquest/shared/contracts/announcements";
import { deny, type Denial } from "../../../platform/policy";
import type { ContestFacts, ContestRelation } from "../../contests/domain/contest-policy";
import { DAY_MS } from "../../contests/domain/phase";

export function canPublishAnnouncement(
  contest: Pick<ContestFacts, "cancelledAt" | "participantCount">,
  dayOfNewsSince: Date | null,
  now: Date,
): Denial {
  if (contest.cancelledAt) return deny("cancelled", "This contest was cancelled, so it has no participants.");
  if (contest.participantCount === 0)
    return deny("nobody_joined", "No one has joined yet, so there's no one to send this to.");
  const left = dayOfNewsSince ? dayOfNewsSince.getTime() + DAY_MS - now.getTime() : 0;
  return left > 0
    ? deny(
        "too_much_news",
        `You've sent ${MAX_ANNOUNCEMENTS_PER_DAY} announcements in 24 hours, the daily limit. You can send another ${formatDelay(left)}.`,
      )
    : null;
}

function formatDelay(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes < 60) return minutes === 1 ? "in 1 minute" : `in ${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? "in 1 hour" : `in ${hours} hours`;
}

export const canReadAnnouncements = (who: Pick<ContestRelation, "isOwner" | "isAdmin" | "everJoined">): Denial =>
  who.isOwner || who.isAdmin || who.everJoined
    ? null
    : deny("not_joined", "Only participants can read these announcements.");
