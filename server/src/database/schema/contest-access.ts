import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { instant, newId, CASCADE, indexIfSet } from "./columns";
import { contestReference } from "./contests";
import { userReference } from "./people";

/** The join code of a private contest, readable because its creator shares it again: decision 0081. */
export const joinCodes = pgTable(
  "join_codes",
  {
    contestId: contestReference("contest_id", CASCADE).primaryKey(),
    code: text("code").notNull(),
    hash: text("hash").notNull().unique(),
    renewedAt: instant("renewed_at").notNull(),
  },
  (row) => [check("join_codes_code", sql`${row.code} ~ '^[0-9A-HJKMNP-TV-Z]{12}$'`)],
);

/** Each of these people entered the current join code of the contest. */
export const contestGuests = pgTable(
  "contest_guests",
  {
    contestId: contestReference("contest_id", CASCADE),
    userId: userReference("user_id"),
    enteredAt: instant("entered_at").notNull(),
  },
  (guest) => [
    primaryKey({ columns: [guest.contestId, guest.userId] }),
    index("contest_guests_by_user").on(guest.userId),
  ],
);

/** Addresses that may see a private contest, once they are verified. */
export const contestInvitations = pgTable(
  "contest_invitations",
  {
    id: newId("id"),
    contestId: contestReference("contest_id", CASCADE),
    email: text("email").notNull(),
    invitedAt: instant("invited_at").notNull(),
  },
  (row) => [
    check("contest_invitations_email", sql`${row.email} = lower(${row.email}) and length(${row.email}) <= 320`),
    uniqueIndex("contest_invitations_once").on(row.contestId, row.email),
    index("contest_invitations_by_email").on(row.email),
  ],
);

/** The one email of a contest to an invited address, and its outbox. The address is deleted once it is sent. */
export const invitationEmails = pgTable(
  "invitation_emails",
  {
    id: newId("id"),
    contestId: contestReference("contest_id", CASCADE),
    addressHash: text("address_hash").notNull(),
    /** Null once the email is sent or given up, and for accounts, which get a notification instead. */
    email: text("email"),
    /** Language of the creator, as that of the reader is unknown. */
    language: text("language").$type<Language>(),
    stopToken: text("stop_token").notNull().unique(),
    createdAt: instant("created_at").notNull(),
    dueAt: instant("due_at").notNull(),
    attempts: smallint("attempts").notNull().default(0),
    sentAt: instant("sent_at"),
    givenUpAt: instant("given_up_at"),
    givenUpBecause: text("given_up_because"),
  },
  (row) => [
    check("invitation_emails_end_once", sql`${row.sentAt} is null or ${row.givenUpAt} is null`),
    check("invitation_emails_given_up_with_reason", sql`(${row.givenUpAt} is null) = (${row.givenUpBecause} is null)`),
    uniqueIndex("invitation_emails_once").on(row.contestId, row.addressHash),
    index("invitation_emails_due")
      .on(row.dueAt)
      .where(sql`${row.sentAt} is null and ${row.givenUpAt} is null`),
    indexIfSet("invitation_emails_by_address", row.email),
  ],
);

/** Addresses without an account that want no invitations, as hashes. */
export const refusedInvitations = pgTable("refused_invitations", {
  addressHash: text("address_hash").primaryKey(),
  refusedAt: instant("refused_at").notNull(),
});
