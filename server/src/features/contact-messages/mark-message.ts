import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { contactMessages } from "../../database/schema/messages";
import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { notFound } from "../../platform/errors";
import { lockCaller } from "../../platform/people";
import type { Caller } from "../../platform/sessions/session";
import { NO_MESSAGE } from "./reply-to-message";

/** Returns whether anything changed. */
export const markMessage =
  ({ db, clock }: Deps) =>
  (id: string, isHandled: boolean, caller: Caller): Promise<boolean> =>
    db.transaction(async (tx) => {
      await lockCaller(tx, caller);
      const change = isHandled
        ? { handledAt: clock.now(), handledBy: caller.id }
        : { handledAt: null, handledBy: null };
      const hasOtherState = isHandled ? isNull(contactMessages.handledAt) : isNotNull(contactMessages.handledAt);
      const changed = await tx
        .update(contactMessages)
        .set(change)
        .where(and(eq(contactMessages.id, id), hasOtherState))
        .returning({ id: contactMessages.id });
      if (changed.length > 0) {
        await writeAudit(tx, clock, {
          act: isHandled ? "message_handled" : "message_reopened",
          by: caller,
          messageId: id,
        });
        return true;
      }
      const [message] = await tx
        .select({ id: contactMessages.id })
        .from(contactMessages)
        .where(eq(contactMessages.id, id));
      return message ? false : notFound(NO_MESSAGE);
    });
