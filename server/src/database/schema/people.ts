import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Role } from "@conquest/shared/contracts/http/endpoint";
import type { Language } from "@conquest/shared/contracts/parts/languages";
import { byJoining, requestsFirst } from "../sort-keys";
import { instant, newId, CASCADE, indexIfSet, ginIndex } from "./columns";

/** A removed user stays as an anonymous tombstone, without name, picture or email, because other rows refer to it. */
export const users = pgTable(
  "users",
  {
    id: newId("id"),
    /** The provider's id. Kept after removal by an admin, to reject the account; replaced after a self-deletion. */
    uid: text("uid").notNull().unique(),
    /** Canonical (trimmed, NFC, lower case); null on a tombstone. */
    email: text("email").unique(),
    /** Hex SHA-256 of the email of a user removed by an admin, so that it cannot sign up again with another uid. */
    removedEmailHash: text("removed_email_hash"),
    /** When the provider first verified the email; until then it may belong to someone else. */
    emailVerifiedAt: instant("email_verified_at"),
    name: text("name").notNull().default(""),
    image: text("image").notNull().default(""),
    role: text("role").$type<Role>().notNull().default("user"),
    status: text("status").$type<"verified" | "blocked">().notNull().default("verified"),
    requestedAt: instant("requested_at"),
    roleAnswer: text("role_answer").$type<"approved" | "declined">(),
    roleAnswerReason: text("role_answer_reason").notNull().default(""),
    roleAnsweredAt: instant("role_answered_at"),
    createdAt: instant("created_at").notNull(),
    /** Version of the terms of use accepted by registering; null for accounts from before this column. */
    termsVersion: text("terms_version"),
    removedAt: instant("removed_at"),
    refusedBecause: text("refused_because").notNull().default(""),
    /** After a self-deletion, since when the provider's account is to be deleted too; null once it is gone. */
    leavingProviderSince: instant("leaving_provider_since"),
    /** Since when sign-ins are valid, as last reported by the provider: a later value means a new password. */
    signInsValidSince: instant("sign_ins_valid_since"),
    /** Language of notifications and emails; null, which means English, until the user chooses one. */
    language: text("language").$type<Language>(),
    /** IANA name, such as Asia/Dhaka; null until the user chooses one. */
    timeZone: text("time_zone"),
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
    ginIndex("users_by_name_text", sql`search_fold(${user.name}) gin_trgm_ops`),
    ginIndex("users_by_email_text", user.email.op("gin_trgm_ops")),
    ginIndex("users_by_name_grams", sql`short_grams(search_fold(${user.name}))`),
    ginIndex("users_by_email_grams", sql`short_grams(${user.email})`),
    indexIfSet("users_open_requests", user.requestedAt),
    indexIfSet("users_leaving_provider", user.leavingProviderSince),
    indexIfSet("users_removed_email", user.removedEmailHash),
  ],
);

export const userReference = (name: string, actions?: typeof CASCADE) =>
  text(name)
    .notNull()
    .references(() => users.id, actions);

export const sessions = pgTable(
  "sessions",
  {
    /** Hex SHA-256 of the id in the cookie, so that reading the table does not allow using a session. */
    idHash: text("id_hash").primaryKey(),
    userId: userReference("user_id", CASCADE),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** Time of the sign-in by the identity provider's clock; null for sessions from before this column. */
    signedInAt: instant("signed_in_at"),
    device: text("device").notNull().default(""),
  },
  (session) => [index("sessions_by_user").on(session.userId), index("sessions_by_expiry").on(session.expiresAt)],
);

/** Sign-ins that were signed out of here: the provider still considers their tokens valid, but they open no session. */
export const endedSignIns = pgTable(
  "ended_sign_ins",
  {
    userId: userReference("user_id", CASCADE),
    signedInAt: instant("signed_in_at").notNull(),
    endedAt: instant("ended_at").notNull(),
  },
  (ended) => [
    primaryKey({ columns: [ended.userId, ended.signedInAt] }),
    index("ended_sign_ins_by_end").on(ended.endedAt),
  ],
);
