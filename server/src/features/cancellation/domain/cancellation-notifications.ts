import { quotedName } from "../../../platform/email/email-subject";
import { type NotificationTable } from "../../../platform/notify";
import { reasonSuffix, formatTaka } from "../../../platform/text/format";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { refundSuffix, refundTotalSuffix } from "../../participation/domain/refund-text";
import type { EndResult } from "./end-contest";
import { toFollowers } from "../../follows/domain/follower-notifications";

/** The open contests, since the contest's own page and card are no longer visible to followers. */
const OPEN_CONTESTS = "/all_contests?phase=open";

interface Refund {
  userId: string;
  amount: number;
}

export const cancellationNotifications = {
  cancelledToParticipant: ({ id, name }: ContestRow, reason: string, { userId, amount }: Refund) => ({
    to: userId,
    kind: "cancelled",
    subject: `Contest cancelled: ${quotedName(name)}`,
    text: `“${name}” was cancelled${reasonSuffix(reason)}${refundSuffix(amount)}`,
    href: `/contest-details/${id}`,
    amount: amount === 0 ? undefined : formatTaka(amount),
  }),
  cancelledToFollowers: (contest: ContestRow, reason: string, refunds: readonly Refund[]) =>
    toFollowers(
      contest,
      {
        kind: "follow_ended",
        subject: `Contest cancelled: ${quotedName(contest.name)}`,
        text: `“${contest.name}”, which you follow, was cancelled${reasonSuffix(reason)}`,
        href: OPEN_CONTESTS,
      },
      refunds.map(({ userId }) => userId),
    ),
  removedToFollowers: (contest: ContestRow) =>
    toFollowers(contest, {
      kind: "follow_ended",
      subject: `Contest deleted: ${quotedName(contest.name)}`,
      text: `“${contest.name}”, which you follow, was deleted.`,
      href: OPEN_CONTESTS,
    }),
  endedByAdmin: ({ id, name, creatorId }: ContestRow, { isCancelled, refundedTotal }: EndResult, reason: string) => ({
    to: creatorId,
    kind: "cancelled",
    ...(isCancelled
      ? {
          subject: `Contest cancelled: ${quotedName(name)}`,
          text: `An admin cancelled your contest “${name}”${reasonSuffix(reason)}${refundTotalSuffix(refundedTotal)}`,
          href: `/dashboard/my_created_contests?contest=${id}`,
        }
      : {
          subject: `Contest deleted: ${quotedName(name)}`,
          text: `An admin deleted your contest “${name}”${reasonSuffix(reason)}`,
          href: "/dashboard/my_created_contests",
        }),
  }),
} satisfies NotificationTable;
