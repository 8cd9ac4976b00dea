import type { FastifyInstance } from "fastify";
import { countUnreadNotices, listNotices, markNoticesRead } from "@conquest/shared/contracts/messages";
import type { Deps } from "../../platform/deps";
import { countUnread } from "../../platform/notify";
import { registerEndpoint } from "../../platform/register-endpoint";
import { notificationsRepository } from "./notifications-repository";

export function notificationsRoutes(app: FastifyInstance, { db, clock }: Pick<Deps, "db" | "clock">): void {
  const notifications = notificationsRepository(db);

  registerEndpoint(app, listNotices, async ({ query, caller }) => {
    const page = await notifications.listForUser(caller.id, query, clock.now());
    return page.map(({ notice: { id, kind, text, href, createdAt, readAt } }) => ({
      _id: id,
      kind,
      text,
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
