import { message } from "@conquest/shared/contracts/text/message";
import { eq, inArray, sql, getTableColumns } from "drizzle-orm";
import { withLanguage, type Language } from "@conquest/shared/contracts/parts/languages";
import type { Config } from "../../config/config";
import type { Database } from "../../database/database";
import { contactMessages, contactReplies } from "../../database/schema/messages";
import { users } from "../../database/schema/people";
import { dayOf } from "../text/message-values";
import { translate } from "../text/translate";
import { offeredLanguage } from "../wording";
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
  language: users.language,
};

const select = (db: Database) =>
  db
    .select(details)
    .from(contactReplies)
    .innerJoin(contactMessages, eq(contactMessages.id, contactReplies.messageId))
    .leftJoin(users, eq(users.email, contactMessages.email));
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
  { id, name, email, createdAt, language, ...facts }: StoredReply,
  { publicUrl, languages }: Pick<Config, "publicUrl" | "languages">,
): AddressedEmail {
  return {
    ...renderReply({ ...facts, name, language: offeredLanguage(language, languages), siteUrl: publicUrl }),
    to: { name: oneLine(name), address: email },
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    date: createdAt,
  };
}

interface ReplyFacts {
  language: Language;
  name: string;
  text: string;
  message: string;
  askedAt: Date;
  siteUrl: string;
}

/** Admins stay anonymous. The sender address is not read, so the email explains how to write back. */
function renderReply({ language, name, text, message: question, askedAt, siteUrl }: ReplyFacts): Email {
  const subject = translate(language, message("Re: Your message to Conquest"));
  return {
    subject,
    ...renderLayout({
      language,
      subject,
      name,
      text: `${text}\n\n${translate(language, message("The Conquest team"))}`,
      facts: [],
      link: {
        label: translate(language, message("Contact us again")),
        url: siteUrl + withLanguage("/contact_us", language),
      },
      quote: { label: translate(language, message("You wrote on {day}:", { day: dayOf(askedAt) })), text: question },
      because: translate(
        language,
        message(
          "You're getting this email because someone sent Conquest a message with this address. It's a one-time reply, so there's nothing to unsubscribe from. To write back, use the contact page: replies to this email may not be read.",
        ),
      ),
      stop: [],
    }),
    headers: {},
  };
}
