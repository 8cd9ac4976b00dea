import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant, CASCADE } from "./columns";
import { userReference } from "./people";

/** Ranking and track record of creators, one row for everyone who ever created a contest. Written by the database. */
export const creatorRecords = pgTable(
  "creator_records",
  {
    creatorId: userReference("creator_id", CASCADE).primaryKey(),
    participantCount: integer("participant_count").notNull().default(0),
    since: instant("since").notNull(),
    /** Used in public URLs, and for nothing else. */
    publicId: text("public_id")
      .notNull()
      .unique("creators_public_id")
      .default(sql`gen_random_uuid()::text`),
    /** Contests that were approved or cancelled (`run` in the contract); includes the next three. */
    runCount: integer("run_count").notNull().default(0),
    concludedCount: integer("concluded_count").notNull().default(0),
    cancelledCount: integer("cancelled_count").notNull().default(0),
    unwonCount: integer("unwon_count").notNull().default(0),
    /** Contests hidden after a report, unlisted or private that would otherwise be listed. */
    hiddenCount: integer("hidden_count").notNull().default(0),
    /** Sum of the milliseconds from deadline to decision over all concluded contests. */
    resultMs: bigint("result_ms", { mode: "number" }).notNull().default(0),
    /** Prizes that were delivered, or whose delivery is late, unconfirmed, disputed or given up. */
    prizeCount: integer("prize_count").notNull().default(0),
    deliveredCount: integer("delivered_count").notNull().default(0),
    /** Median of the begun days until delivered prizes were sent; null without any. */
    prizeDays: integer("prize_days"),
  },
  (creator) => [
    index("creators_by_participants").on(sql`(-${creator.participantCount})`, creator.since, creator.creatorId),
  ],
);

export const winnerRecords = pgTable(
  "winner_records",
  {
    userId: userReference("user_id", CASCADE).primaryKey(),
    timesWon: integer("times_won").notNull().default(0),
    lastWonAt: instant("last_won_at"),
  },
  (winner) => [index("winners_by_wins").on(sql`(-${winner.timesWon})`, winner.lastWonAt.desc(), winner.userId)],
);
