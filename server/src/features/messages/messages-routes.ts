import type { FastifyInstance } from "fastify";
import {
  countUnreadNotices,
  listContactMessages,
  listNotices,
  markContactMessage,
  markNoticesRead,
  sendContactMessage,
} from "@conquest/shared/contracts/messages";
import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { implement } from "../../platform/implement";
import { countUnread } from "../../platform/notify";
import { messagesOf } from "./messages-repository";

export function messagesRoutes(app: FastifyInstance, deps: Deps): void {
  const messages = messagesOf(deps);

  implement(app, sendContactMessage, async ({ body }) => {
    await messages.add(body);
    return { success: true as const };
  });

  implement(app, listContactMessages, async ({ query }) => {
    const page = await messages.inbox(query);
    return page.map(({ message: { id, name, email, message, createdAt, handledAt } }) => ({
      _id: id,
      name,
      email,
      message,
      at: createdAt.toISOString(),
      isHandled: handledAt !== null,
    }));
  });

  implement(app, markContactMessage, async ({ params, body, caller }) => {
    const isChanged = found(await messages.mark(params.id, body.isHandled, caller.id), "There is no such message.");
    return { modifiedCount: isChanged ? 1 : 0 };
  });

  implement(app, listNotices, async ({ query, caller }) => {
    const page = await messages.noticesOf(caller.id, query);
    return page.map(({ notice: { id, kind, text, href, createdAt, readAt } }) => ({
      _id: id,
      kind,
      text,
      href,
      at: createdAt.toISOString(),
      isRead: readAt !== null,
    }));
  });

  implement(app, countUnreadNotices, async ({ caller }) => ({ unread: await countUnread(deps.db, caller.id) }));

  implement(app, markNoticesRead, async ({ body, caller }) => ({ modifiedCount: await messages.markRead(caller.id, body.ids) }));
}
