import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { epochMs, newestFirst } from "./epoch-ms";
import { isLoose } from "./loose-files";
import { requestsFirst } from "./requests-first";
import { TIMED_STAGES, deadlineInStage, nextFirst } from "./stages";
import type { ContestStatus } from "@conquest/shared/contracts/contests";
import type { Role } from "@conquest/shared/contracts/endpoint";
import type { FileKind } from "@conquest/shared/contracts/files";
import type { ContestComment } from "@conquest/shared/contracts/contests";
import type { LedgerEntry } from "@conquest/shared/contracts/ledger";
import type { LetterTopic } from "@conquest/shared/contracts/letters";
import type { Notice } from "@conquest/shared/contracts/messages";
import type { Release } from "@conquest/shared/contracts/releases";
import type { Tag } from "@conquest/shared/contracts/tags";
import type { IncidentKind, Metric } from "@conquest/shared/contracts/telemetry";

const newId = (name: string) =>
  text(name)
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID());

/** Milliseconds, as JavaScript has them: an instant that was read back equals the one that was written. */
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => "bytea",
  toDriver: (value) => value,
  fromDriver: (value) => Buffer.from(value),
});

/** What is new waits in a list that every search reads: in a short one, in kB. */
const SOON_SORTED_IN = { gin_pending_list_limit: 256 };

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
    /** Of somebody who deleted their own account: since when the one at the identity provider is to go too; null once it is gone. */
    leavingProviderSince: instant("leaving_provider_since"),
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
    index("users_by_age").on(user.createdAt, user.id),
    index("users_by_request").on(...requestsFirst(user)).where(sql`${user.removedAt} is null`),
    index("users_by_role").on(user.role, ...requestsFirst(user)).where(sql`${user.removedAt} is null`),
    index("users_by_name_text").using("gin", sql`search_fold(${user.name}) gin_trgm_ops`).with(SOON_SORTED_IN),
    index("users_by_email_text").using("gin", user.email.op("gin_trgm_ops")).with(SOON_SORTED_IN),
    index("users_by_name_grams").using("gin", sql`short_grams(search_fold(${user.name}))`).with(SOON_SORTED_IN),
    index("users_by_email_grams").using("gin", sql`short_grams(${user.email})`).with(SOON_SORTED_IN),
    index("users_open_requests").on(user.requestedAt).where(sql`${user.requestedAt} is not null`),
    index("users_leaving_provider").on(user.leavingProviderSince).where(sql`${user.leavingProviderSince} is not null`),
    index("users_removed_email").on(user.removedEmailHash).where(sql`${user.removedEmailHash} is not null`),
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
  (ended) => [primaryKey({ columns: [ended.userId, ended.signedInAt] }), index("ended_sign_ins_by_end").on(ended.endedAt)],
);

export const contests = pgTable(
  "contests",
  {
    id: newId("id"),
    creatorId: text("creator_id")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    image: text("image").notNull(),
    description: text("description").notNull(),
    task: text("task").notNull(),
    tag: text("tag").$type<Tag>().notNull(),
    /** Whole taka. */
    registrationPrice: integer("registration_price").notNull(),
    /** Whole taka. */
    prize: integer("prize").notNull(),
    deadline: instant("deadline").notNull(),
    /** Judges see no names of authors until the winner is chosen. */
    hidesNames: boolean("hides_names").notNull().default(true),
    /** How often it was moved after somebody had joined. */
    deadlineMoves: smallint("deadline_moves").notNull().default(0),
    status: text("status").$type<ContestStatus>().notNull().default("pending"),
    /** What the admins last said; `approved` exactly while the status is open. */
    review: text("review").$type<"in_review" | "changes_requested" | "rejected" | "approved">().notNull().default("in_review"),
    /** When it first became open. */
    openedAt: instant("opened_at"),
    cancelledAt: instant("cancelled_at"),
    cancelReason: text("cancel_reason"),
    cancelledBy: text("cancelled_by").references(() => users.id),
    winnerId: text("winner_id").references(() => users.id),
    winnerEntryId: text("winner_entry_id"),
    winnerNote: text("winner_note"),
    winnerAt: instant("winner_at"),
    winnerDeclaredBy: text("winner_declared_by").references(() => users.id),
    /** Participations in state paid, kept in the transaction that changes them. */
    participantCount: integer("participant_count").notNull().default(0),
    /** What those paid, in whole taka, kept with their number. */
    paidTotal: bigint("paid_total", { mode: "number" }).notNull().default(0),
    /** Entries, kept in the transaction that submits them. */
    entryCount: integer("entry_count").notNull().default(0),
    /**
     * Where it stands as far as its row knows, for lists to walk an index: see `stages.ts`. The database writes it; a deadline
     * that has passed since is written down later, so whoever reads it asks for the deadline too.
     */
    stage: smallint("stage").notNull().default(4),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (contest) => [
    check("contests_status", sql`${contest.status} in ('pending', 'open')`),
    check("contests_review", sql`${contest.review} in ('in_review', 'changes_requested', 'rejected', 'approved')`),
    check("contests_open_when_approved", sql`(${contest.status} = 'open') = (${contest.review} = 'approved')`),
    check("contests_open_since", sql`${contest.status} <> 'open' or ${contest.openedAt} is not null`),
    check("contests_registration_price", sql`${contest.registrationPrice} between 0 and 999999999`),
    check("contests_prize", sql`${contest.prize} between 0 and 999999999`),
    check("contests_participant_count", sql`${contest.participantCount} >= 0`),
    check("contests_paid_total", sql`${contest.paidTotal} >= 0`),
    check("contests_entry_count", sql`${contest.entryCount} >= 0`),
    check("contests_cancelled_with_reason", sql`(${contest.cancelledAt} is null) = (${contest.cancelReason} is null)`),
    check(
      "contests_winner_whole",
      sql`num_nonnulls(${contest.winnerId}, ${contest.winnerEntryId}, ${contest.winnerNote}, ${contest.winnerAt}, ${contest.winnerDeclaredBy}) in (0, 5)`,
    ),
    check("contests_winner_not_owner", sql`${contest.winnerId} <> ${contest.creatorId}`),
    check("contests_winner_not_cancelled", sql`${contest.winnerId} is null or ${contest.cancelledAt} is null`),
    // The winner's entry is an entry of this contest by that person.
    foreignKey({
      name: "contests_winner_entry",
      columns: [contest.winnerEntryId, contest.id, contest.winnerId],
      foreignColumns: [entries.id as AnyPgColumn, entries.contestId as AnyPgColumn, entries.userId as AnyPgColumn],
    }),
    // None may hold the number of participants or what they paid: a join would then write into every index of the row.
    index("contests_by_creator").on(contest.creatorId, sql`(-${epochMs(contest.createdAt)})`, contest.id),
    index("contests_by_creator_opening").on(contest.creatorId, contest.stage, sql`(-${epochMs(sql`coalesce(${contest.openedAt}, ${contest.createdAt})`)})`, contest.id),
    index("contests_by_stage").on(contest.stage, contest.tag, contest.deadline),
    index("contests_by_opening").on(contest.stage, sql`(-${epochMs(sql`coalesce(${contest.openedAt}, ${contest.createdAt})`)})`, contest.id),
    index("contests_by_tag_opening").on(contest.tag, contest.stage, sql`(-${epochMs(sql`coalesce(${contest.openedAt}, ${contest.createdAt})`)})`, contest.id),
    index("contests_by_creation").on(contest.stage, sql`(-${epochMs(contest.createdAt)})`, contest.id),
    index("contests_by_tag_creation").on(contest.tag, contest.stage, sql`(-${epochMs(contest.createdAt)})`, contest.id),
    index("contests_by_distance").on(contest.stage, sql`${nextFirst(contest)}`, contest.id),
    index("contests_by_tag_distance").on(contest.tag, contest.stage, sql`${nextFirst(contest)}`, contest.id),
    index("contests_by_prize").on(contest.stage, sql`(-${contest.prize})`, contest.id),
    index("contests_by_tag_prize").on(contest.tag, contest.stage, sql`(-${contest.prize})`, contest.id),
    // What joining costs stands in one or the other, as the site is set.
    index("contests_by_lowest_prize").on(contest.stage, contest.prize, contest.id),
    index("contests_by_tag_lowest_prize").on(contest.tag, contest.stage, contest.prize, contest.id),
    index("contests_by_lowest_price").on(contest.stage, contest.registrationPrice, contest.id),
    index("contests_by_tag_lowest_price").on(contest.tag, contest.stage, contest.registrationPrice, contest.id),
    index("contests_by_deadline").on(contest.deadline, contest.id),
    ...TIMED_STAGES.map((stage) => index(`contests_in_stage_${stage}`).on(sql`(${deadlineInStage(contest, stage)})`)),
    index("contests_by_winner").on(contest.winnerId).where(sql`${contest.winnerId} is not null`),
  ],
);

/** What the order by participants asks of contests, apart from them because it changes with every join. The database writes it. */
export const contestPopularity = pgTable(
  "contest_popularity",
  {
    contestId: text("contest_id")
      .primaryKey()
      .references(() => contests.id, { onDelete: "cascade" }),
    stage: smallint("stage").notNull(),
    tag: text("tag").$type<Tag>().notNull(),
    participantCount: integer("participant_count").notNull(),
    deadline: instant("deadline").notNull(),
  },
  (contest) => [
    index("contests_by_popularity").on(contest.stage, sql`(-${contest.participantCount})`, sql`(${epochMs(contest.deadline)})`, contest.contestId),
    index("contests_by_tag_popularity").on(contest.tag, contest.stage, sql`(-${contest.participantCount})`, sql`(${epochMs(contest.deadline)})`, contest.contestId),
  ],
);

/**
 * How many contests are in a stage under a tag: the sum of what its rows say. Who changes contests adds rows and waits for nobody;
 * the server adds them up. The database writes it.
 */
export const contestTally = pgTable(
  "contest_tally",
  {
    stage: smallint("stage").notNull(),
    tag: text("tag").$type<Tag>().notNull(),
    change: integer("change").notNull(),
  },
  // The table stays as long as it ever was: of a million contests that came at once it has eight thousand empty blocks.
  (tally) => [index("tally_by_stage").on(tally.stage, tally.tag, tally.change)],
);

/**
 * What searching reads of contests, apart from them because every join writes their row anew. The database writes it, folded
 * as `search_fold` does: two texts that differ in case, or in whose digits they are written with, are the same there.
 */
export const contestSearch = pgTable(
  "contest_search",
  {
    contestId: text("contest_id")
      .primaryKey()
      .references(() => contests.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Tag and description, each in a line. */
    rest: text("rest").notNull(),
  },
  (contest) => [
    index("contests_by_name_text").using("gin", contest.name.op("gin_trgm_ops")).with(SOON_SORTED_IN),
    index("contests_by_rest_text").using("gin", contest.rest.op("gin_trgm_ops")).with(SOON_SORTED_IN),
    // What is shorter than three letters has no trigram.
    index("contests_by_name_grams").using("gin", sql`short_grams(${contest.name})`).with(SOON_SORTED_IN),
    index("contests_by_rest_grams").using("gin", sql`short_grams(${contest.rest})`).with(SOON_SORTED_IN),
  ],
);

/**
 * Every word that contests were ever described with, folded, to find what somebody nearly typed, and to know what nobody wrote.
 * What has more than forty letters is there in pieces. The database writes it.
 */
export const searchWords = pgTable("search_words", { word: text("word").primaryKey() }, (searched) => [
  index("search_words_alike").using("gin", searched.word.op("gin_trgm_ops")).with(SOON_SORTED_IN),
]);

/** What creators are ranked by, and what became of their contests: one row for everybody who ever made one. The database writes it. */
export const creatorRecords = pgTable(
  "creator_records",
  {
    creatorId: text("creator_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Different people with a paid place in any of their contests. */
    participantCount: integer("participant_count").notNull().default(0),
    /** When the account was made. */
    since: instant("since").notNull(),
    /** In public addresses: nothing else knows it, and it leads to nothing else. */
    publicId: text("public_id").notNull().unique("creators_public_id").default(sql`gen_random_uuid()::text`),
    /** Contests that are approved or cancelled, as the contract's `run`; the next three are some of them. */
    runCount: integer("run_count").notNull().default(0),
    concludedCount: integer("concluded_count").notNull().default(0),
    /** By a person. */
    cancelledCount: integer("cancelled_count").notNull().default(0),
    /** By the clock. */
    unwonCount: integer("unwon_count").notNull().default(0),
    /** Milliseconds from the deadline to the choice, of all that are concluded together. */
    resultMs: bigint("result_ms", { mode: "number" }).notNull().default(0),
  },
  (creator) => [index("creators_by_participants").on(sql`(-${creator.participantCount})`, creator.since, creator.creatorId)],
);

/** What people won in contests that everybody may see. The database writes it. */
export const winnerRecords = pgTable(
  "winner_records",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    timesWon: integer("times_won").notNull().default(0),
    lastWonAt: instant("last_won_at"),
  },
  (winner) => [index("winners_by_wins").on(sql`(-${winner.timesWon})`, winner.lastWonAt.desc(), winner.userId)],
);

/** What the clock will bring about next for a contest that is open or closed and has no winner yet. The database adds and takes away. */
export const contestPromises = pgTable(
  "contest_promises",
  {
    contestId: text("contest_id")
      .primaryKey()
      .references(() => contests.id, { onDelete: "cascade" }),
    nextAt: instant("next_at").notNull(),
  },
  (promise) => [index("contest_promises_by_time").on(promise.nextAt, promise.contestId)],
);

/** A place in a contest and the payment for it. Never deleted: a place given back is a row in state refunded. */
export const participations = pgTable(
  "participations",
  {
    /** Also, by its beginning, the opaque id by which public answers count participants. */
    id: newId("id"),
    contestId: text("contest_id")
      .notNull()
      .references(() => contests.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Whole taka, as the server computed it at the moment of joining. */
    amount: integer("amount").notNull(),
    /** Empty where nothing was charged. */
    last4: text("last4").notNull(),
    state: text("state").$type<"paid" | "refunded">().notNull().default("paid"),
    paidAt: instant("paid_at").notNull(),
    refundedAt: instant("refunded_at"),
  },
  (participation) => [
    check("participations_amount", sql`${participation.amount} between 0 and 999999999`),
    check("participations_last4", sql`${participation.last4} ~ '^([0-9]{4})?$'`),
    check("participations_state", sql`${participation.state} in ('paid', 'refunded')`),
    check("participations_refunded_at", sql`(${participation.state} = 'refunded') = (${participation.refundedAt} is not null)`),
    uniqueIndex("participations_once")
      .on(participation.contestId, participation.userId)
      .where(sql`${participation.state} = 'paid'`),
    // All that naming participants reads: each of their rows is in another place of the table.
    index("participations_by_contest").on(participation.contestId, participation.state, participation.paidAt, participation.id),
    index("participations_by_user").on(participation.userId, sql`(-${epochMs(participation.paidAt)})`, participation.id),
  ],
);

/**
 * Every payment and every refund, as it was when it happened. The database writes it, in the statement that takes or gives back a
 * place, and refuses to change what is written. What cost nothing is not in it. It leans on no other row: see decision 0031.
 */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    /** In the order of writing, with gaps. */
    number: bigint("number", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    participationId: text("participation_id").notNull(),
    kind: text("kind").$type<LedgerEntry["kind"]>().notNull(),
    contestId: text("contest_id").notNull(),
    userId: text("user_id").notNull(),
    /** Whole taka; negative where they were given back. */
    amount: integer("amount").notNull(),
    at: instant("at").notNull(),
  },
  (entry) => [
    primaryKey({ columns: [entry.participationId, entry.kind] }),
    check(
      "ledger_entries_amount",
      sql`case ${entry.kind} when 'payment' then ${entry.amount} between 1 and 999999999 when 'refund' then ${entry.amount} between -999999999 and -1 else false end`,
    ),
    index("ledger_by_time").on(...newestFirst(entry)),
    index("ledger_by_contest").on(entry.contestId, ...newestFirst(entry)),
    index("ledger_by_user").on(entry.userId, ...newestFirst(entry)),
    // Among many payments a few refunds; a join does not write to it.
    index("ledger_refunds").on(...newestFirst(entry)).where(sql`${entry.kind} = 'refund'`),
  ],
);

/** Who is reminded before a contest closes. */
export const contestFollows = pgTable(
  "contest_follows",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    contestId: text("contest_id")
      .notNull()
      .references(() => contests.id, { onDelete: "cascade" }),
    followedAt: instant("followed_at").notNull(),
  },
  (follow) => [
    primaryKey({ columns: [follow.userId, follow.contestId] }),
    index("follows_by_user").on(follow.userId, sql`(-${epochMs(follow.followedAt)})`, follow.contestId),
    index("follows_by_contest").on(follow.contestId),
  ],
);

export const entries = pgTable(
  "entries",
  {
    id: newId("id"),
    contestId: text("contest_id")
      .notNull()
      .references((): AnyPgColumn => contests.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    text: text("text").notNull(),
    /** An https address, or "". */
    link: text("link").notNull().default(""),
    /** Of the content as submitted, in hex. */
    sha256: text("sha256").notNull(),
    /** What it is called while names are hidden. It tells no order. */
    number: integer("number").notNull(),
    /** Those who judge have it in view; its author does not know. */
    isShortlisted: boolean("is_shortlisted").notNull().default(false),
    /** Whether its author lets everybody read it when it wins. */
    showIfWins: boolean("show_if_wins").notNull().default(true),
    /** When it came onto the contest's page for everybody to read: by winning, or because its author published it. */
    publishedAt: instant("published_at"),
    /** When this content was submitted: an edit moves it. */
    submittedAt: instant("submitted_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (entry) => [
    check("entries_sha256", sql`${entry.sha256} ~ '^[0-9a-f]{64}$'`),
    unique("entries_once").on(entry.contestId, entry.userId),
    unique("entries_numbered").on(entry.contestId, entry.number),
    unique("entries_of_contest_and_user").on(entry.id, entry.contestId, entry.userId),
    index("entries_by_contest").on(entry.contestId, sql`(${epochMs(entry.submittedAt)})`, entry.id),
    index("entries_by_user").on(entry.userId),
    index("entries_published").on(entry.contestId).where(sql`${entry.publishedAt} is not null`),
  ],
);

/** What judges say of entries, a row for each judge and entry: for its author, once the winner is named. */
export const entryRatings = pgTable(
  "entry_ratings",
  {
    entryId: text("entry_id")
      .notNull()
      .references(() => entries.id, { onDelete: "cascade" }),
    judgeId: text("judge_id")
      .notNull()
      .references(() => users.id),
    /** 1 to 5; null where there is a word alone. */
    rating: smallint("rating"),
    word: text("word").notNull().default(""),
    updatedAt: instant("updated_at").notNull(),
  },
  (said) => [
    primaryKey({ columns: [said.entryId, said.judgeId] }),
    check("entry_ratings_rating", sql`${said.rating} between 1 and 5`),
    check("entry_ratings_something", sql`${said.rating} is not null or ${said.word} <> ''`),
  ],
);

/**
 * What people upload; the bytes lie elsewhere, see platform/files. A file belongs to one thing at most: one that belongs to
 * nothing is its uploader's for a day, and then goes.
 */
export const files = pgTable(
  "files",
  {
    id: newId("id"),
    uploaderId: text("uploader_id")
      .notNull()
      .references(() => users.id),
    /** What it may belong to: an entry, and be as private; or, a picture that everybody may see, a contest or a person. */
    use: text("use").$type<"entry" | "picture">().notNull(),
    /** `coming` until its bytes are kept, `going` from when nobody may have it any more until they are gone. */
    state: text("state").$type<"coming" | "here" | "going">().notNull().default("coming"),
    name: text("name").notNull(),
    kind: text("kind").$type<FileKind>().notNull(),
    /** What its bytes are kept as where all of them are, like `whole.jpg`. */
    whole: text("whole").notNull(),
    /** Of what is downloaded. */
    bytes: integer("bytes").notNull(),
    /** Of what was sent, in hex: a picture was drawn anew since. */
    sha256: text("sha256").notNull(),
    /** Of a picture, in pixels. */
    width: integer("width"),
    height: integer("height"),
    /** In which a picture was made smaller. */
    widths: integer("widths").array().notNull().default(sql`'{}'`),
    entryId: text("entry_id").references(() => entries.id, { onDelete: "set null" }),
    contestId: text("contest_id").references(() => contests.id, { onDelete: "set null" }),
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    /** Among those of the same thing. */
    position: smallint("position").notNull().default(0),
    createdAt: instant("created_at").notNull(),
  },
  (file) => [
    check("files_use", sql`${file.use} in ('entry', 'picture')`),
    check("files_state", sql`${file.state} in ('coming', 'here', 'going')`),
    check("files_kind", sql`${file.kind} in ('picture', 'pdf', 'text', 'zip')`),
    check("files_sha256", sql`${file.sha256} ~ '^[0-9a-f]{64}$'`),
    check("files_size", sql`(${file.kind} = 'picture') = (num_nonnulls(${file.width}, ${file.height}) = 2)`),
    check("files_of_one_thing", sql`num_nonnulls(${file.entryId}, ${file.contestId}, ${file.userId}) <= 1`),
    check("files_of_its_use", sql`case ${file.use} when 'entry' then num_nonnulls(${file.contestId}, ${file.userId}) = 0 else ${file.entryId} is null end`),
    check("files_here_when_owned", sql`${file.state} = 'here' or num_nonnulls(${file.entryId}, ${file.contestId}, ${file.userId}) = 0`),
    index("files_by_entry").on(file.entryId, file.position).where(sql`${file.entryId} is not null`),
    index("files_by_contest").on(file.contestId).where(sql`${file.contestId} is not null`),
    index("files_by_user").on(file.userId).where(sql`${file.userId} is not null`),
    index("files_loose").on(file.uploaderId, file.createdAt).where(isLoose(file)),
  ],
);

/** What admins said about a contest, for its creator to read. */
export const contestComments = pgTable(
  "contest_comments",
  {
    id: newId("id"),
    contestId: text("contest_id")
      .notNull()
      .references(() => contests.id, { onDelete: "cascade" }),
    authorId: text("author_id")
      .notNull()
      .references(() => users.id),
    text: text("text").notNull(),
    decision: text("decision").$type<ContestComment["decision"]>().notNull().default("comment"),
    createdAt: instant("created_at").notNull(),
  },
  (comment) => [
    check("contest_comments_decision", sql`${comment.decision} in ('comment', 'changes_requested', 'rejected')`),
    check("contest_comments_text", sql`${comment.text} <> ''`),
    index("contest_comments_by_contest").on(comment.contestId, comment.createdAt, comment.id),
  ],
);

/** What people asked on a contest's page. `answer` is the creator's. */
export const contestQuestions = pgTable(
  "contest_questions",
  {
    id: newId("id"),
    contestId: text("contest_id")
      .notNull()
      .references(() => contests.id, { onDelete: "cascade" }),
    askerId: text("asker_id")
      .notNull()
      .references(() => users.id),
    text: text("text").notNull(),
    askedAt: instant("asked_at").notNull(),
    answer: text("answer"),
    answeredAt: instant("answered_at"),
    correctedAt: instant("corrected_at"),
  },
  (question) => [
    check("contest_questions_text", sql`${question.text} <> ''`),
    check("contest_questions_answer", sql`${question.answer} <> ''`),
    check("contest_questions_answered", sql`(${question.answer} is null) = (${question.answeredAt} is null)`),
    check("contest_questions_corrected", sql`${question.correctedAt} is null or ${question.answeredAt} is not null`),
    index("questions_by_contest").on(question.contestId, sql`(-${epochMs(question.askedAt)})`, question.id),
    index("questions_by_turn").on(question.contestId, sql`(case when ${question.answeredAt} is null then 0 else 1 end)`, sql`(-${epochMs(question.askedAt)})`, question.id),
    index("questions_by_asker").on(question.askerId, question.contestId),
  ],
);

/** What creators wrote to everybody who had joined. */
export const contestNews = pgTable(
  "contest_news",
  {
    id: newId("id"),
    contestId: text("contest_id")
      .notNull()
      .references(() => contests.id, { onDelete: "cascade" }),
    text: text("text").notNull(),
    writtenAt: instant("written_at").notNull(),
    /** To how many people it went. */
    sentTo: integer("sent_to").notNull(),
  },
  (news) => [
    check("contest_news_text", sql`${news.text} <> ''`),
    check("contest_news_sent_to", sql`${news.sentTo} >= 0`),
    index("news_by_contest").on(news.contestId, sql`(-${epochMs(news.writtenAt)})`, news.id),
  ],
);

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
  },
  (notice) => [
    check("notices_href", sql`${notice.href} like '/%' and ${notice.href} not like '//%'`),
    unique("notices_once").on(notice.userId, notice.onceKey),
    index("notices_by_user").on(notice.userId, sql`(case when ${notice.readAt} is null then 0 else 1 end)`, sql`(-${epochMs(notice.createdAt)})`, notice.id),
  ],
);

/**
 * A notice that also goes out by e-mail. It holds no word of it: what is taken out of the notice is out of the letter too, and
 * nobody's address lies here.
 */
export const letters = pgTable(
  "letters",
  {
    noticeId: text("notice_id")
      .primaryKey()
      .references(() => notices.id, { onDelete: "cascade" }),
    /** As people read it, like ৳1,00,000; null where it is about no money. */
    amount: text("amount"),
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
    index("letters_due").on(letter.dueAt).where(sql`${letter.sentAt} is null and ${letter.givenUpAt} is null`),
    index("letters_by_age").on(letter.createdAt),
  ],
);

/** Whether a person wants letters of a kind, and by what a letter stops its kind. */
export const letterChoices = pgTable(
  "letter_choices",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    topic: text("topic").$type<LetterTopic>().notNull(),
    /** Null: as it is for everybody who has not chosen. */
    isWanted: boolean("is_wanted"),
    /** Stands in letters; who has it can stop this kind for this person and do nothing else. */
    stopToken: text("stop_token").notNull().unique(),
  },
  (choice) => [primaryKey({ columns: [choice.userId, choice.topic] }), index("letter_choices_wanted").on(choice.topic, choice.userId).where(sql`${choice.isWanted}`)],
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
    index("contact_messages_by_turn").on(sql`(case when ${message.handledAt} is null then 0 else 1 end)`, sql`(-${epochMs(message.createdAt)})`, message.id),
  ],
);

/** A build of a part. Never changed once written: what serves it may cache it for ever. */
export const releases = pgTable(
  "releases",
  {
    part: text("part").notNull(),
    version: text("version").notNull(),
    /** The part's remote.json; null for the shell, which has none. */
    remote: jsonb("remote").$type<Release["remote"]>(),
    /** The federation manifest; null for a part that brings none. */
    manifest: jsonb("manifest").$type<Record<string, unknown>>(),
    /** Which files each page needs, by its route's path; of the shell, those of its chunks by their names. */
    pages: jsonb("pages").$type<Release["files"]["pages"]>(),
    /** `sha384-…` of every script and stylesheet by path. */
    integrity: jsonb("integrity").$type<Release["integrity"]>().notNull(),
    createdAt: instant("created_at").notNull(),
    createdBy: text("created_by").notNull(),
    /** When the site was taken back from it: nothing goes back to it by itself, and no browser falls back on it. */
    rolledBackAt: instant("rolled_back_at"),
  },
  (release) => [
    primaryKey({ columns: [release.part, release.version] }),
    check("releases_part", sql`${release.part} ~ '^[a-z][a-z-]*$'`),
    check("releases_version", sql`${release.version} ~ '^[0-9A-Za-z][0-9A-Za-z._-]*$'`),
    check("releases_remote", sql`(${release.part} = 'shell') = (${release.remote} is null)`),
    index("releases_by_age").on(release.part, release.createdAt.desc()),
  ],
);

export const releaseFiles = pgTable(
  "release_files",
  {
    part: text("part").notNull(),
    version: text("version").notNull(),
    /** Below the release, with `/` between folders. */
    path: text("path").notNull(),
    content: bytea("content").notNull(),
    /** The content compressed at publishing; null where that saves nothing. */
    brotli: bytea("brotli"),
    gzip: bytea("gzip"),
    contentType: text("content_type").notNull(),
    /** In base64, as subresource integrity writes it. */
    sha384: text("sha384").notNull(),
  },
  (file) => [
    primaryKey({ columns: [file.part, file.version, file.path] }),
    foreignKey({
      name: "release_files_release",
      columns: [file.part, file.version],
      foreignColumns: [releases.part, releases.version],
    }).onDelete("cascade"),
    check("release_files_path", sql`${file.path} <> '' and ${file.path} !~ '(^|/)\\.\\.?(/|$)' and ${file.path} not like '/%'`),
  ],
);

/** What the site runs now: one row a part. */
export const registryParts = pgTable(
  "registry_parts",
  {
    part: text("part").primaryKey(),
    currentVersion: text("current_version").notNull(),
    /** What a browser falls back on: the last that was live before and was not taken back. */
    previousVersion: text("previous_version"),
    /** What some visitors get in place of the current one, and how many of a hundred. */
    canaryVersion: text("canary_version"),
    canaryPercent: integer("canary_percent"),
    /** Stays as it is through releases and rollbacks. */
    isEnabled: boolean("is_enabled").notNull().default(true),
    /** Why it is disabled, as a sentence for the people who use the site. */
    reason: text("reason"),
    /** The change that made it so. */
    revision: integer("revision")
      .notNull()
      .references(() => registryChanges.revision),
  },
  (part) => [
    foreignKey({
      name: "registry_parts_current",
      columns: [part.part, part.currentVersion],
      foreignColumns: [releases.part, releases.version],
    }),
    foreignKey({
      name: "registry_parts_previous",
      columns: [part.part, part.previousVersion],
      foreignColumns: [releases.part, releases.version],
    }),
    foreignKey({
      name: "registry_parts_canary",
      columns: [part.part, part.canaryVersion],
      foreignColumns: [releases.part, releases.version],
    }),
    check("registry_parts_reason", sql`${part.isEnabled} or ${part.reason} is not null`),
    check(
      "registry_parts_canary_percent",
      sql`(${part.canaryVersion} is null) = (${part.canaryPercent} is null) and ${part.canaryPercent} between 1 and 99 and ${part.canaryVersion} <> ${part.currentVersion}`,
    ),
  ],
);

/** Every change of the registry. The highest revision is the registry's. */
export const registryChanges = pgTable(
  "registry_changes",
  {
    revision: serial("revision").primaryKey(),
    part: text("part").notNull(),
    action: text("action").notNull(),
    fromVersion: text("from_version"),
    toVersion: text("to_version"),
    /** Of a canary: how many visitors of a hundred. */
    percent: integer("percent"),
    /** Whose deploy token it was. */
    who: text("who").notNull(),
    why: text("why").notNull().default(""),
    at: instant("at").notNull(),
  },
  (change) => [index("registry_changes_by_part").on(change.part, change.revision.desc())],
);

/** Who may release: a team its part, an operator (`*`) every part. The token itself is known to its holder alone. */
export const deployTokens = pgTable(
  "deploy_tokens",
  {
    id: newId("id"),
    part: text("part").notNull(),
    /** Whose it is, as the history names them. */
    holder: text("holder").notNull(),
    /** SHA-256 in hex: the tokens are random enough that nothing slower is needed. */
    hash: text("hash").notNull().unique("deploy_tokens_hash"),
    createdAt: instant("created_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (token) => [check("deploy_tokens_part", sql`${token.part} = '*' or ${token.part} ~ '^[a-z][a-z-]*$'`)],
);

/** What browsers have measured, counted by the hour: `bucket` is where the value falls, see features/telemetry. Old hours go. */
export const telemetryHours = pgTable(
  "telemetry_hours",
  {
    hour: instant("hour").notNull(),
    part: text("part").notNull(),
    version: text("version").notNull(),
    /** A metric, or a kind of incident. */
    metric: text("metric").$type<Metric | IncidentKind>().notNull(),
    /** The path of a route; empty where it is about the part. */
    page: text("page").notNull(),
    bucket: integer("bucket").notNull(),
    count: integer("count").notNull(),
  },
  (row) => [primaryKey({ columns: [row.hour, row.part, row.version, row.metric, row.page, row.bucket] })],
);

/** What went wrong in browsers, for who is told its number. Only the newest stay. */
export const telemetryIncidents = pgTable(
  "telemetry_incidents",
  {
    id: serial("id").primaryKey(),
    incident: text("incident").notNull(),
    at: instant("at").notNull(),
    part: text("part").notNull(),
    version: text("version").notNull(),
    kind: text("kind").$type<IncidentKind>().notNull(),
    reason: text("reason").notNull(),
    message: text("message").notNull(),
    page: text("page").notNull(),
  },
  (row) => [index("telemetry_incidents_by_number").on(row.incident)],
);

/**
 * How often somebody did what may be done so many times a minute; rows of the past go. Unlogged in its migration: after a crash
 * of the database counting begins anew, and counting waits for no disk.
 */
export const countedUses = pgTable(
  "counted_uses",
  {
    key: text("key").primaryKey(),
    uses: integer("uses").notNull(),
    /** By the clock of the database. */
    endsAt: instant("ends_at").notNull(),
  },
  (row) => [index("counted_uses_by_end").on(row.endsAt)],
);
