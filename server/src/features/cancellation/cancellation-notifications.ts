import type { NotificationTable } from "../../platform/notify";
import { reasonSuffix } from "../../platform/text/sentences";
import type { ContestRow } from "../contests/domain/contests-repository";
import { refundTotalSuffix } from "../participation/domain/refund-text";
import type { EndResult } from "./domain/remove-contest";

export const cancellationNotifications = {
  endedByAdmin: ({ id, name, creatorId }: ContestRow, { isCancelled, refundedTotal }: EndResult, reason: string) => ({
    to: creatorId,
    kind: "cancelled",
    text: `Your contest “${name}” was ${isCancelled ? "cancelled" : "deleted"} by an admin${reasonSuffix(reason)}${refundTotalSuffix(refundedTotal)}`,
    href: `/dashboard/my_created_contests${isCancelled ? `?contest=${id}` : ""}`,
  }),
} satisfies NotificationTable;
