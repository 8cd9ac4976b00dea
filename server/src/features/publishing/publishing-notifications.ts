import type { Notification, NotificationTable } from "../../platform/notify";
import { reasonSuffix } from "../../platform/text/sentences";
import type { ContestRow } from "../contests/contests-repository";
import type { EndResult } from "../contests/ending/remove-contest";
import { refundTotalSuffix } from "../contests/money/taka";

const toAdmins = (adminIds: readonly string[], contestId: string, text: string): Notification => ({
  to: adminIds,
  kind: "contest_submitted",
  text,
  href: `/dashboard/contest_review/${contestId}`,
  asks: `review:${contestId}`,
});

export const publishingNotifications = {
  submitted: (adminIds: readonly string[], { id, name }: { id: string; name: string }) =>
    toAdmins(adminIds, id, `“${name}” was submitted and waits for review.`),
  changed: (adminIds: readonly string[], { id, name }: { id: string; name: string }) =>
    toAdmins(adminIds, id, `“${name}” was changed by its creator and waits for review again.`),
  endedByAdmin: ({ id, name, creatorId }: ContestRow, { isCancelled, refundedTotal }: EndResult, reason: string) => ({
    to: creatorId,
    kind: "cancelled",
    text: `Your contest “${name}” was ${isCancelled ? "cancelled" : "deleted"} by an admin${reasonSuffix(reason)}${refundTotalSuffix(refundedTotal)}`,
    href: `/dashboard/my_created_contests${isCancelled ? `?contest=${id}` : ""}`,
  }),
} satisfies NotificationTable;
