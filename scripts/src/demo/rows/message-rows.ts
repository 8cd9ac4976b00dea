import type { contactMessages, contactReplies } from "@conquest/server/src/database/schema/messages";
import { CONTACT_MESSAGES } from "../demo-people";
import type { Rows, Scene } from "./scene";

export function messageRows({ at, adminId }: Pick<Scene, "at"> & { adminId: string }) {
  const messages: Rows<typeof contactMessages> = [];
  const replies: Rows<typeof contactReplies> = [];
  for (const { daysAgo, isHandled, reply, ...message } of CONTACT_MESSAGES) {
    const id = crypto.randomUUID();
    messages.push({
      ...message,
      id,
      createdAt: at(-daysAgo - 0.1),
      handledAt: isHandled ? at(-daysAgo + 0.5) : null,
      handledBy: isHandled ? adminId : null,
    });
    const writtenAt = at(-daysAgo + 0.4);
    if (reply !== null)
      replies.push({
        messageId: id,
        authorId: adminId,
        text: reply,
        writtenAt,
        dueAt: writtenAt,
        attempts: 1,
        sentAt: writtenAt,
      });
  }
  return { messages, replies };
}
