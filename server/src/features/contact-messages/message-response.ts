import type { ResponseOf } from "@conquest/shared/contracts/http/endpoint";
import type { ContactReply, listContactMessages } from "@conquest/shared/contracts/messages";
import type { Mail } from "../../config/config";
import type { contactMessages } from "../../database/schema/messages";
import { displayNameOf } from "../../platform/people";
import { toPermission } from "../../platform/policy";
import type { ReplyRow } from "./replies-repository";
import { canResend } from "./reply-policy";

export function toMessage(
  { id, name, email, message, createdAt, handledAt }: typeof contactMessages.$inferSelect,
  replies: readonly ReplyRow[],
  mail: Mail,
): ResponseOf<typeof listContactMessages>[number] {
  return {
    _id: id,
    name,
    email,
    message,
    at: createdAt.toISOString(),
    isHandled: handledAt !== null,
    replies: replies.filter(({ messageId }) => messageId === id).map((reply) => toReplyResponse(reply, mail)),
  };
}

function toReplyResponse(reply: ReplyRow, mail: Mail): ContactReply {
  const { id, text, writtenAt, author, attempts, dueAt, sentAt, givenUpAt, givenUpBecause } = reply;
  return {
    _id: id,
    text,
    at: writtenAt.toISOString(),
    by: displayNameOf(author),
    state: sentAt ? "sent" : givenUpAt ? "given_up" : "queued",
    stateAt: (sentAt ?? givenUpAt ?? dueAt).toISOString(),
    tries: attempts,
    because: givenUpBecause === null ? "" : describeFailure(givenUpBecause),
    may: { sendAgain: toPermission(canResend(reply, mail)) },
  };
}

function describeFailure(reason: string): string {
  if (reason === "e-mails are off") return "This site sends no e-mails.";
  if (/ 5\d\d$/.test(reason)) return "The mail server refused the address or the letter for good.";
  return "The mail server did not take it, however often it was tried.";
}
