import { quotedName } from "../../platform/email/email-subject";
import type { NotificationTable } from "../../platform/notify";
import { receiptPath } from "../../platform/email/notification-kinds";
import { formatUtc, formatTaka } from "../../platform/text/format";
import type { ContestRow } from "../contests/domain/contests-repository";
import type { PaidParticipation } from "./domain/participations-repository";
import { refundSuffix } from "./domain/refund-text";

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
    subject: `Contest joined: ${quotedName(name)}`,
    text: `You joined “${name}” for free.`,
    href: `/contest-details/${id}`,
  }),
  paid: (
    { name }: ContestRow,
    { userId, amount }: Pick<PaidParticipation, "userId" | "amount">,
    receiptNumber: number,
  ) => ({
    to: userId,
    kind: "joined",
    subject: `Payment received: ${quotedName(name)}`,
    text: `You joined “${name}” and paid ${formatTaka(amount)}. Your receipt number is ${receiptNumber}.`,
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
    subject: `${amount === 0 ? "Contest left" : "Refund"}: ${quotedName(name)}`,
    text: `You left “${name}”.${refundSuffix(amount)}${hadEntry ? " Your entry was withdrawn." : ""}`,
    href: receiptNumber ? receiptPath(receiptNumber) : `/contest-details/${id}`,
    amount: amount === 0 ? undefined : formatTaka(amount),
  }),
  /** States the instant, because the remaining time would be outdated when read. */
  deadlineNear: ({ id, name, deadline, userId, onceKey, hasJoined, canJoin }: Reminder) => ({
    to: userId,
    kind: "deadline_near",
    subject: `Closing soon: ${quotedName(name)}`,
    text: hasJoined
      ? `“${name}” closes on ${formatUtc(deadline)}. You can still submit or change your entry.`
      : `“${name}”, which you follow, closes on ${formatUtc(deadline)}.${canJoin ? " You can still join." : ""}`,
    href: `/contest-details/${id}${hasJoined ? "#entry" : ""}`,
    onceKey,
  }),
} satisfies NotificationTable;
