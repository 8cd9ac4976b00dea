import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, smallint, text, unique } from "drizzle-orm/pg-core";
import { CASCADE } from "./columns";
import { contestReference, entries } from "./contests";
import { userReference } from "./people";

/** Winners of the prizes after the first one, written once with the contest's winner: decision 0074. */
export const placements = pgTable(
  "placements",
  {
    contestId: contestReference("contest_id", CASCADE),
    /** Its prize is at this index, less two, of the contest's `more_prizes`. */
    place: smallint("place").notNull(),
    entryId: text("entry_id").notNull(),
    winnerId: userReference("winner_id"),
    prizeName: text("prize_name").notNull(),
    /** Whole taka. */
    prize: integer("prize").notNull(),
  },
  (placement) => [
    primaryKey({ columns: [placement.contestId, placement.place] }),
    unique("placements_once").on(placement.contestId, placement.winnerId),
    check("placements_place", sql`${placement.place} between 2 and 10`),
    check("placements_prize", sql`${placement.prize} between 0 and 999999999`),
    foreignKey({
      name: "placements_entry",
      columns: [placement.entryId, placement.contestId, placement.winnerId],
      foreignColumns: [entries.id, entries.contestId, entries.userId],
    }).onUpdate("cascade"),
    index("placements_by_winner").on(placement.winnerId),
  ],
);
