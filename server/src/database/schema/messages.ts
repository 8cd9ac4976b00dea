import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, jsonb, pgTable, primaryKey, smallint, text, unique } from "drizzle-orm/pg-core";
import type { EmailCategory } from "@conquest/shared/contracts/email-preferences";
import type { Notice } from "@conquest/shared/contracts/messages";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import type { Message } from "@conquest/shared/contracts/text/message";
import { epochMs, pendingFirst } from "../sort-keys";
import { instant, newId, CASCADE } from "./columns";
import { users, userReference } from "./people";

export type ActionRequest =
  `${"changes" | "invitation" | "prize" | "question" | "report" | "review" | "role" | "spot" | "statement" | "winner"}:${string}`;

/** A notification's subject and text, translated when it is read or sent. */
export interface Wording {
  subject: string | Message;
  text: string | Message;
}

export const notices = pgTable(
  "notices",
  {
    id: newId("id"),
    userId: userReference("user_id", CASCADE),
    kind: text("kind").$type<Notice["kind"]>().notNull(),
    /** Subject of its email, in English. The default is for notifications that are older than the column. */
    subject: text("subject").notNull().default("New notification on Conquest"),
    /** In English, for servers that don't know `wording`. */
    text: text("text").notNull(),
    /** Null if an older server wrote the notification or changed its text: a trigger removes what no longer applies. */
    wording: jsonb("wording").$type<Wording>(),
    href: text("href").notNull(),
    /** Prevents a second notification with the same key for the user; null if it may repeat. */
    onceKey: text("once_key"),
    createdAt: instant("created_at").notNull(),
    readAt: instant("read_at"),
    /** Requested action, such as `winner:<contest id>`; the notification is marked as read once it is done. */
    asks: text("asks").$type<ActionRequest>(),
  },
  (notice) => [
    check("notices_href", sql`${notice.href} like '/%' and ${notice.href} not like '//%'`),
    unique("notices_once").on(notice.userId, notice.onceKey),
    index("notices_by_user").on(
      notice.userId,
      pendingFirst(notice.readAt),
      sql`(-${epochMs(notice.createdAt)})`,
      notice.id,
    ),
    index("notices_asking")
      .on(notice.asks)
      .where(sql`${notice.asks} is not null and ${notice.readAt} is null`),
  ],
);

/** Queued email. It stores no text, so edits apply to it, and an address only if no account has it any more. */
export const letters = pgTable(
  "letters",
  {
    noticeId: text("notice_id")
      .primaryKey()
      .references(() => notices.id, { onDelete: "cascade" }),
    /** Insertion order: timestamps of two servers may be equal or out of order. */
    number: bigint("number", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    /** Formatted, such as ৳1,00,000; null if it is not about money. */
    amount: text("amount"),
    toAddress: text("to_address"),
    /** Language of the person who had that address; null for other emails. */
    toLanguage: text("to_language").$type<Language>(),
    /** The email that contains this row, set with the first attempt. Rows with the same id stay together in retries. */
    emailId: text("email_id"),
    createdAt: instant("created_at").notNull(),
    /** Time of the next attempt; a server moves it before trying, which acts as a lease. */
    dueAt: instant("due_at").notNull(),
    attempts: smallint("attempts").notNull().default(0),
    sentAt: instant("sent_at"),
    givenUpAt: instant("given_up_at"),
    givenUpBecause: text("given_up_because"),
  },
  (letter) => [
    check("letters_end_once", sql`${letter.sentAt} is null or ${letter.givenUpAt} is null`),
    check("letters_given_up_with_reason", sql`(${letter.givenUpAt} is null) = (${letter.givenUpBecause} is null)`),
    index("letters_due")
      .on(letter.dueAt)
      .where(sql`${letter.sentAt} is null and ${letter.givenUpAt} is null`),
    index("letters_by_age").on(letter.createdAt),
  ],
);

/** Emailed within the last hour. Not keyed by user: a deleted account can register the same address again. */
export const unprovenAddresses = pgTable(
  "unproven_addresses",
  { addressHash: text("address_hash").primaryKey(), emailedAt: instant("emailed_at").notNull() },
  (address) => [index("unproven_addresses_by_age").on(address.emailedAt)],
);

export const letterChoices = pgTable(
  "letter_choices",
  {
    userId: userReference("user_id", CASCADE),
    topic: text("topic").$type<EmailCategory>().notNull(),
    isWanted: boolean("is_wanted"),
    /** Sent in emails; allows only stopping this category for this user. */
    stopToken: text("stop_token").notNull().unique(),
  },
  (choice) => [
    primaryKey({ columns: [choice.userId, choice.topic] }),
    index("letter_choices_wanted")
      .on(choice.topic, choice.userId)
      .where(sql`${choice.isWanted}`),
  ],
);

export const contactMessages = pgTable(
  "contact_messages",
  {
    id: newId("id"),
    name: text("name").notNull(),
    email: text("email").notNull(),
    message: text("message").notNull(),
    createdAt: instant("created_at").notNull(),
    handledAt: instant("handled_at"),
    handledBy: text("handled_by").references(() => users.id),
  },
  (message) => [
    check("contact_messages_handled", sql`(${message.handledAt} is null) = (${message.handledBy} is null)`),
    index("contact_messages_by_turn").on(
      pendingFirst(message.handledAt),
      sql`(-${epochMs(message.createdAt)})`,
      message.id,
    ),
  ],
);

/** Also the outbox of the replies' emails. The database rejects changes; a reply is deleted only with its message. */
export const contactReplies = pgTable(
  "contact_replies",
  {
    id: newId("id"),
    messageId: text("message_id")
      .notNull()
      .references(() => contactMessages.id, { onDelete: "cascade" }),
    authorId: userReference("author_id"),
    text: text("text").notNull(),
    writtenAt: instant("written_at").notNull(),
    dueAt: instant("due_at").notNull(),
    attempts: smallint("attempts").notNull().default(0),
    sentAt: instant("sent_at"),
    givenUpAt: instant("given_up_at"),
    givenUpBecause: text("given_up_because"),
  },
  (reply) => [
    check("contact_replies_end_once", sql`${reply.sentAt} is null or ${reply.givenUpAt} is null`),
    check(
      "contact_replies_given_up_with_reason",
      sql`(${reply.givenUpAt} is null) = (${reply.givenUpBecause} is null)`,
    ),
    index("contact_replies_of_message").on(reply.messageId, reply.writtenAt),
    index("contact_replies_by_author").on(reply.authorId),
    index("contact_replies_due")
      .on(reply.dueAt)
      .where(sql`${reply.sentAt} is null and ${reply.givenUpAt} is null`),
    index("contact_replies_by_age").on(reply.writtenAt),
  ],
);
