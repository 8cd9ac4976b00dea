import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { LedgerEntry } from "@conquest/shared/contracts/ledger";
import { epochMs, newestFirst, utcDay } from "../sort-keys";
import { instant, newId, CASCADE } from "./columns";
import { contestReference, contestRules } from "./contests";
import { userReference } from "./people";

/** Next scheduled lifecycle step of a contest. Rows are added and deleted by the database. */
export const contestPromises = pgTable(
  "contest_promises",
  { contestId: contestReference("contest_id", CASCADE).primaryKey(), nextAt: instant("next_at").notNull() },
  (promise) => [index("contest_promises_by_time").on(promise.nextAt, promise.contestId)],
);

/** A participation with its payment. Never deleted: leaving sets the state to refunded. */
export const participations = pgTable(
  "participations",
  {
    /** Its first characters are also the opaque participant id in public responses. */
    id: newId("id"),
    contestId: contestReference("contest_id"),
    userId: userReference("user_id"),
    /** Taka, as computed by the server at the time of joining. */
    amount: integer("amount").notNull(),
    last4: text("last4").notNull(),
    state: text("state").$type<"paid" | "refunded">().notNull().default("paid"),
    paidAt: instant("paid_at").notNull(),
    refundedAt: instant("refunded_at"),
    /** The version of the contest's rules that was accepted at `paidAt`; null if there were none. */
    rulesVersion: integer("rules_version"),
  },
  (participation) => [
    foreignKey({
      name: "participations_rules",
      columns: [participation.contestId, participation.rulesVersion],
      foreignColumns: [contestRules.contestId, contestRules.version],
    }),
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
    // Covers the query that lists participants, because their rows are scattered over the table.
    index("participations_by_contest").on(
      participation.contestId,
      participation.state,
      participation.paidAt,
      participation.id,
    ),
    index("participations_by_day")
      .on(participation.contestId, sql`(-${utcDay(participation.paidAt)})`, participation.id)
      .where(sql`${participation.state} = 'paid'`),
    // Finds joins and refunds since the first page of a list was requested: see contests/lists/moved-contests.
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

/** Append-only, written by the database. No free participations, no foreign keys: see decision 0031. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    number: bigint("number", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    participationId: text("participation_id").notNull(),
    kind: text("kind").$type<LedgerEntry["kind"]>().notNull(),
    contestId: text("contest_id").notNull(),
    userId: text("user_id").notNull(),
    amount: integer("amount").notNull(),
    at: instant("at").notNull(),
  },
  (entry) => [
    primaryKey({ columns: [entry.participationId, entry.kind] }),
    check(
      "ledger_entries_amount",
      sql`case ${entry.kind} when 'payment' then ${entry.amount} between 1 and 999999999 when 'refund' then ${entry.amount} between -999999999 and -1 else false end`,
    ),
    uniqueIndex("ledger_by_number").on(entry.number),
    index("ledger_by_time").on(...newestFirst(entry)),
    index("ledger_by_contest").on(entry.contestId, ...newestFirst(entry)),
    index("ledger_by_user").on(entry.userId, ...newestFirst(entry)),
    // Refunds are few among many payments; joining does not write to this index.
    index("ledger_refunds")
      .on(...newestFirst(entry))
      .where(sql`${entry.kind} = 'refund'`),
  ],
);

export const contestFollows = pgTable(
  "contest_follows",
  {
    userId: userReference("user_id"),
    contestId: contestReference("contest_id", CASCADE),
    followedAt: instant("followed_at").notNull(),
  },
  (follow) => [
    primaryKey({ columns: [follow.userId, follow.contestId] }),
    index("follows_by_user").on(follow.userId, sql`(-${epochMs(follow.followedAt)})`, follow.contestId),
    index("follows_by_contest").on(follow.contestId),
  ],
);
