import { MAX_ANNOUNCEMENTS_PER_DAY } from "@conquest/shared/contracts/announcements";
import { message, type Message } from "@conquest/shared/contracts/text/message";
import { deny, type Denial } from "../../../platform/policy";
import type { ContestFacts, ContestRelation } from "../../contests/domain/contest-policy";
import { DAY_MS } from "../../contests/domain/phase";

export function canPublishAnnouncement(
  contest: Pick<ContestFacts, "cancelledAt" | "participantCount">,
  dayOfNewsSince: Date | null,
  now: Date,
): Denial {
  if (contest.cancelledAt) return deny("cancelled", message("This contest was cancelled, so it has no participants."));
  if (contest.participantCount === 0)
    return deny("nobody_joined", message("No one has joined yet, so there's no one to send this to."));
  const left = dayOfNewsSince ? dayOfNewsSince.getTime() + DAY_MS - now.getTime() : 0;
  return left > 0 ? deny("too_much_news", limitReached(Math.ceil(left / 60_000))) : null;
}

const limitReached = (minutes: number): Message =>
  minutes < 60
    ? message(
        "You've sent {max} announcements in 24 hours, the daily limit. You can send another in {minutes, plural, one {# minute} other {# minutes}}.",
        { max: MAX_ANNOUNCEMENTS_PER_DAY, minutes },
      )
    : message(
        "You've sent {max} announcements in 24 hours, the daily limit. You can send another in {hours, plural, one {# hour} other {# hours}}.",
        { max: MAX_ANNOUNCEMENTS_PER_DAY, hours: Math.ceil(minutes / 60) },
      );

export const canReadAnnouncements = (who: Pick<ContestRelation, "isOwner" | "isAdmin" | "everJoined">): Denial =>
  who.isOwner || who.isAdmin || who.everJoined
    ? null
    : deny("not_joined", message("Only participants can read these announcements."));
