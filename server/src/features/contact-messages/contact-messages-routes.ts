import { and, asc, eq, getTableColumns, inArray, sql, isNotNull, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { FastifyInstance } from "fastify";
import {
  type contactForm,
  listContactMessages,
  type contactMessage,
  type contactReply,
  markContactMessage,
  replyToContactMessage,
  sendContactMessage,
  sendReplyAgain as sendReplyAgainCall,
} from "@conquest/shared/contracts/messages";
import { message, type Message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../database/database";
import { readKeysetPage } from "../../platform/lists/keyset-page";
import { epochMs, pendingFirst } from "../../database/sort-keys";
import { contactMessages, contactReplies } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import type { Mail } from "../../config/config";
import { deny, type Denial, toPermission, assertAllowed } from "../../platform/policy";
import { displayNameOf, lockCaller } from "../../platform/people";
import { writeAudit } from "../../platform/write-audit";
import type { Deps } from "../../platform/deps";
import { EMAILS_OFF } from "../../platform/email/outbox";
import { orNotFound, notFound } from "../../platform/errors";
import type { Caller } from "../../platform/sessions/session";
import { registerEndpoint } from "../../platform/register-endpoint";

const waitingFirst = [
  pendingFirst(contactMessages.handledAt),
  sql`-${epochMs(contactMessages.createdAt)}`,
  sql`${contactMessages.id}`,
];

const contactMessagesRepository = (db: Database) => ({
  async add(message: z.output<typeof contactForm>, now: Date): Promise<void> {
    await db.insert(contactMessages).values({ ...message, createdAt: now });
  },

  inbox({ isHandled, ...query }: z.output<typeof listContactMessages.query>, now: Date) {
    const filter =
      isHandled && sql`${pendingFirst(contactMessages.handledAt)} = ${sql.raw(isHandled === "true" ? "1" : "0")}`;
    return readKeysetPage(db, query, now, {
      order: waitingFirst,
      all: sql`select 1 from ${contactMessages} where ${filter ?? sql`true`}`,
      rows: ({ columns, after, orderBy, limit }) =>
        db
          .select({ message: contactMessages, ...columns })
          .from(contactMessages)
          .where(and(filter, after))
          .orderBy(...orderBy)
          .limit(limit),
    });
  },
});

const select = (db: Database) =>
  db
    .select({ ...getTableColumns(contactReplies), author: { name: users.name, removedAt: users.removedAt } })
    .from(contactReplies)
    .innerJoin(users, eq(users.id, contactReplies.authorId));
type ReplyRow = Awaited<ReturnType<typeof select>>[number];

const repliesRepository = (db: Database) => ({
  listForMessages: async (ids: readonly string[]): Promise<ReplyRow[]> =>
    ids.length === 0
      ? []
      : select(db)
          .where(inArray(contactReplies.messageId, [...ids]))
          .orderBy(asc(contactReplies.writtenAt), asc(contactReplies.id)),
});

/** A reply that was given up can be resent: the address or the mail server may work again. */
export function canResend({ sentAt, givenUpAt }: Pick<ReplyRow, "sentAt" | "givenUpAt">, mail: Mail): Denial {
  if (sentAt) return deny("sent", message("This was already sent."));
  if (!givenUpAt) return deny("queued", message("This is already queued."));
  return mail.kind === "off" ? deny("emails_off", message("This site doesn't send emails.")) : null;
}

function toMessage(
  { id, name, email, message, createdAt, handledAt }: typeof contactMessages.$inferSelect,
  replies: readonly ReplyRow[],
  mail: Mail,
): z.input<typeof contactMessage> {
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

function toReplyResponse(reply: ReplyRow, mail: Mail): z.input<typeof contactReply> {
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

function describeFailure(reason: string): Message {
  // Earlier versions stored the second spelling.
  if (reason === EMAILS_OFF || reason === "e-mails are off") return message("This site doesn't send emails.");
  if (/ 5\d\d$/.test(reason)) return message("The mail server rejected the address or the email permanently.");
  return message("The mail server didn't accept it after several attempts.");
}

const NO_MESSAGE = message("We couldn't find that message. Its author may have deleted their account.");

/** Sends a repeated text only once. The audit log omits the text, because the log outlives the message. */
const replyToMessage = ({ db, clock, config: { mail } }: Deps, id: string, text: string, caller: Caller) =>
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

const NO_REPLY = message("We couldn't find that reply. Its recipient may have deleted their account.");

/** Restarts the email with the same Message-ID. Rejects a second concurrent call: the reply is queued again. */
const sendReplyAgain = ({ db, clock, config: { mail } }: Deps, id: string, caller: Caller) =>
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

const markMessage = ({ db, clock }: Deps, id: string, isHandled: boolean, caller: Caller): Promise<boolean> =>
  db.transaction(async (tx) => {
    await lockCaller(tx, caller);
    const change = isHandled ? { handledAt: clock.now(), handledBy: caller.id } : { handledAt: null, handledBy: null };
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
