import { message } from "@conquest/shared/contracts/text/message";
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
      subject: message("Contest to review: “{name}”", { name }),
      text: message("“{name}” was submitted for review.", { name }),
    }),
  changed: (adminIds: readonly string[], { id, name }: { id: string; name: string }) =>
    toAdmins(adminIds, id, {
      subject: message("Contest to review again: “{name}”", { name }),
      text: message("“{name}” was changed by its creator and needs another review.", { name }),
    }),
} satisfies NotificationTable;
