import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { contactForm, listContactMessages } from "@conquest/shared/contracts/messages";
import type { Database } from "../../database/database";
import { readKeysetPage } from "../../platform/lists/keyset-page";
import { epochMs, pendingFirst } from "../../database/sort-keys";
import { contactMessages, contactReplies } from "../../database/schema/messages";
import { users } from "../../database/schema/people";

const waitingFirst = [
  pendingFirst(contactMessages.handledAt),
  sql`-${epochMs(contactMessages.createdAt)}`,
  sql`${contactMessages.id}`,
];

export const contactMessagesRepository = (db: Database) => ({
  async add(message: z.output<typeof contactForm>, now: Date): Promise<void> {
    await db.insert(contactMessages).values({ ...message, createdAt: now });
  },

  inbox({ isHandled, ...query }: z.output<typeof listContactMessages.query>, now: Date) {
    const filter =
      isHandled && sql`${pendingFirst(contactMessages.handledAt)} = ${sql.raw(isHandled === "true" ? "1" : "0")}`;
    return readKeysetPage(db, query, now, {
      order: waitingFirst,
      all: sql`select 1 from ${contactMessages} where ${filter ?? sql`true`}`,
      rows: ({ columns, after, orderBy, limit }) =>
        db
          .select({ message: contactMessages, ...columns })
          .from(contactMessages)
          .where(and(filter, after))
          .orderBy(...orderBy)
          .limit(limit),
    });
  },
});

const select = (db: Database) =>
  db
    .select({ ...getTableColumns(contactReplies), author: { name: users.name, removedAt: users.removedAt } })
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
