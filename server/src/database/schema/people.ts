import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import { byJoining, requestsFirst } from "../requests-first";
import { SOON_SORTED_IN, instant, newId } from "./columns";

/** A person. One who was removed stays as a tombstone that others' history hangs on, without name, picture or address. */
export const users = pgTable(
  "users",
  {
    id: newId("id"),
    /**
     * The identity provider's id. Kept on the tombstone of whom an admin removed, so that the same account is recognised and
     * refused; whoever deleted their own account has none any more once the provider's is gone.
     */
    uid: text("uid").notNull().unique(),
    /** Canonical (trimmed, NFC, lower case); null on a tombstone. */
    email: text("email").unique(),
    /** SHA-256 of the address of whom an admin removed, in hex: it cannot sign up again under another uid. */
    removedEmailHash: text("removed_email_hash"),
    /** When the provider first vouched for the address; until then it may be somebody else's. */
    emailVerifiedAt: instant("email_verified_at"),
    name: text("name").notNull().default(""),
    image: text("image").notNull().default(""),
    role: text("role").$type<Role>().notNull().default("user"),
    status: text("status").$type<"verified" | "blocked">().notNull().default("verified"),
    /** When this user asked to become a creator; null when no request is open. */
    requestedAt: instant("requested_at"),
    roleAnswer: text("role_answer").$type<"approved" | "declined">(),
    roleAnswerReason: text("role_answer_reason").notNull().default(""),
    roleAnsweredAt: instant("role_answered_at"),
    createdAt: instant("created_at").notNull(),
    removedAt: instant("removed_at"),
    /** Why an admin blocked or removed them, for the person to read where they are refused; "" where none was given, or neither was done. */
    refusedBecause: text("refused_because").notNull().default(""),
    /** Of somebody who deleted their own account: since when the one at the identity provider is to go too; null once it is gone. */
    leavingProviderSince: instant("leaving_provider_since"),
    /** Since when the provider calls sign-ins good, as last heard: a later word of it means a new password. Null until it is heard first. */
    signInsValidSince: instant("sign_ins_valid_since"),
  },
  (user) => [
    check("users_role", sql`${user.role} in ('admin', 'creator', 'user')`),
    check("users_status", sql`${user.status} in ('verified', 'blocked')`),
    check("users_request_only_from_user", sql`${user.requestedAt} is null or ${user.role} = 'user'`),
    check("users_role_answer", sql`${user.roleAnswer} in ('approved', 'declined')`),
    check("users_role_answered", sql`(${user.roleAnswer} is null) = (${user.roleAnsweredAt} is null)`),
    check("users_email_unless_removed", sql`(${user.email} is null) = (${user.removedAt} is not null)`),
    check("users_canonical_email", sql`${user.email} = lower(${user.email}) and length(${user.email}) <= 320`),
    check("users_leave_when_removed", sql`${user.leavingProviderSince} is null or ${user.removedAt} is not null`),
    check(
      "users_anonymous_when_removed",
      sql`${user.removedAt} is null or (${user.name} = '' and ${user.image} = '' and ${user.role} = 'user' and ${user.requestedAt} is null)`,
    ),
    check(
      "users_refused_because",
      sql`${user.refusedBecause} = '' or ${user.status} = 'blocked' or ${user.removedAt} is not null`,
    ),
    index("users_by_age").on(user.createdAt, user.id),
    index("users_by_request")
      .on(...requestsFirst(user))
      .where(sql`${user.removedAt} is null`),
    index("users_by_role")
      .on(user.role, ...requestsFirst(user))
      .where(sql`${user.removedAt} is null`),
    index("users_by_joining")
      .on(...byJoining(user))
      .where(sql`${user.removedAt} is null`),
    index("users_by_role_and_joining")
      .on(user.role, ...byJoining(user))
      .where(sql`${user.removedAt} is null`),
    index("users_by_name_text")
      .using("gin", sql`search_fold(${user.name}) gin_trgm_ops`)
      .with(SOON_SORTED_IN),
    index("users_by_email_text").using("gin", user.email.op("gin_trgm_ops")).with(SOON_SORTED_IN),
    index("users_by_name_grams")
      .using("gin", sql`short_grams(search_fold(${user.name}))`)
      .with(SOON_SORTED_IN),
    index("users_by_email_grams")
      .using("gin", sql`short_grams(${user.email})`)
      .with(SOON_SORTED_IN),
    index("users_open_requests")
      .on(user.requestedAt)
      .where(sql`${user.requestedAt} is not null`),
    index("users_leaving_provider")
      .on(user.leavingProviderSince)
      .where(sql`${user.leavingProviderSince} is not null`),
    index("users_removed_email")
      .on(user.removedEmailHash)
      .where(sql`${user.removedEmailHash} is not null`),
  ],
);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the id in the cookie, in hex: who reads the table cannot use it. */
    idHash: text("id_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** When the person signed in at the identity provider, by its clock; null of sessions from before this was kept. */
    signedInAt: instant("signed_in_at"),
    /** Browser and system in words, like "Firefox on Windows", for the person to tell their sessions apart; "" where nobody knows. */
    device: text("device").notNull().default(""),
  },
  (session) => [index("sessions_by_user").on(session.userId), index("sessions_by_expiry").on(session.expiresAt)],
);

/** Sign-ins at the identity provider that were signed out of here: their tokens, which the provider still calls valid, open no session. */
export const endedSignIns = pgTable(
  "ended_sign_ins",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    signedInAt: instant("signed_in_at").notNull(),
    endedAt: instant("ended_at").notNull(),
  },
  (ended) => [
    primaryKey({ columns: [ended.userId, ended.signedInAt] }),
    index("ended_sign_ins_by_end").on(ended.endedAt),
  ],
);
