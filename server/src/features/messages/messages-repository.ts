import { and, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { contactForm, contactMessage, listContactMessages, Notice } from "@conquest/shared/contracts/messages";
import type { Clock } from "../../platform/clock";
import type { Database } from "../../platform/database";
import { cutPage, epochMs, isAfter, placeFrom, sortKeysOf } from "../../platform/keyset";
import { DEFAULT_LIMIT, page, type Page } from "../../platform/paging";
import { contactMessages, notices } from "../../schema";

interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}
type ContactMessage = z.output<typeof contactMessage>;

const inboxOrder = [
  sql`(case when ${contactMessages.handledAt} is null then 0 else 1 end)`,
  sql`-${epochMs(contactMessages.createdAt)}`,
  sql`${contactMessages.id}`,
];

/** PostgreSQL refuses text with NUL even in a comparison. */
const isStorable = (id: string) => !id.includes("\u0000");

const noticeOrder = [
  sql`(case when ${notices.readAt} is null then 0 else 1 end)`,
  sql`-${epochMs(notices.createdAt)}`,
  sql`${notices.id}`,
];

export const messagesOf = (db: Database, clock: Clock) => ({
  async add(message: z.output<typeof contactForm>): Promise<void> {
    await db.insert(contactMessages).values({ ...message, createdAt: clock.now() });
  },

  /** What waits for an answer first, then the newest. */
  async inbox(query: z.output<typeof listContactMessages.query>): Promise<Page<ContactMessage>> {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const place = placeFrom(query.cursor, clock.now());
    const isSought = query.isHandled && (query.isHandled === "true" ? isNotNull(contactMessages.handledAt) : isNull(contactMessages.handledAt));
    const candidates = await db
      .select({ message: contactMessages, sortKeys: sortKeysOf(inboxOrder) })
      .from(contactMessages)
      .where(and(isSought, isAfter(inboxOrder, place)))
      .orderBy(...inboxOrder)
      .limit(limit + 1);
    const [total] = await db.select({ count: count() }).from(contactMessages).where(isSought);
    const { rows, nextCursor } = cutPage(candidates, limit, place);
    const items = rows.map(({ message: { id, name, email, message, createdAt, handledAt } }) => ({
      _id: id,
      name,
      email,
      message,
      at: createdAt.toISOString(),
      isHandled: handledAt !== null,
    }));
    return page({ items, nextCursor, total: total?.count ?? 0 });
  },

  /** Answers whether anything changed; null when there is no such message. */
  async mark(id: string, isHandled: boolean, adminId: string): Promise<boolean | null> {
    const change = isHandled ? { handledAt: clock.now(), handledBy: adminId } : { handledAt: null, handledBy: null };
    const isOther = isHandled ? isNull(contactMessages.handledAt) : isNotNull(contactMessages.handledAt);
    const changed = await db
      .update(contactMessages)
      .set(change)
      .where(and(eq(contactMessages.id, id), isOther))
      .returning({ id: contactMessages.id });
    if (changed.length > 0) return true;
    const [message] = await db.select({ id: contactMessages.id }).from(contactMessages).where(eq(contactMessages.id, id));
    return message ? false : null;
  },

  /** Unread first, then the newest. */
  async noticesOf(userId: string, query: PageQuery): Promise<Page<Notice>> {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const place = placeFrom(query.cursor, clock.now());
    const isOwn = eq(notices.userId, userId);
    const candidates = await db
      .select({ notice: notices, sortKeys: sortKeysOf(noticeOrder) })
      .from(notices)
      .where(and(isOwn, isAfter(noticeOrder, place)))
      .orderBy(...noticeOrder)
      .limit(limit + 1);
    const [total] = await db.select({ count: count() }).from(notices).where(isOwn);
    const { rows, nextCursor } = cutPage(candidates, limit, place);
    const items = rows.map(({ notice: { id, kind, text, href, createdAt, readAt } }) => ({
      _id: id,
      kind,
      text,
      href,
      at: createdAt.toISOString(),
      isRead: readAt !== null,
    }));
    return page({ items, nextCursor, total: total?.count ?? 0 });
  },

  /** These of the person's own notices, or all when no id is given. Answers how many were unread. */
  async markRead(userId: string, ids: readonly string[] | undefined): Promise<number> {
    const marked = await db
      .update(notices)
      .set({ readAt: clock.now() })
      .where(and(eq(notices.userId, userId), isNull(notices.readAt), ids && inArray(notices.id, ids.filter(isStorable))))
      .returning({ id: notices.id });
    return marked.length;
  },
});
