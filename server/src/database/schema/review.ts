import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { ContestTerms, RoundAct } from "@conquest/shared/contracts/review";
import { instant } from "./columns";
import { contests } from "./contests";
import { users } from "./people";

/**
 * What a contest said each time that it was submitted, changed or decided about. The database refuses to change a round, or to take
 * one away while its contest is there: see decision 0038.
 */
export const contestRounds = pgTable(
  "contest_rounds",
  {
    contestId: text("contest_id")
      .notNull()
      .references(() => contests.id, { onDelete: "cascade" }),
    /** From 1 on without gaps; 0 is how it stood when rounds began to be kept. */
    revision: integer("revision").notNull(),
    act: text("act").$type<RoundAct>().notNull(),
    /** Null for `kept`, which nobody did. */
    actorId: text("actor_id").references(() => users.id),
    /** As it stood then. As JSON: a new field of the form needs no migration, and old rounds do not have it. */
    terms: jsonb("terms").$type<ContestTerms>().notNull(),
    at: instant("at").notNull(),
  },
  (round) => [
    primaryKey({ columns: [round.contestId, round.revision] }),
    check("contest_rounds_act", sql`${round.act} in ('kept', 'submitted', 'edited', 'changes_requested', 'rejected', 'confirmed', 'returned')`),
    check("contest_rounds_actor", sql`(${round.act} = 'kept') = (${round.actorId} is null)`),
    check("contest_rounds_revision", sql`(${round.act} = 'kept') = (${round.revision} = 0)`),
  ],
);
