import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { entries } from "./contests";
import { users } from "./people";

/** What judges say of entries, a row for each judge and entry: for its author, once the winner is named. */
export const entryRatings = pgTable(
  "entry_ratings",
  {
    entryId: text("entry_id")
      .notNull()
      .references(() => entries.id, { onDelete: "cascade" }),
    judgeId: text("judge_id")
      .notNull()
      .references(() => users.id),
    /** 1 to 5; null where there is a word alone. */
    rating: smallint("rating"),
    word: text("word").notNull().default(""),
    updatedAt: instant("updated_at").notNull(),
  },
  (said) => [
    primaryKey({ columns: [said.entryId, said.judgeId] }),
    check("entry_ratings_rating", sql`${said.rating} between 1 and 5`),
    check("entry_ratings_something", sql`${said.rating} is not null or ${said.word} <> ''`),
  ],
);

/** What judges gave entries for the criteria of their contest, beside what they say of the whole. */
export const criterionRatings = pgTable(
  "criterion_ratings",
  {
    entryId: text("entry_id")
      .notNull()
      .references(() => entries.id, { onDelete: "cascade" }),
    judgeId: text("judge_id")
      .notNull()
      .references(() => users.id),
    /** Of the criterion in the contest's list, from 0; the list stays once somebody has joined. */
    position: smallint("position").notNull(),
    rating: smallint("rating").notNull(),
  },
  (given) => [
    primaryKey({ columns: [given.entryId, given.judgeId, given.position] }),
    check("criterion_ratings_rating", sql`${given.rating} between 1 and 5`),
    check("criterion_ratings_position", sql`${given.position} >= 0`),
  ],
);
