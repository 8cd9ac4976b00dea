import { quotedName } from "../../platform/email/email-subject";
import type { Notification, NotificationTable } from "../../platform/notify";

const toAdmins = (
  adminIds: readonly string[],
  contestId: string,
  words: Pick<Notification, "subject" | "text">,
): Notification => ({
  to: adminIds,
  kind: "contest_submitted",
  ...words,
  href: `/dashboard/contest_review/${contestId}`,
  asks: `review:${contestId}`,
});

export const submissionNotifications = {
  submitted: (adminIds: readonly string[], { id, name }: { id: string; name: string }) =>
    toAdmins(adminIds, id, {
      subject: `Contest to review: ${quotedName(name)}`,
      text: `“${name}” was submitted for review.`,
    }),
  changed: (adminIds: readonly string[], { id, name }: { id: string; name: string }) =>
    toAdmins(adminIds, id, {
      subject: `Contest to review again: ${quotedName(name)}`,
      text: `“${name}” was changed by its creator and needs another review.`,
    }),
} satisfies NotificationTable;
