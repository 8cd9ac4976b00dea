import { sql } from "drizzle-orm";
import { boolean, check, index, numeric, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { InvitationState } from "@conquest/shared/contracts/judging/judges";
import { instant, newId, CASCADE, indexIfSet } from "./columns";
import { entries, contestReference } from "./contests";
import { users, userReference } from "./people";

const entryReference = (name: string) =>
  text(name)
    .notNull()
    .references(() => entries.id, CASCADE);

export const entryRatings = pgTable(
  "entry_ratings",
  {
    entryId: entryReference("entry_id"),
    judgeId: userReference("judge_id"),
    /** 1 to 5; with criteria the mean of the judge's ratings, once all are given. Null for a comment without rating. */
    rating: numeric("rating", { precision: 2, scale: 1, mode: "number" }),
    word: text("word").notNull().default(""),
    updatedAt: instant("updated_at").notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.entryId, row.judgeId] }),
    check("entry_ratings_rating", sql`${row.rating} between 1 and 5`),
    check("entry_ratings_something", sql`${row.rating} is not null or ${row.word} <> ''`),
  ],
);

export const criterionRatings = pgTable(
  "criterion_ratings",
  {
    entryId: entryReference("entry_id"),
    judgeId: userReference("judge_id"),
    /** Index in the contest's criteria, which cannot change once someone has joined. */
    position: smallint("position").notNull(),
    rating: smallint("rating").notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.entryId, row.judgeId, row.position] }),
    check("criterion_ratings_rating", sql`${row.rating} between 1 and 5`),
    check("criterion_ratings_position", sql`${row.position} >= 0`),
  ],
);

/** Invited judges that an entry is assigned to, in contests that assign entries. */
export const entryJudges = pgTable(
  "entry_judges",
  {
    entryId: entryReference("entry_id"),
    judgeId: userReference("judge_id"),
    /** The creator chose this judge, so balancing does not move the entry. */
    isByHand: boolean("is_by_hand").notNull().default(false),
  },
  (row) => [primaryKey({ columns: [row.entryId, row.judgeId] }), index("entry_judges_by_judge").on(row.judgeId)],
);

/** Judges who do not rate an entry, for example because they know its author. */
export const entryRecusals = pgTable(
  "entry_recusals",
  {
    entryId: entryReference("entry_id"),
    judgeId: userReference("judge_id"),
    /** For the creator and admins only. */
    reason: text("reason").notNull(),
    recusedAt: instant("recused_at").notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.entryId, row.judgeId] }),
    check("entry_recusals_reason", sql`length(${row.reason}) between 1 and 2000`),
    index("entry_recusals_by_judge").on(row.judgeId),
  ],
);

/** Invited judges: one row for each contest and email, reused if the invitation is repeated. */
export const contestJudges = pgTable(
  "contest_judges",
  {
    id: newId("id"),
    contestId: contestReference("contest_id", CASCADE),
    email: text("email"),
    judgeId: text("judge_id").references(() => users.id),
    state: text("state").$type<InvitationState>().notNull().default("invited"),
    invitedAt: instant("invited_at").notNull(),
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
    indexIfSet("contest_judges_by_judge", judge.judgeId),
    indexIfSet("contest_judges_by_email", judge.email),
  ],
);
