import { sql } from "drizzle-orm";
import { quotedName } from "../../platform/email/email-subject";
import type { NotificationTable } from "../../platform/notify";
import type { ContestRow } from "../contests/domain/contests-repository";
import { quoteExcerpt } from "../questions/domain/question-notifications";

export const announcementNotifications = {
  published: ({ id, name }: ContestRow, announcementId: string, text: string) => ({
    to: sql`
      select p.user_id from participations p join users u on u.id = p.user_id
      where p.contest_id = ${id} and p.state = 'paid' and u.removed_at is null`,
    kind: "news",
    subject: `New announcement: ${quotedName(name)}`,
    text: `New announcement in “${name}”: ${quoteExcerpt(text)}`,
    href: `/contest-details/${id}#news`,
    onceKey: `news:${announcementId}`,
  }),
} satisfies NotificationTable;
