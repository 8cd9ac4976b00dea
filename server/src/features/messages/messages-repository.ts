import { and, eq, inArray, isNull, lte, notInArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { contactForm, listContactMessages, markNoticesRead } from "@conquest/shared/contracts/messages";
import type { Deps } from "../../platform/deps";
import { FAREWELL_KINDS } from "../../platform/email/notification-kinds";
import { readKeysetPage, type PageQuery } from "../../platform/lists/keyset-page";
import { epochMs } from "../../database/epoch-ms";
import { contactMessages, notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { pendingFirst } from "../../database/pending-first";

const waitingFirst = [
  pendingFirst(contactMessages.handledAt),
  sql`-${epochMs(contactMessages.createdAt)}`,
  sql`${contactMessages.id}`,
];

/** PostgreSQL rejects text with NUL even in a comparison. */
const isStorable = (id: string) => !id.includes("\u0000");

const unreadFirst = [pendingFirst(notices.readAt), sql`-${epochMs(notices.createdAt)}`, sql`${notices.id}`];

export const messagesRepository = ({ db, clock }: Pick<Deps, "db" | "clock">) => ({
  async add(message: z.output<typeof contactForm>): Promise<void> {
    await db.insert(contactMessages).values({ ...message, createdAt: clock.now() });
  },

  /** Open messages first, then the newest. */
  inbox({ isHandled, ...query }: z.output<typeof listContactMessages.query>) {
    const filter =
      isHandled && sql`${pendingFirst(contactMessages.handledAt)} = ${sql.raw(isHandled === "true" ? "1" : "0")}`;
    return readKeysetPage(db, query, clock.now(), {
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

  /** Unread first, then the newest. */
  listForUser(userId: string, query: PageQuery) {
    const isOwn = and(eq(notices.userId, userId), notInArray(notices.kind, FAREWELL_KINDS));
    return readKeysetPage(db, query, clock.now(), {
      order: unreadFirst,
      all: sql`select 1 from ${notices} where ${isOwn}`,
      rows: ({ columns, after, orderBy, limit }) =>
        db
          .select({ notice: notices, ...columns })
          .from(notices)
          .where(and(isOwn, after))
          .orderBy(...orderBy)
          .limit(limit),
    });
  },

  /** Marks the given notifications of the user, or all, up to `until` as read. Returns how many were unread. */
  async markRead(userId: string, { ids, until }: z.output<typeof markNoticesRead.body>): Promise<number> {
    // Locks the user before their notifications, as removing the user does.
    const lockedUser = db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("key share");
    const isSelected = and(
      ids && inArray(notices.id, ids.filter(isStorable)),
      until === undefined ? undefined : lte(notices.createdAt, new Date(until)),
    );
    const marked = await db
      .update(notices)
      .set({ readAt: clock.now() })
      .where(and(eq(notices.userId, userId), inArray(notices.userId, lockedUser), isNull(notices.readAt), isSelected))
      .returning({ id: notices.id });
    return marked.length;
  },
});
