import { eq } from "drizzle-orm";
import { contactMessages, contactReplies } from "../../database/schema/messages";
import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { assertAllowed } from "../../platform/policy";
import { toMessage } from "./message-response";
import { repliesRepository } from "./replies-repository";
import { canResend } from "./reply-policy";

const NO_REPLY = "There is no such reply. Whoever it was for may have deleted their account.";

/** Restarts the email with the same Message-ID. Rejects a second concurrent call: the reply is queued again. */
export const sendReplyAgain =
  ({ db, clock, config: { mail } }: Deps) =>
  (id: string, caller: Caller) =>
    db.transaction(async (tx) => {
      await lockCaller(tx, caller);
      const [stored] = await tx
        .select({ messageId: contactReplies.messageId })
        .from(contactReplies)
        .where(eq(contactReplies.id, id));
      const { messageId } = orNotFound(stored, NO_REPLY);
      const [locked] = await tx.select().from(contactMessages).where(eq(contactMessages.id, messageId)).for("update");
      const message = orNotFound(locked, NO_REPLY);
      const replies = repliesRepository(tx);
      const reply = orNotFound(
        (await replies.listForMessages([messageId])).find((each) => each.id === id),
        NO_REPLY,
      );
      assertAllowed(canResend(reply, mail));
      await tx
        .update(contactReplies)
        .set({ dueAt: clock.now(), attempts: 0, givenUpAt: null, givenUpBecause: null })
        .where(eq(contactReplies.id, id));
      await writeAudit(tx, clock, { act: "reply_sent_again", by: caller, messageId });
      return toMessage(message, await replies.listForMessages([messageId]), mail);
    });
