import { message, msg, type Text } from "@conquest/shared/contracts/text/message";
import type { NotificationTable } from "../../../platform/notify";
import { dateOf, withReason } from "../../../platform/text/message-values";
import type { ContestRow } from "../../contests/domain/contests-repository";

interface Wait {
  number: number;
  userId: string;
}

interface Offer extends Wait {
  offeredAt: Date;
  offerEndsAt: Date;
}

export const waitingListNotifications = {
  offered: ({ id, name }: ContestRow, { number, userId, offeredAt, offerEndsAt }: Offer) => ({
    to: userId,
    kind: "spot_offered",
    subject: message("A spot for you: “{name}”", { name }),
    text: message("A spot in “{name}” is free for you. It's held until {until}.", { name, until: dateOf(offerEndsAt) }),
    href: `/contest-details/${id}`,
    // A withdrawn spot can be offered again.
    onceKey: `spot:${number}:${offeredAt.getTime()}`,
    asks: `spot:${number}`,
  }),
  expired: ({ id, name }: ContestRow, { number, userId }: Wait) => ({
    to: userId,
    kind: "spot_offer_ended",
    subject: message("Offer ended: “{name}”", { name }),
    text: message("The spot in “{name}” is no longer held for you, and you're no longer on the waiting list.", {
      name,
    }),
    href: `/contest-details/${id}`,
    onceKey: `spot-ended:${number}`,
  }),
  withdrawn: ({ name }: ContestRow, { number, userId, at }: Wait & { at: Date }) => ({
    to: userId,
    kind: "spot_offer_ended",
    subject: message("Offer withdrawn: “{name}”", { name }),
    text: message(
      "“{name}” is under review again, so the spot is no longer held for you. You keep your place on the waiting list.",
      { name },
    ),
    href: "/dashboard/my_participated_contests",
    onceKey: `spot-withdrawn:${number}:${at.getTime()}`,
  }),
  cancelled: ({ name }: ContestRow, reason: Text, waits: readonly { userId: string }[]) => ({
    to: waits.map(({ userId }) => userId),
    kind: "follow_ended",
    subject: message("Contest cancelled: “{name}”", { name }),
    text: withReason(
      reason,
      [
        msg("“{name}”, for which you were on the waiting list, was cancelled."),
        msg("“{name}”, for which you were on the waiting list, was cancelled: {reason}"),
      ],
      { name },
    ),
    href: "/all_contests?phase=open",
  }),
} satisfies NotificationTable;
