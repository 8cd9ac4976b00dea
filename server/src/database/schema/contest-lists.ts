import { sql } from "drizzle-orm";
import { index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import type { Tag } from "@conquest/shared/contracts/tags";
import { epochMs } from "../sort-keys";
import { instant, CASCADE, ginIndex } from "./columns";
import { contestReference, inStageAndTag } from "./contests";

/** Separate from contests, because it changes with every join. Written by the database. */
export const contestPopularity = pgTable(
  "contest_popularity",
  {
    contestId: contestReference("contest_id", CASCADE).primaryKey(),
    stage: smallint("stage").notNull(),
    tag: text("tag").$type<Tag>().notNull(),
    participantCount: integer("participant_count").notNull(),
    deadline: instant("deadline").notNull(),
  },
  (contest) => [
    ...inStageAndTag(
      { ...contest, id: contest.contestId },
      "popularity",
      sql`(-${contest.participantCount})`,
      sql`(${epochMs(contest.deadline)})`,
    ),
  ],
);

/** Counts by summing rows: transactions only add some, so they never wait for each other. The server compacts it. */
export const contestTally = pgTable(
  "contest_tally",
  { stage: smallint("stage").notNull(), tag: text("tag").$type<Tag>().notNull(), change: integer("change").notNull() },
  // An index, because the table never shrinks: inserting a million contests leaves eight thousand empty blocks.
  (tally) => [index("tally_by_stage").on(tally.stage, tally.tag, tally.change)],
);

/** Separate, because every join rewrites the contest's row. Written by the database, folded with `search_fold`. */
export const contestSearch = pgTable(
  "contest_search",
  {
    contestId: contestReference("contest_id", CASCADE).primaryKey(),
    name: text("name").notNull(),
    rest: text("rest").notNull(),
  },
  (contest) => [
    ginIndex("contests_by_name_text", contest.name.op("gin_trgm_ops")),
    ginIndex("contests_by_rest_text", contest.rest.op("gin_trgm_ops")),
    ginIndex("contests_by_name_grams", sql`short_grams(${contest.name})`),
    ginIndex("contests_by_rest_grams", sql`short_grams(${contest.rest})`),
  ],
);

/** Every folded word that ever described a contest, for fuzzy search. Words over forty letters are stored in pieces. */
export const searchWords = pgTable("search_words", { word: text("word").primaryKey() }, (searched) => [
  ginIndex("search_words_alike", searched.word.op("gin_trgm_ops")),
  index("search_words_by_sound").on(sql`search_sound(${searched.word})`),
]);
