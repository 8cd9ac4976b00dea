import { type NotificationTable } from "../../../platform/notify";
import { reasonSuffix, formatTaka } from "../../../platform/text/format";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { refundSuffix, refundTotalSuffix } from "../../participation/domain/refund-text";
import type { EndResult } from "./end-contest";
import { toFollowers } from "../../follows/domain/follower-notifications";

/** Links to the open contests, since the contest's own page and card are no longer visible to followers. */
const ended = (text: string) => ({ kind: "follow_ended" as const, text, href: "/all_contests?phase=open" });

interface Refund {
  userId: string;
  amount: number;
}

const cancelledText = (reason: string) => `was cancelled${reasonSuffix(reason)}`;

export const cancellationNotifications = {
  cancelledToParticipant: ({ id, name }: ContestRow, reason: string, { userId, amount }: Refund) => ({
    to: userId,
    kind: "cancelled",
    text: `“${name}” ${cancelledText(reason)}${refundSuffix(amount)}`,
    href: `/contest-details/${id}`,
    amount: amount === 0 ? undefined : formatTaka(amount),
  }),
  cancelledToFollowers: (contest: ContestRow, reason: string, refunds: readonly Refund[]) =>
    toFollowers(
      contest,
      ended(cancelledText(reason)),
      refunds.map(({ userId }) => userId),
    ),
  removedToFollowers: (contest: ContestRow) => toFollowers(contest, ended("was removed.")),
  endedByAdmin: ({ id, name, creatorId }: ContestRow, { isCancelled, refundedTotal }: EndResult, reason: string) => ({
    to: creatorId,
    kind: "cancelled",
    text: `Your contest “${name}” was ${isCancelled ? "cancelled" : "deleted"} by an admin${reasonSuffix(reason)}${refundTotalSuffix(refundedTotal)}`,
    href: `/dashboard/my_created_contests${isCancelled ? `?contest=${id}` : ""}`,
  }),
} satisfies NotificationTable;
