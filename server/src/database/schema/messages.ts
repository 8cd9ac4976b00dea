import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, pgTable, primaryKey, smallint, text, unique } from "drizzle-orm/pg-core";
import type { EmailCategory } from "@conquest/shared/contracts/email-preferences";
import type { Notice } from "@conquest/shared/contracts/messages";
import { epochMs } from "../epoch-ms";
import { pendingFirst } from "../pending-first";
import { instant, newId } from "./columns";
import { users } from "./people";

/** An act that somebody is asked for, and what it is about. */
export type Asked =
  `${"changes" | "invitation" | "question" | "report" | "review" | "role" | "statement" | "winner"}:${string}`;

export const notices = pgTable(
  "notices",
  {
    id: newId("id"),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind").$type<Notice["kind"]>().notNull(),
    text: text("text").notNull(),
    /** A path on this site. */
    href: text("href").notNull(),
    /** A person gets one notice of a given key, however often it is sent; null when it may repeat. */
    onceKey: text("once_key"),
    createdAt: instant("created_at").notNull(),
    readAt: instant("read_at"),
    /** What it asks for, like `winner:<contest id>`: once that is done it is read. Null where it asks for nothing. */
    asks: text("asks").$type<Asked>(),
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

/**
 * A notice that also goes out by e-mail. It holds no word of it: what is taken out of the notice is out of the letter too. Nobody's
 * address lies here, but one that nothing else holds any more, until the last letter to it is out: of whom an admin removed, and one that was changed.
 */
export const letters = pgTable(
  "letters",
  {
    noticeId: text("notice_id")
      .primaryKey()
      .references(() => notices.id, { onDelete: "cascade" }),
    /** Insertion order: timestamps of two servers may be equal or out of order. */
    number: bigint("number", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    /** As people read it, like ৳1,00,000; null where it is about no money. */
    amount: text("amount"),
    toAddress: text("to_address"),
    /** The email that contains this letter, set with the first attempt. Letters with the same id stay together in retries. */
    emailId: text("email_id"),
    createdAt: instant("created_at").notNull(),
    /** When it is tried next: who tries it moves this first, so that nobody else does meanwhile. */
    dueAt: instant("due_at").notNull(),
    attempts: smallint("attempts").notNull().default(0),
    sentAt: instant("sent_at"),
    givenUpAt: instant("given_up_at"),
    /** A few words, and no address. */
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

/**
 * Unverified addresses that were sent an automatic email within the last hour. Keyed by address and not by account, since anyone
 * can delete an account and register the same address again.
 */
export const unprovenAddresses = pgTable(
  "unproven_addresses",
  {
    /** SHA-256 of the address, in hex. */
    addressHash: text("address_hash").primaryKey(),
    emailedAt: instant("emailed_at").notNull(),
  },
  (address) => [index("unproven_addresses_by_age").on(address.emailedAt)],
);

/** Whether a person wants letters of a kind, and by what a letter stops its kind. */
export const letterChoices = pgTable(
  "letter_choices",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    topic: text("topic").$type<EmailCategory>().notNull(),
    /** Null: as it is for everybody who has not chosen. */
    isWanted: boolean("is_wanted"),
    /** Stands in letters; who has it can stop this kind for this person and do nothing else. */
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

/**
 * What admins answered to a contact message, each the letter that brings it as well: it holds no address, that is its message's.
 * The database refuses to change or take away what was written; with its message it goes.
 */
export const contactReplies = pgTable(
  "contact_replies",
  {
    id: newId("id"),
    messageId: text("message_id")
      .notNull()
      .references(() => contactMessages.id, { onDelete: "cascade" }),
    authorId: text("author_id")
      .notNull()
      .references(() => users.id),
    text: text("text").notNull(),
    writtenAt: instant("written_at").notNull(),
    /** As with other letters: who tries it moves this first. */
    dueAt: instant("due_at").notNull(),
    attempts: smallint("attempts").notNull().default(0),
    sentAt: instant("sent_at"),
    givenUpAt: instant("given_up_at"),
    /** A few words, and no address. */
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
