import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import type { AwardState } from "@conquest/shared/contracts/awards";
import { instant, indexIfSet } from "./columns";
import { contestReference } from "./contests";
import { files } from "./files";
import { userReference } from "./people";

/** A prize and its handover, one row for each place. The database adds the row of a contest's winner: decision 0073. */
export const awards = pgTable(
  "awards",
  {
    contestId: contestReference("contest_id", { onDelete: "cascade" }),
    place: smallint("place").notNull().default(1),
    /** The contest's creator, who never changes. */
    creatorId: userReference("creator_id"),
    winnerId: userReference("winner_id"),
    /** Whole taka. */
    prize: integer("prize").notNull(),
    awardedAt: instant("awarded_at").notNull(),
    state: text("state").$type<AwardState>().notNull().default("to_send"),
    /** Grows with each change, so that no one decides about another state than the one they saw. */
    revision: integer("revision").notNull().default(1),
    /** Since when the creator or the winner is expected to act; reminders count from here. */
    waitingSince: instant("waiting_since").notNull(),
    /** The next reminder; null if there is none. */
    nextAt: instant("next_at"),
    /** The day that the creator stated, and when they did. */
    sentOn: date("sent_on", { mode: "string" }),
    sentAt: instant("sent_at"),
    sentNote: text("sent_note").notNull().default(""),
    proofId: text("proof_id").references(() => files.id, { onDelete: "set null" }),
    /** The winner's last report. */
    problem: text("problem").notNull().default(""),
    problemAt: instant("problem_at"),
    /** An admin's last decision. */
    decision: text("decision").$type<"delivered" | "returned" | "closed">(),
    decisionNote: text("decision_note").notNull().default(""),
    decidedAt: instant("decided_at"),
    endedAt: instant("ended_at"),
  },
  (award) => [
    primaryKey({ columns: [award.contestId, award.place] }),
    check("awards_place", sql`${award.place} >= 1`),
    check("awards_prize", sql`${award.prize} between 1 and 999999999`),
    check(
      "awards_state",
      sql`${award.state} in ('to_send', 'late', 'sent', 'unconfirmed', 'disputed', 'delivered', 'undelivered', 'void')`,
    ),
    check(
      "awards_ended",
      sql`(${award.state} in ('delivered', 'undelivered', 'void')) = (${award.endedAt} is not null)`,
    ),
    check("awards_sent", sql`(${award.sentOn} is null) = (${award.sentAt} is null)`),
    check("awards_sent_in_state", sql`${award.state} not in ('sent', 'unconfirmed') or ${award.sentAt} is not null`),
    check("awards_problem", sql`${award.state} <> 'disputed' or ${award.problemAt} is not null`),
    check("awards_decided", sql`(${award.decision} is null) = (${award.decidedAt} is null)`),
    index("awards_by_reminder")
      .on(award.nextAt, award.contestId)
      .where(sql`${award.nextAt} is not null`),
    index("awards_by_creator").on(award.creatorId, award.state, award.waitingSince),
    index("awards_by_winner").on(award.winnerId, award.state),
    index("awards_to_settle")
      .on(award.waitingSince, award.contestId, award.place)
      .where(sql`${award.state} in ('unconfirmed', 'disputed')`),
    indexIfSet("awards_by_proof", award.proofId),
  ],
);
