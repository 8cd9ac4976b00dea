import type { ContestComment } from "@conquest/shared/contracts/contests";
import { message, msg } from "@conquest/shared/contracts/text/message";
import type { Notification, NotificationTable } from "../../platform/notify";
import { withReason } from "../../platform/text/message-values";
import type { ContestRow } from "../contests/domain/contests-repository";

type CommentWords = (name: string, comment: string) => Pick<Notification, "subject" | "text">;

const COMMENT_WORDS: Record<ContestComment["decision"], CommentWords> = {
  comment: (name, comment) => ({
    subject: message("New comment: “{name}”", { name }),
    text: message("An admin commented on “{name}”: {comment}", { name, comment }),
  }),
  changes_requested: (name, comment) => ({
    subject: message("Changes requested: “{name}”", { name }),
    text: message("“{name}” needs changes before it can open: {comment}", { name, comment }),
  }),
  rejected: (name, comment) => ({
    subject: message("Contest rejected: “{name}”", { name }),
    text: message("“{name}” was rejected: {comment}", { name, comment }),
  }),
};

export type ReviewBeforeApproval = "in_review" | Exclude<ContestComment["decision"], "comment">;

type ReturnWords = (name: string, reason: string) => Pick<Notification, "kind" | "subject" | "text">;

const RETURN_WORDS: Record<ReviewBeforeApproval, ReturnWords> = {
  in_review: (name, reason) => ({
    kind: "back_in_review",
    subject: message("Back in review: “{name}”", { name }),
    text: withReason(
      reason,
      [
        msg("“{name}” is back in review. An admin undid its approval."),
        msg("“{name}” is back in review. An admin undid its approval: {reason}"),
      ],
      { name },
    ),
  }),
  changes_requested: (name) => ({
    kind: "changes_requested",
    subject: message("Changes requested: “{name}”", { name }),
    text: message("“{name}” needs changes again before it can open. An admin undid its approval.", { name }),
  }),
  rejected: (name) => ({
    kind: "rejected",
    subject: message("Contest rejected: “{name}”", { name }),
    text: message("“{name}” is rejected again. An admin undid its approval.", { name }),
  }),
};

const asksForChanges = (id: string, review: ReviewBeforeApproval | "comment") =>
  review === "changes_requested" ? { asks: `changes:${id}` as const } : {};

export const reviewNotifications = {
  confirmed: ({ id, name, creatorId }: ContestRow) => ({
    to: creatorId,
    kind: "contest_confirmed",
    subject: message("Contest approved: “{name}”", { name }),
    text: message("“{name}” was approved and is open.", { name }),
    href: `/contest-details/${id}`,
  }),
  returned: ({ id, name, creatorId }: ContestRow, review: ReviewBeforeApproval, reason: string) => ({
    to: creatorId,
    ...RETURN_WORDS[review](name, reason),
    href: `/dashboard/my_created_contests?contest=${id}`,
    ...asksForChanges(id, review),
  }),
  commented: ({ id, name, creatorId }: ContestRow, decision: ContestComment["decision"], comment: string) => ({
    to: creatorId,
    kind: decision,
    ...COMMENT_WORDS[decision](name, comment),
    href: `/dashboard/my_created_contests?contest=${id}`,
    ...asksForChanges(id, decision),
  }),
} satisfies NotificationTable;
