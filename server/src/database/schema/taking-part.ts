import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { LedgerEntry } from "@conquest/shared/contracts/ledger";
import { epochMs, newestFirst, utcDay } from "../epoch-ms";
import { instant, newId } from "./columns";
import { contests } from "./contests";
import { users } from "./people";

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
    check(
      "participations_refunded_at",
      sql`(${participation.state} = 'refunded') = (${participation.refundedAt} is not null)`,
    ),
    uniqueIndex("participations_once")
      .on(participation.contestId, participation.userId)
      .where(sql`${participation.state} = 'paid'`),
    // All that naming participants reads: each of their rows is in another place of the table.
    index("participations_by_contest").on(
      participation.contestId,
      participation.state,
      participation.paidAt,
      participation.id,
    ),
    // Who takes part in a contest, the last day first: see progress/joiners-repository.
    index("participations_by_day")
      .on(participation.contestId, sql`(-${utcDay(participation.paidAt)})`, participation.id)
      .where(sql`${participation.state} = 'paid'`),
    // Finds joins and refunds since the first page of a list: see contests/lists/moved-contests.
    index("participations_by_joining").on(participation.paidAt),
    index("participations_by_leaving")
      .on(participation.refundedAt)
      .where(sql`${participation.state} = 'refunded'`),
    index("participations_by_user").on(
      participation.userId,
      sql`(-${epochMs(participation.paidAt)})`,
      participation.id,
    ),
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
    index("ledger_refunds")
      .on(...newestFirst(entry))
      .where(sql`${entry.kind} = 'refund'`),
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
