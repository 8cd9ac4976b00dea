import type { FastifyInstance } from "fastify";
import {
  listContactMessages,
  markContactMessage,
  replyToContactMessage,
  sendContactMessage,
  sendReplyAgain as sendReplyAgainCall,
} from "@conquest/shared/contracts/messages";
import type { Deps } from "../../platform/deps";
import { registerEndpoint } from "../../platform/register-endpoint";
import { markMessage, toMessage, replyToMessage, sendReplyAgain } from "./reply-to-message";
import { contactMessagesRepository, repliesRepository } from "./contact-messages-repository";

export function contactMessagesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const messages = contactMessagesRepository(db);

  registerEndpoint(app, sendContactMessage, async ({ body }) => {
    await messages.add(body, clock.now());
    return { success: true as const };
  });

  registerEndpoint(app, listContactMessages, async ({ query }) => {
    const page = await messages.inbox(query, clock.now());
    const replies = await repliesRepository(db).listForMessages(page.items.map(({ message: { id } }) => id));
    return page.map(({ message }) => toMessage(message, replies, deps.config.mail));
  });

  registerEndpoint(app, markContactMessage, async ({ params, body, caller }) => {
    const isChanged = await markMessage(deps, params.id, body.isHandled, caller);
    return { modifiedCount: isChanged ? 1 : 0 };
  });

  registerEndpoint(app, replyToContactMessage, ({ params, body, caller }) =>
    replyToMessage(deps, params.id, body.text, caller),
  );

  registerEndpoint(app, sendReplyAgainCall, ({ params, caller }) => sendReplyAgain(deps, params.id, caller));
}
