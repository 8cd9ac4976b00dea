import { message, msg, type Text } from "@conquest/shared/contracts/text/message";
import { type NotificationTable } from "../../../platform/notify";
import { formatTaka } from "../../../platform/text/format";
import { sentences, withReason } from "../../../platform/text/message-values";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { refundSentence, refundTotalSentence } from "../../participation/domain/refund-text";
import type { EndResult } from "./end-contest";
import { toFollowers } from "../../follows/domain/follower-notifications";

/** The open contests, since the contest's own page and card are no longer visible to followers. */
const OPEN_CONTESTS = "/all_contests?phase=open";

export const CANCELLED = [msg("“{name}” was cancelled."), msg("“{name}” was cancelled: {reason}")] as const;

interface Refund {
  userId: string;
  amount: number;
}

export const cancellationNotifications = {
  cancelledToParticipant: ({ id, name }: ContestRow, reason: Text, { userId, amount }: Refund) => ({
    to: userId,
    kind: "cancelled",
    subject: message("Contest cancelled: “{name}”", { name }),
    text: sentences(withReason(reason, CANCELLED, { name }), refundSentence(amount)),
    href: `/contest-details/${id}`,
    amount: amount === 0 ? undefined : formatTaka(amount),
  }),
  cancelledToFollowers: (contest: ContestRow, reason: Text, notified: readonly Pick<Refund, "userId">[]) =>
    toFollowers(
      contest,
      {
        kind: "follow_ended",
        subject: message("Contest cancelled: “{name}”", { name: contest.name }),
        text: withReason(
          reason,
          [
            msg("“{name}”, which you follow, was cancelled."),
            msg("“{name}”, which you follow, was cancelled: {reason}"),
          ],
          { name: contest.name },
        ),
        href: OPEN_CONTESTS,
      },
      notified.map(({ userId }) => userId),
    ),
  removedToFollowers: (contest: ContestRow) =>
    toFollowers(contest, {
      kind: "follow_ended",
      subject: message("Contest deleted: “{name}”", { name: contest.name }),
      text: message("“{name}”, which you follow, was deleted.", { name: contest.name }),
      href: OPEN_CONTESTS,
    }),
  endedByAdmin: ({ id, name, creatorId }: ContestRow, { isCancelled, refundedTotal }: EndResult, reason: Text) => ({
    to: creatorId,
    kind: "cancelled",
    ...(isCancelled
      ? {
          subject: message("Contest cancelled: “{name}”", { name }),
          text: sentences(
            withReason(
              reason,
              [
                msg("An admin cancelled your contest “{name}”."),
                msg("An admin cancelled your contest “{name}”: {reason}"),
              ],
              { name },
            ),
            refundTotalSentence(refundedTotal),
          ),
          href: `/dashboard/my_created_contests?contest=${id}`,
        }
      : {
          subject: message("Contest deleted: “{name}”", { name }),
          text: withReason(
            reason,
            [msg("An admin deleted your contest “{name}”."), msg("An admin deleted your contest “{name}”: {reason}")],
            { name },
          ),
          href: "/dashboard/my_created_contests",
        }),
  }),
} satisfies NotificationTable;
