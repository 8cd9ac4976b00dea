import { eq, inArray, sql, getTableColumns } from "drizzle-orm";
import type { Config } from "../../config/config";
import type { Database } from "../../database/database";
import { contactMessages, contactReplies } from "../../database/schema/messages";
import { oneLine, renderLayout } from "./email-template";
import { createOutbox } from "./outbox";
import type { Email } from "./render-email";
import type { AddressedEmail } from "./transport";

const { isDue, outboxOf } = createOutbox(contactReplies, contactReplies.id);

const details = {
  ...getTableColumns(contactReplies),
  createdAt: contactReplies.writtenAt,
  name: contactMessages.name,
  email: contactMessages.email,
  message: contactMessages.message,
  askedAt: contactMessages.createdAt,
};

const select = (db: Database) =>
  db.select(details).from(contactReplies).innerJoin(contactMessages, eq(contactMessages.id, contactReplies.messageId));
export type StoredReply = Awaited<ReturnType<typeof select>>[number];

/** Senders may have no account, so there are no notifications or preferences; blocked users get replies too. */
export const replyOutbox = (db: Database) => ({
  ...outboxOf(db),

  claim: (now: Date, limit: number): Promise<StoredReply[]> =>
    db.transaction(async (tx) => {
      const due = await select(tx)
        .where(isDue(now))
        .orderBy(contactReplies.dueAt)
        .limit(limit)
        .for("update", { of: contactReplies, skipLocked: true });
      const ids = due.map(({ id }) => id);
      if (ids.length === 0) return [];
      await outboxOf(tx).lease(ids, now);
      return select(tx).where(inArray(contactReplies.id, ids));
    }),

  list: (limit: number, to: string | undefined): Promise<StoredReply[]> =>
    select(db)
      .where(to === undefined ? undefined : eq(contactMessages.email, to))
      .orderBy(sql`${contactReplies.writtenAt} desc`, contactReplies.id)
      .limit(limit),

  async find(id: string): Promise<StoredReply | undefined> {
    const [reply] = await select(db).where(eq(contactReplies.id, id));
    return reply;
  },
});

export function addressedReply(
  { id, name, email, createdAt, ...facts }: StoredReply,
  { publicUrl }: Pick<Config, "publicUrl">,
): AddressedEmail {
  return {
    ...renderReply({ ...facts, name, siteUrl: publicUrl }),
    to: { name: oneLine(name), address: email },
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    date: createdAt,
  };
}

interface ReplyFacts {
  name: string;
  text: string;
  message: string;
  askedAt: Date;
  siteUrl: string;
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

const REPLY_SUBJECT = "Re: Your message to Conquest";

/** Admins stay anonymous. The sender address is not read, so the email explains how to write back. */
function renderReply({ name, text, message, askedAt, siteUrl }: ReplyFacts): Email {
  return {
    subject: REPLY_SUBJECT,
    ...renderLayout({
      subject: REPLY_SUBJECT,
      name,
      text: `${text}\n\nThe Conquest team`,
      facts: [],
      link: { label: "Contact us again", url: `${siteUrl}/contact_us` },
      quote: { label: `You wrote on ${dayFormat.format(askedAt)}:`, text: message },
      because:
        "You're getting this email because someone sent Conquest a message with this address. It's a one-time reply, so there's nothing to unsubscribe from. To write back, use the contact page: replies to this email may not be read.",
      stop: [],
    }),
    headers: {},
  };
}
