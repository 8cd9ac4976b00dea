import { eq } from "drizzle-orm";
import { contactMessages, contactReplies } from "../../database/schema/messages";
import { writeAudit } from "../../platform/audit/write-audit";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/session";
import { toMessage } from "./message-response";
import { repliesRepository } from "./replies-repository";

export const NO_MESSAGE = "There is no such message. Whoever wrote it may have deleted their account.";

/**
 * Keeps a reply with its message, with the letter that brings it. Two admins who answer at once are one after the other: both
 * replies stay, and the second is answered with the first. Words that were sent already, as by a second press or after an answer
 * that got lost, are not sent twice. The trail says that somebody was answered and not with what: it outlives the message.
 */
export const replyToMessage =
  ({ db, clock, config: { mail } }: Deps) =>
  (id: string, text: string, caller: Caller) =>
    db.transaction(async (tx) => {
      // Before the message, as whoever leaves holds themselves before those they wrote.
      await lockCaller(tx, caller);
      const [held] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for("update");
      const message = orNotFound(held, NO_MESSAGE);
      const replies = repliesRepository(tx);
      const before = await replies.ofMessages([id]);
      const isSaid = before.some((reply) => reply.authorId === caller.id && reply.text === text);
      if (isSaid) return toMessage(message, before, mail);
      const now = clock.now();
      await tx.insert(contactReplies).values({ messageId: id, authorId: caller.id, text, writtenAt: now, dueAt: now });
      await writeAudit(tx, clock, { act: "message_replied", by: caller, messageId: id });
      return toMessage(message, await replies.ofMessages([id]), mail);
    });
