import type { FastifyInstance } from "fastify";
import {
  listContactMessages,
  listNotices,
  markContactMessage,
  markNoticesRead,
  sendContactMessage,
} from "@conquest/shared/contracts/messages";
import type { Deps } from "../../platform/deps";
import { found } from "../../platform/errors";
import { implement } from "../../platform/implement";
import { remindOfDeadlines } from "../../platform/remind-of-deadlines";
import { messagesOf } from "./messages-repository";

export function messagesRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  const messages = messagesOf(db, clock);

  implement(app, sendContactMessage, async ({ body }) => {
    await messages.add(body);
    return { success: true as const };
  });

  implement(app, listContactMessages, ({ query }) => messages.inbox(query));

  implement(app, markContactMessage, async ({ params, body, caller }) => {
    const isChanged = found(await messages.mark(params.id, body.isHandled, caller.id), "There is no such message.");
    return { modifiedCount: isChanged ? 1 : 0 };
  });

  implement(app, listNotices, async ({ query, caller }) => {
    await remindOfDeadlines(db, clock, caller.id);
    return messages.noticesOf(caller.id, query);
  });

  implement(app, markNoticesRead, async ({ body, caller }) => ({ modifiedCount: await messages.markRead(caller.id, body.ids) }));
}
