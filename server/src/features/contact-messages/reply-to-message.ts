import { eq } from "drizzle-orm";
import { contactMessages, contactReplies } from "../../database/schema/messages";
import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { toMessage } from "./message-response";
import { repliesRepository } from "./replies-repository";

export const NO_MESSAGE = "There is no such message. Whoever wrote it may have deleted their account.";

/** Sends a repeated text only once. The audit log omits the text, because the log outlives the message. */
export const replyToMessage =
  ({ db, clock, config: { mail } }: Deps) =>
  (id: string, text: string, caller: Caller) =>
    db.transaction(async (tx) => {
      // Locks the caller before the message, as deleting an account does.
      await lockCaller(tx, caller);
      const [locked] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for("update");
      const message = orNotFound(locked, NO_MESSAGE);
      const replies = repliesRepository(tx);
      const before = await replies.listForMessages([id]);
      const isDuplicate = before.some((reply) => reply.authorId === caller.id && reply.text === text);
      if (isDuplicate) return toMessage(message, before, mail);
      const now = clock.now();
      await tx.insert(contactReplies).values({ messageId: id, authorId: caller.id, text, writtenAt: now, dueAt: now });
      await writeAudit(tx, clock, { act: "message_replied", by: caller, messageId: id });
      return toMessage(message, await replies.listForMessages([id]), mail);
    });
