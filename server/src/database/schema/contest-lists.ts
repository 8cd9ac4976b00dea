import { sql } from "drizzle-orm";
import { index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import type { Tag } from "@conquest/shared/contracts/tags";
import { epochMs } from "../epoch-ms";
import { SOON_SORTED_IN, instant } from "./columns";
import { contests } from "./contests";

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
    index("contests_by_popularity").on(
      contest.stage,
      sql`(-${contest.participantCount})`,
      sql`(${epochMs(contest.deadline)})`,
      contest.contestId,
    ),
    index("contests_by_tag_popularity").on(
      contest.tag,
      contest.stage,
      sql`(-${contest.participantCount})`,
      sql`(${epochMs(contest.deadline)})`,
      contest.contestId,
    ),
  ],
);

/**
 * How many contests are in a stage under a tag: the sum of what its rows say. Who changes contests adds rows and waits for nobody;
 * the server adds them up. The database writes it.
 */
export const contestTally = pgTable(
  "contest_tally",
  { stage: smallint("stage").notNull(), tag: text("tag").$type<Tag>().notNull(), change: integer("change").notNull() },
  // The table stays as long as it ever was: of a million contests that came at once it has eight thousand empty blocks.
  (tally) => [index("tally_by_stage").on(tally.stage, tally.tag, tally.change)],
);

/**
 * What searching reads of contests, apart from them because every join writes their row anew. The database writes it, folded
 * as `search_fold` does: two texts that differ in case, in whose digits they are written with, in marks that people leave out, or in
 * forms that look the same, are the same there.
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
    index("contests_by_name_grams")
      .using("gin", sql`short_grams(${contest.name})`)
      .with(SOON_SORTED_IN),
    index("contests_by_rest_grams")
      .using("gin", sql`short_grams(${contest.rest})`)
      .with(SOON_SORTED_IN),
  ],
);

/**
 * Every word that contests were ever described with, folded, to find what somebody nearly typed, and to know what nobody wrote.
 * What has more than forty letters is there in pieces. The database writes it.
 */
export const searchWords = pgTable("search_words", { word: text("word").primaryKey() }, (searched) => [
  index("search_words_alike").using("gin", searched.word.op("gin_trgm_ops")).with(SOON_SORTED_IN),
]);
