import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { CASCADE, instant } from "./columns";
import { contestReference } from "./contests";
import { userReference } from "./people";

/** `barred`: blocked, or judging the contest, before accepting the offer. `closed`: the contest ended first. */
export type WaitEnding = "joined" | "left" | "expired" | "barred" | "closed";

/** People who wait for a spot, and offers to them. Written only with the contest locked: decision 0080. */
export const waitingList = pgTable(
  "waiting_list",
  {
    /** The order of the list. */
    number: bigint("number", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    contestId: contestReference("contest_id", CASCADE),
    userId: userReference("user_id"),
    joinedAt: instant("joined_at").notNull(),
    offeredAt: instant("offered_at"),
    offerEndsAt: instant("offer_ends_at"),
    endedAt: instant("ended_at"),
    ending: text("ending").$type<WaitEnding>(),
  },
  (wait) => [
    check("waiting_list_offer_whole", sql`num_nonnulls(${wait.offeredAt}, ${wait.offerEndsAt}) in (0, 2)`),
    check("waiting_list_ending_whole", sql`num_nonnulls(${wait.endedAt}, ${wait.ending}) in (0, 2)`),
    check("waiting_list_ending", sql`${wait.ending} in ('joined', 'left', 'expired', 'barred', 'closed')`),
    uniqueIndex("waiting_list_once")
      .on(wait.contestId, wait.userId)
      .where(sql`${wait.endedAt} is null`),
    index("waiting_list_in_order")
      .on(wait.contestId, wait.number)
      .where(sql`${wait.endedAt} is null`),
    index("waiting_list_by_user").on(wait.userId, wait.number),
  ],
);
