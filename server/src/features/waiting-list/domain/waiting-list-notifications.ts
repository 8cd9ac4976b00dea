import { message, msg, type Text } from "@conquest/shared/contracts/text/message";
import type { NotificationTable } from "../../../platform/notify";
import { dateOf, withReason } from "../../../platform/text/message-values";
import type { ContestRow } from "../../contests/domain/contests-repository";

interface Wait {
  number: number;
  userId: string;
}

export const waitingListNotifications = {
  offered: ({ id, name }: ContestRow, { number, userId, offerEndsAt }: Wait & { offerEndsAt: Date }) => ({
    to: userId,
    kind: "spot_offered",
    subject: message("A spot for you: “{name}”", { name }),
    text: message(
      "A spot in “{name}” is yours until {until}. After that it goes to the next person on the waiting list.",
      { name, until: dateOf(offerEndsAt) },
    ),
    href: `/contest-details/${id}`,
    onceKey: `spot:${number}`,
    asks: `spot:${number}`,
  }),
  expired: ({ id, name }: ContestRow, { number, userId }: Wait) => ({
    to: userId,
    kind: "spot_offer_ended",
    subject: message("Offer ended: “{name}”", { name }),
    text: message(
      "The spot in “{name}” is no longer held for you, and you left the waiting list. You can join the list again.",
      { name },
    ),
    href: `/contest-details/${id}`,
    onceKey: `spot-ended:${number}`,
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
