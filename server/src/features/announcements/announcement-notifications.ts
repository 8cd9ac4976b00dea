import { message } from "@conquest/shared/contracts/text/message";
import { sql } from "drizzle-orm";
import type { NotificationTable } from "../../platform/notify";
import type { ContestRow } from "../contests/domain/contests-repository";
import { quoteExcerpt } from "../questions/domain/question-notifications";

export const announcementNotifications = {
  published: ({ id, name }: ContestRow, announcementId: string, text: string) => ({
    to: sql`
      select p.user_id from participations p join users u on u.id = p.user_id
      where p.contest_id = ${id} and p.state = 'paid' and u.removed_at is null`,
    kind: "news",
    subject: message("New announcement: “{name}”", { name }),
    text: message("New announcement in “{name}”: {quote}", { name, quote: quoteExcerpt(text) }),
    href: `/contest-details/${id}#news`,
    onceKey: `news:${announcementId}`,
  }),
} satisfies NotificationTable;
