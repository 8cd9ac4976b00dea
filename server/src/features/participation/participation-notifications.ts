import { message } from "@conquest/shared/contracts/text/message";
import type { NotificationTable } from "../../platform/notify";
import { receiptPath } from "../../platform/email/notification-kinds";
import { formatTaka } from "../../platform/text/format";
import { dateOf, sentences, takaOf } from "../../platform/text/message-values";
import type { ContestRow } from "../contests/domain/contests-repository";
import type { PaidParticipation } from "./domain/participations-repository";
import { refundSentence } from "./domain/refund-text";

interface Reminder extends Pick<ContestRow, "id" | "name" | "deadline"> {
  userId: string;
  onceKey: string;
  hasJoined: boolean;
  canJoin: boolean;
}

export const participationNotifications = {
  joinedFree: ({ id, name }: ContestRow, userIds: readonly string[]) => ({
    to: userIds,
    kind: "joined",
    subject: message("Contest joined: “{name}”", { name }),
    text: message("You joined “{name}” for free.", { name }),
    href: `/contest-details/${id}`,
  }),
  paid: (
    { name }: ContestRow,
    { userId, amount }: Pick<PaidParticipation, "userId" | "amount">,
    receiptNumber: number,
  ) => ({
    to: userId,
    kind: "joined",
    subject: message("Payment received: “{name}”", { name }),
    text: message("You joined “{name}” and paid {amount}. Your receipt number is {number}.", {
      name,
      amount: takaOf(amount),
      number: String(receiptNumber),
    }),
    href: receiptPath(receiptNumber),
    amount: formatTaka(amount),
  }),
  left: (
    { id, name }: ContestRow,
    userId: string,
    { amount, hadEntry, receiptNumber }: { amount: number; hadEntry: boolean; receiptNumber: number | undefined },
  ) => ({
    to: userId,
    kind: "refunded",
    subject: amount === 0 ? message("Contest left: “{name}”", { name }) : message("Refund: “{name}”", { name }),
    text: sentences(
      message("You left “{name}”.", { name }),
      refundSentence(amount),
      hadEntry && message("Your entry was withdrawn."),
    ),
    href: receiptNumber ? receiptPath(receiptNumber) : `/contest-details/${id}`,
    amount: amount === 0 ? undefined : formatTaka(amount),
  }),
  /** States the instant, because the remaining time would be outdated when read. */
  deadlineNear: ({ id, name, deadline, userId, onceKey, hasJoined, canJoin }: Reminder) => ({
    to: userId,
    kind: "deadline_near",
    subject: message("Closing soon: “{name}”", { name }),
    text: hasJoined
      ? message("“{name}” closes on {deadline}. You can still submit or change your entry.", {
          name,
          deadline: dateOf(deadline),
        })
      : sentences(
          message("“{name}”, which you follow, closes on {deadline}.", { name, deadline: dateOf(deadline) }),
          canJoin && message("You can still join."),
        ),
    href: `/contest-details/${id}${hasJoined ? "#entry" : ""}`,
    onceKey,
  }),
} satisfies NotificationTable;
