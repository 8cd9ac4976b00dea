import type { NotificationTable } from "../../platform/notify";
import { formatUtc, formatTaka } from "../../platform/text/format";
import type { ContestRow } from "../contests/domain/contests-repository";
import { refundSuffix } from "./domain/refund-text";

interface Reminder extends Pick<ContestRow, "id" | "name" | "deadline"> {
  userId: string;
  onceKey: string;
  hasJoined: boolean;
  canJoin: boolean;
}

export const participationNotifications = {
  joined: ({ id, name }: ContestRow, userIds: readonly string[], amount: number) => ({
    to: userIds,
    kind: "joined",
    text:
      amount === 0
        ? `You joined “${name}”, which costs nothing.`
        : `You joined “${name}” and paid ${formatTaka(amount)}.`,
    href: `/contest-details/${id}`,
    amount: amount === 0 ? undefined : formatTaka(amount),
  }),
  left: ({ id, name }: ContestRow, userId: string, { amount, hadEntry }: { amount: number; hadEntry: boolean }) => ({
    to: userId,
    kind: "refunded",
    text: `You left “${name}”.${refundSuffix(amount)}${hadEntry ? " Your entry was taken back." : ""}`,
    href: `/contest-details/${id}`,
    amount: amount === 0 ? undefined : formatTaka(amount),
  }),
  /** States the instant, because the remaining time would be outdated when read. */
  deadlineNear: ({ id, name, deadline, userId, onceKey, hasJoined, canJoin }: Reminder) => ({
    to: userId,
    kind: "deadline_near",
    text: hasJoined
      ? `“${name}” closes on ${formatUtc(deadline)}. Until then you can submit your entry or change it.`
      : `“${name}”, which you follow, closes on ${formatUtc(deadline)}.${canJoin ? " Until then you can join it." : ""}`,
    href: `/contest-details/${id}${hasJoined ? "#entry" : ""}`,
    onceKey,
  }),
} satisfies NotificationTable;
