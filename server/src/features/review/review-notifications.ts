import type { ContestComment } from "@conquest/shared/contracts/contests";
import { quotedName } from "../../platform/email/email-subject";
import type { Notification, NotificationTable } from "../../platform/notify";
import { reasonSuffix } from "../../platform/text/format";
import type { ContestRow } from "../contests/domain/contests-repository";

type CommentWords = (name: string, comment: string) => { subject: string; text: string };

const COMMENT_WORDS: Record<ContestComment["decision"], CommentWords> = {
  comment: (name, comment) => ({
    subject: `New comment: ${quotedName(name)}`,
    text: `An admin commented on “${name}”: ${comment}`,
  }),
  changes_requested: (name, comment) => ({
    subject: `Changes requested: ${quotedName(name)}`,
    text: `“${name}” needs changes before it can open: ${comment}`,
  }),
  rejected: (name, comment) => ({
    subject: `Contest rejected: ${quotedName(name)}`,
    text: `“${name}” was rejected: ${comment}`,
  }),
};

export type ReviewBeforeApproval = "in_review" | Exclude<ContestComment["decision"], "comment">;

type ReturnWords = (name: string, reason: string) => Pick<Notification, "kind" | "subject" | "text">;

const RETURN_WORDS: Record<ReviewBeforeApproval, ReturnWords> = {
  in_review: (name, reason) => ({
    kind: "back_in_review",
    subject: `Back in review: ${quotedName(name)}`,
    text: `“${name}” is back in review. An admin undid its approval${reasonSuffix(reason)}`,
  }),
  changes_requested: (name) => ({
    kind: "changes_requested",
    subject: `Changes requested: ${quotedName(name)}`,
    text: `“${name}” needs changes again before it can open. An admin undid its approval.`,
  }),
  rejected: (name) => ({
    kind: "rejected",
    subject: `Contest rejected: ${quotedName(name)}`,
    text: `“${name}” is rejected again. An admin undid its approval.`,
  }),
};

const asksForChanges = (id: string, review: ReviewBeforeApproval | "comment") =>
  review === "changes_requested" ? { asks: `changes:${id}` as const } : {};

export const reviewNotifications = {
  confirmed: ({ id, name, creatorId }: ContestRow) => ({
    to: creatorId,
    kind: "contest_confirmed",
    subject: `Contest approved: ${quotedName(name)}`,
    text: `“${name}” was approved and is open to everyone.`,
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
