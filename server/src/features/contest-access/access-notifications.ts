import { message } from "@conquest/shared/contracts/text/message";
import type { NotificationTable } from "../../platform/notify";
import type { ContestRow } from "../contests/domain/contests-repository";

export const accessNotifications = {
  /** Once per contest, so removing and repeating an invitation sends nothing. */
  invited: (userIds: readonly string[], { id, name }: Pick<ContestRow, "id" | "name">) => ({
    to: userIds,
    kind: "contest_invited",
    subject: message("Private contest: “{name}”", { name }),
    text: message(
      "You're invited to the private contest “{name}”. It's in no list, and only people with access see it.",
      { name },
    ),
    href: `/contest-details/${id}`,
    onceKey: `contest_invited:${id}`,
  }),
} satisfies NotificationTable;
