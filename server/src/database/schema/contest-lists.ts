import { sql } from "drizzle-orm";
import { index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import type { Tag } from "@conquest/shared/contracts/tags";
import { epochMs } from "../epoch-ms";
import { SHORT_PENDING_LIST, instant } from "./columns";
import { contests } from "./contests";

/** Separate from contests, because it changes with every join. Written by the database. */
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
 * Counts contests by stage and tag as the sum of its rows: transactions only add rows, so they never wait for each
 * other. The server compacts them.
 */
export const contestTally = pgTable(
  "contest_tally",
  { stage: smallint("stage").notNull(), tag: text("tag").$type<Tag>().notNull(), change: integer("change").notNull() },
  // An index, because the table never shrinks: after inserting a million contests at once it has eight thousand empty
  // blocks.
  (tally) => [index("tally_by_stage").on(tally.stage, tally.tag, tally.change)],
);

/**
 * Separate from contests, because every join rewrites the contest's row. Written by the database, folded with
 * `search_fold`.
 */
export const contestSearch = pgTable(
  "contest_search",
  {
    contestId: text("contest_id")
      .primaryKey()
      .references(() => contests.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    rest: text("rest").notNull(),
  },
  (contest) => [
    index("contests_by_name_text").using("gin", contest.name.op("gin_trgm_ops")).with(SHORT_PENDING_LIST),
    index("contests_by_rest_text").using("gin", contest.rest.op("gin_trgm_ops")).with(SHORT_PENDING_LIST),
    index("contests_by_name_grams")
      .using("gin", sql`short_grams(${contest.name})`)
      .with(SHORT_PENDING_LIST),
    index("contests_by_rest_grams")
      .using("gin", sql`short_grams(${contest.rest})`)
      .with(SHORT_PENDING_LIST),
  ],
);

/** Every folded word that ever described a contest, for fuzzy search. Words over forty letters are stored in pieces. */
export const searchWords = pgTable("search_words", { word: text("word").primaryKey() }, (searched) => [
  index("search_words_alike").using("gin", searched.word.op("gin_trgm_ops")).with(SHORT_PENDING_LIST),
]);
