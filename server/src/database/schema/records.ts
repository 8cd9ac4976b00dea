import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { users } from "./people";

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
    publicId: text("public_id")
      .notNull()
      .unique("creators_public_id")
      .default(sql`gen_random_uuid()::text`),
    /** Contests that are approved or cancelled, as the contract's `run`; the next three are some of them. */
    runCount: integer("run_count").notNull().default(0),
    concludedCount: integer("concluded_count").notNull().default(0),
    /** By a person. */
    cancelledCount: integer("cancelled_count").notNull().default(0),
    /** By the clock. */
    unwonCount: integer("unwon_count").notNull().default(0),
    /** Those that everybody would see if they were not hidden after a report. */
    hiddenCount: integer("hidden_count").notNull().default(0),
    /** Milliseconds from the deadline to the choice, of all that are concluded together. */
    resultMs: bigint("result_ms", { mode: "number" }).notNull().default(0),
  },
  (creator) => [
    index("creators_by_participants").on(sql`(-${creator.participantCount})`, creator.since, creator.creatorId),
  ],
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
