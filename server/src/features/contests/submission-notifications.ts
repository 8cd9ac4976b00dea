import type { Notification, NotificationTable } from "../../platform/notify";

const toAdmins = (adminIds: readonly string[], contestId: string, text: string): Notification => ({
  to: adminIds,
  kind: "contest_submitted",
  text,
  href: `/dashboard/contest_review/${contestId}`,
  asks: `review:${contestId}`,
});

export const submissionNotifications = {
  submitted: (adminIds: readonly string[], { id, name }: { id: string; name: string }) =>
    toAdmins(adminIds, id, `“${name}” was submitted and waits for review.`),
  changed: (adminIds: readonly string[], { id, name }: { id: string; name: string }) =>
    toAdmins(adminIds, id, `“${name}” was changed by its creator and waits for review again.`),
} satisfies NotificationTable;
