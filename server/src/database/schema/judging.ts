import { sql } from "drizzle-orm";
import { check, index, numeric, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { InvitationState } from "@conquest/shared/contracts/judging/judges";
import { instant, newId } from "./columns";
import { contests, entries } from "./contests";
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
    /** 1 to 5; in a contest with criteria the mean of what its judge gave for each, once all are given. Null where there is a word alone. */
    rating: numeric("rating", { precision: 2, scale: 1, mode: "number" }),
    word: text("word").notNull().default(""),
    updatedAt: instant("updated_at").notNull(),
  },
  (said) => [
    primaryKey({ columns: [said.entryId, said.judgeId] }),
    check("entry_ratings_rating", sql`${said.rating} between 1 and 5`),
    check("entry_ratings_something", sql`${said.rating} is not null or ${said.word} <> ''`),
  ],
);

/** What judges gave entries for the criteria of their contest: all of one judge and entry make their rating of it. */
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

/** Whom a contest's creator invited to judge it: a row for each contest and address, which an invitation that is repeated has again. */
export const contestJudges = pgTable(
  "contest_judges",
  {
    id: newId("id"),
    contestId: text("contest_id")
      .notNull()
      .references(() => contests.id, { onDelete: "cascade" }),
    /** Canonical, as the creator typed it; null once its person deleted their account. */
    email: text("email"),
    /** Who answered; null until somebody has. */
    judgeId: text("judge_id").references(() => users.id),
    state: text("state").$type<InvitationState>().notNull().default("invited"),
    invitedAt: instant("invited_at").notNull(),
    /** When it came to its state. */
    changedAt: instant("changed_at").notNull(),
  },
  (judge) => [
    check(
      "contest_judges_state",
      sql`${judge.state} in ('invited', 'accepted', 'declined', 'withdrawn', 'stepped_down')`,
    ),
    check("contest_judges_email", sql`${judge.email} = lower(${judge.email}) and length(${judge.email}) <= 320`),
    check(
      "contest_judges_accepted",
      sql`${judge.state} not in ('accepted', 'stepped_down') or ${judge.judgeId} is not null`,
    ),
    uniqueIndex("contest_judges_by_address").on(judge.contestId, judge.email),
    uniqueIndex("contest_judges_once")
      .on(judge.contestId, judge.judgeId)
      .where(sql`${judge.state} = 'accepted'`),
    index("contest_judges_by_judge")
      .on(judge.judgeId)
      .where(sql`${judge.judgeId} is not null`),
    index("contest_judges_by_email")
      .on(judge.email)
      .where(sql`${judge.email} is not null`),
  ],
);
