import { asc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../database/database";
import { contactReplies } from "../../database/schema/messages";
import { users } from "../../database/schema/people";

const select = (db: Database) =>
  db
    .select({
      id: contactReplies.id,
      messageId: contactReplies.messageId,
      authorId: contactReplies.authorId,
      text: contactReplies.text,
      writtenAt: contactReplies.writtenAt,
      dueAt: contactReplies.dueAt,
      attempts: contactReplies.attempts,
      sentAt: contactReplies.sentAt,
      givenUpAt: contactReplies.givenUpAt,
      givenUpBecause: contactReplies.givenUpBecause,
      author: { name: users.name, removedAt: users.removedAt },
    })
    .from(contactReplies)
    .innerJoin(users, eq(users.id, contactReplies.authorId));
export type ReplyRow = Awaited<ReturnType<typeof select>>[number];

export const repliesRepository = (db: Database) => ({
  listForMessages: async (ids: readonly string[]): Promise<ReplyRow[]> =>
    ids.length === 0
      ? []
      : select(db)
          .where(inArray(contactReplies.messageId, [...ids]))
          .orderBy(asc(contactReplies.writtenAt), asc(contactReplies.id)),
});
