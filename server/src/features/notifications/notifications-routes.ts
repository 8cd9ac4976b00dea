import { and, eq, inArray, isNull, lte, notInArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { FastifyInstance } from "fastify";
import { markNoticesRead, countUnreadNotices, listNotices } from "@conquest/shared/contracts/messages";
import { FAREWELL_KINDS } from "../../platform/email/notification-kinds";
import { readKeysetPage, type PageQuery } from "../../platform/lists/keyset-page";
import type { Database } from "../../database/database";
import { epochMs, pendingFirst } from "../../database/sort-keys";
import { notices } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import type { Deps } from "../../platform/deps";
import { countUnread } from "../../platform/notify";
import { registerEndpoint } from "../../platform/register-endpoint";
import { readWords } from "../../platform/wording";

/** PostgreSQL rejects text with NUL even in a comparison. */
const isStorable = (id: string) => !id.includes("\u0000");

const unreadFirst = [pendingFirst(notices.readAt), sql`-${epochMs(notices.createdAt)}`, sql`${notices.id}`];

const notificationsRepository = (db: Database) => ({
  listForUser(userId: string, query: PageQuery, now: Date) {
    const isOwn = and(eq(notices.userId, userId), notInArray(notices.kind, FAREWELL_KINDS));
    return readKeysetPage(db, query, now, {
      order: unreadFirst,
      all: sql`select 1 from ${notices} where ${isOwn}`,
      rows: ({ columns, after, orderBy, limit }) =>
        db
          .select({
            notice: notices,
            timeZone: sql<string | null>`(select time_zone from users where id = ${userId})`,
            ...columns,
          })
          .from(notices)
          .where(and(isOwn, after))
          .orderBy(...orderBy)
          .limit(limit),
    });
  },

  /** Marks the given notifications of the user, or all, up to `until` as read. Returns how many were unread. */
  async markRead(userId: string, { ids, until }: z.output<typeof markNoticesRead.body>, now: Date): Promise<number> {
    // Locks the user before their notifications, as removing the user does.
    const lockedUser = db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("key share");
    const isSelected = and(
      ids && inArray(notices.id, ids.filter(isStorable)),
      until === undefined ? undefined : lte(notices.createdAt, new Date(until)),
    );
    const marked = await db
      .update(notices)
      .set({ readAt: now })
      .where(and(eq(notices.userId, userId), inArray(notices.userId, lockedUser), isNull(notices.readAt), isSelected))
      .returning({ id: notices.id });
    return marked.length;
  },
});

export function notificationsRoutes(app: FastifyInstance, { db, clock }: Pick<Deps, "db" | "clock">): void {
  const notifications = notificationsRepository(db);

  registerEndpoint(app, listNotices, async ({ query, caller }, { request }) => {
    const page = await notifications.listForUser(caller.id, query, clock.now());
    return page.map(({ notice: { id, kind, href, createdAt, readAt, ...words }, timeZone }) => ({
      _id: id,
      kind,
      text: readWords(words, request.language, timeZone).text,
      href,
      at: createdAt.toISOString(),
      isRead: readAt !== null,
    }));
  });

  registerEndpoint(app, countUnreadNotices, async ({ caller }) => ({ unread: await countUnread(db, caller.id) }));

  registerEndpoint(app, markNoticesRead, async ({ body, caller }) => ({
    modifiedCount: await notifications.markRead(caller.id, body, clock.now()),
  }));
}
