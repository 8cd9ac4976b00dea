import type { ContestComment } from "@conquest/shared/contracts/contests";
import type { NotificationTable } from "../../platform/notify";
import { reasonSuffix } from "../../platform/text/format";
import type { ContestRow } from "../contests/domain/contests-repository";

const INTRO: Record<ContestComment["decision"], (name: string) => string> = {
  comment: (name) => `An admin commented on “${name}”`,
  changes_requested: (name) => `“${name}” needs changes before it can open`,
  rejected: (name) => `“${name}” was rejected`,
};

export const reviewNotifications = {
  confirmed: ({ id, name, creatorId }: ContestRow) => ({
    to: creatorId,
    kind: "contest_confirmed",
    text: `“${name}” was confirmed and is open to everyone.`,
    href: `/contest-details/${id}`,
  }),
  returned: ({ id, name, creatorId }: ContestRow, reason: string) => ({
    to: creatorId,
    kind: "back_in_review",
    text: `“${name}” is in review again: its confirmation was taken back${reasonSuffix(reason)}`,
    href: `/dashboard/my_created_contests?contest=${id}`,
  }),
  commented: ({ id, name, creatorId }: ContestRow, decision: ContestComment["decision"], text: string) => ({
    to: creatorId,
    kind: decision,
    text: `${INTRO[decision](name)}: ${text}`,
    href: `/dashboard/my_created_contests?contest=${id}`,
    ...(decision === "changes_requested" ? { asks: `changes:${id}` as const } : {}),
  }),
} satisfies NotificationTable;
