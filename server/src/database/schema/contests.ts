import { sql, type SQL } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  type AnyPgColumn,
  type ExtraConfigColumn,
} from "drizzle-orm/pg-core";
import type { ContestStatus } from "@conquest/shared/contracts/contests";
import type { EntryAnswer } from "@conquest/shared/contracts/entry-answers";
import type { EntryField } from "@conquest/shared/contracts/entry-fields";
import type { MorePrize } from "@conquest/shared/contracts/prizes";
import type { ContestRules } from "@conquest/shared/contracts/rules";
import type { ContestTerms, RoundKind } from "@conquest/shared/contracts/review";
import type { Tag } from "@conquest/shared/contracts/tags";
import type { Visibility } from "@conquest/shared/contracts/visibility";
import { epochMs } from "../sort-keys";
import { TIMED_STAGES, deadlineInStage, nextFirst } from "../stages";
import { instant, newId, CASCADE, indexIfSet } from "./columns";
import { users, userReference } from "./people";
import { teams } from "./teams";

/** For a list in one order: of all contests in a stage, and of those with a tag. */
export const inStageAndTag = (
  { stage, tag, id }: Record<"stage" | "tag" | "id", ExtraConfigColumn>,
  name: string,
  ...keys: (ExtraConfigColumn | SQL)[]
) => [
  index(`contests_by_${name}`).on(stage, ...keys, id),
  index(`contests_by_tag_${name}`).on(tag, stage, ...keys, id),
];

export const contests = pgTable(
  "contests",
  {
    id: newId("id"),
    creatorId: userReference("creator_id"),
    name: text("name").notNull(),
    image: text("image").notNull(),
    description: text("description").notNull(),
    task: text("task").notNull(),
    /** The beginning of a Markdown description without markup, for lists; null if the description is plain text. */
    summary: text("summary"),
    taskIsMarkdown: boolean("task_is_markdown").notNull().default(false),
    tag: text("tag").$type<Tag>().notNull(),
    registrationPrice: integer("registration_price").notNull(),
    prize: integer("prize").notNull(),
    deadline: instant("deadline").notNull(),
    hidesNames: boolean("hides_names").notNull().default(true),
    criteria: text("criteria")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** A weight from 1 to 10 for each criterion, or none if all count the same. */
    criteriaWeights: smallint("criteria_weights")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Invited judges that rate each entry; null if all rate every entry. */
    judgesPerEntry: smallint("judges_per_entry"),
    /** Since then `entry_judges` is complete; null before the deadline and without assignments. */
    assignedAt: instant("assigned_at"),
    /** When the creator wants all ratings; after the deadline, with which it moves. */
    ratingsDueAt: instant("ratings_due_at"),
    /** When judges are reminded next. */
    judgeReminderAt: instant("judge_reminder_at"),
    /** The prizes after `prize`, which is the first one. */
    morePrizes: jsonb("more_prizes")
      .$type<MorePrize[]>()
      .notNull()
      .default(sql`'[]'`),
    /** Accepted by each participant; null if there are no rules. */
    rules: jsonb("rules").$type<ContestRules>(),
    /** Grows with each change of `rules`, which the database counts and keeps in `contest_rules`. */
    rulesVersion: integer("rules_version").notNull().default(0),
    entryFields: jsonb("entry_fields")
      .$type<EntryField[]>()
      .notNull()
      .default(sql`'[]'`),
    /** The number of spots; null without a limit. */
    maxParticipants: integer("max_participants"),
    /** The largest number of members of a team; 1 if there are no teams. */
    maxTeamSize: smallint("max_team_size").notNull().default(1),
    /** Number of spots that are offered to people on the waiting list, counted by the database. */
    heldSpots: integer("held_spots").notNull().default(0),
    /** Number of changes after someone had joined. */
    deadlineMoves: smallint("deadline_moves").notNull().default(0),
    /** Time of the last extension; earlier participants may leave for some time after it. */
    extendedAt: instant("extended_at"),
    extendedFrom: instant("extended_from"),
    extensionReason: text("extension_reason"),
    status: text("status").$type<ContestStatus>().notNull().default("pending"),
    /** The admins' last decision; `approved` exactly while the status is open. */
    review: text("review")
      .$type<"in_review" | "changes_requested" | "rejected" | "approved">()
      .notNull()
      .default("in_review"),
    /** Revision of the last round in `contest_rounds`, updated in the transaction that adds it; 0 before the first. */
    revision: integer("revision").notNull().default(0),
    openedAt: instant("opened_at"),
    cancelledAt: instant("cancelled_at"),
    cancelReason: text("cancel_reason"),
    cancelledBy: text("cancelled_by").references(() => users.id),
    /** Since then only the creator, admins and past or present participants see it, because of a report. */
    hiddenAt: instant("hidden_at"),
    /** Unless it is public, the contest is in no list of other people, like a hidden one: see `stage`. */
    visibility: text("visibility").$type<Visibility>().notNull().default("public"),
    featuredAt: instant("featured_at"),
    winnerId: text("winner_id").references(() => users.id),
    winnerEntryId: text("winner_entry_id"),
    winnerNote: text("winner_note"),
    winnerAt: instant("winner_at"),
    winnerDeclaredBy: text("winner_declared_by").references(() => users.id),
    /** Number of paid participations, updated in the transaction that changes them. */
    participantCount: integer("participant_count").notNull().default(0),
    /** Sum of their payments in taka, updated with their number. */
    paidTotal: bigint("paid_total", { mode: "number" }).notNull().default(0),
    entryCount: integer("entry_count").notNull().default(0),
    /** Stage as of the last write, for indexes. A passed deadline shows later, so queries also compare the deadline. */
    stage: smallint("stage").notNull().default(4),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (contest) => [
    check("contests_status", sql`${contest.status} in ('pending', 'open')`),
    check("contests_visibility", sql`${contest.visibility} in ('public', 'unlisted', 'private')`),
    check("contests_review", sql`${contest.review} in ('in_review', 'changes_requested', 'rejected', 'approved')`),
    check("contests_open_when_approved", sql`(${contest.status} = 'open') = (${contest.review} = 'approved')`),
    check("contests_open_since", sql`${contest.status} <> 'open' or ${contest.openedAt} is not null`),
    check("contests_registration_price", sql`${contest.registrationPrice} between 0 and 999999999`),
    check("contests_prize", sql`${contest.prize} between 0 and 999999999`),
    check("contests_participant_count", sql`${contest.participantCount} >= 0`),
    check("contests_paid_total", sql`${contest.paidTotal} >= 0`),
    check("contests_more_prizes", sql`jsonb_array_length(${contest.morePrizes}) <= 9`),
    check("contests_entry_fields", sql`jsonb_array_length(${contest.entryFields}) <= 10`),
    check("contests_max_participants", sql`${contest.maxParticipants} between 2 and 100000`),
    check(
      "contests_not_overfull",
      sql`${contest.participantCount} + ${contest.heldSpots} <= ${contest.maxParticipants}`,
    ),
    check("contests_max_team_size", sql`${contest.maxTeamSize} between 1 and 10`),
    check("contests_held_spots", sql`${contest.heldSpots} >= 0`),
    check("contests_criteria", sql`cardinality(${contest.criteria}) <= 5`),
    check(
      "contests_criteria_weights",
      sql`cardinality(${contest.criteriaWeights}) in (0, cardinality(${contest.criteria})) and 1 <= all (${contest.criteriaWeights}) and 10 >= all (${contest.criteriaWeights})`,
    ),
    check("contests_judges_per_entry", sql`${contest.judgesPerEntry} between 1 and 30`),
    check("contests_ratings_due", sql`${contest.ratingsDueAt} > ${contest.deadline}`),
    check(
      "contests_judge_reminder",
      sql`${contest.judgeReminderAt} is null or ${contest.judgeReminderAt} <= ${contest.ratingsDueAt}`,
    ),
    check(
      "contests_extension_whole",
      sql`num_nonnulls(${contest.extendedAt}, ${contest.extendedFrom}, ${contest.extensionReason}) in (0, 3)`,
    ),
    check("contests_entry_count", sql`${contest.entryCount} >= 0`),
    check("contests_cancelled_with_reason", sql`(${contest.cancelledAt} is null) = (${contest.cancelReason} is null)`),
    check(
      "contests_winner_whole",
      sql`num_nonnulls(${contest.winnerId}, ${contest.winnerEntryId}, ${contest.winnerNote}, ${contest.winnerAt}, ${contest.winnerDeclaredBy}) in (0, 5)`,
    ),
    check("contests_winner_not_owner", sql`${contest.winnerId} <> ${contest.creatorId}`),
    check("contests_winner_not_cancelled", sql`${contest.winnerId} is null or ${contest.cancelledAt} is null`),
    foreignKey({
      name: "contests_winner_entry",
      columns: [contest.winnerEntryId, contest.id, contest.winnerId],
      foreignColumns: [entries.id as AnyPgColumn, entries.contestId as AnyPgColumn, entries.userId as AnyPgColumn],
    }).onUpdate("cascade"),
    // No index may contain the participant count or sum paid: joins would update every index (no HOT update).
    index("contests_by_creator").on(contest.creatorId, sql`(-${epochMs(contest.createdAt)})`, contest.id),
    indexIfSet("contests_by_extension", contest.extendedAt),
    index("contests_by_creator_opening").on(
      contest.creatorId,
      contest.stage,
      sql`(-${epochMs(sql`coalesce(${contest.openedAt}, ${contest.createdAt})`)})`,
      contest.id,
    ),
    index("contests_by_stage").on(contest.stage, contest.tag, contest.deadline),
    ...inStageAndTag(contest, "opening", sql`(-${epochMs(sql`coalesce(${contest.openedAt}, ${contest.createdAt})`)})`),
    ...inStageAndTag(contest, "creation", sql`(-${epochMs(contest.createdAt)})`),
    ...inStageAndTag(contest, "distance", sql`${nextFirst(contest)}`),
    ...inStageAndTag(contest, "prize", sql`(-${contest.prize})`),
    // The site's settings decide which of the two is the price of joining.
    ...inStageAndTag(contest, "lowest_prize", contest.prize),
    ...inStageAndTag(contest, "lowest_price", contest.registrationPrice),
    index("contests_by_deadline").on(contest.deadline, contest.id),
    ...TIMED_STAGES.map((stage) => index(`contests_in_stage_${stage}`).on(sql`(${deadlineInStage(contest, stage)})`)),
    index("contests_to_assign")
      .on(contest.deadline)
      .where(sql`${contest.judgesPerEntry} is not null and ${contest.assignedAt} is null`),
    indexIfSet("contests_judge_reminder", contest.judgeReminderAt),
    indexIfSet("contests_featured", contest.featuredAt),
    indexIfSet("contests_by_winner", contest.winnerId),
    index("contests_left_out")
      .on(contest.creatorId)
      .where(sql`${contest.hiddenAt} is not null or ${contest.visibility} <> 'public'`),
  ],
);

export const contestReference = (name: string, actions?: typeof CASCADE) =>
  text(name)
    .notNull()
    .references((): AnyPgColumn => contests.id, actions);

export const entries = pgTable(
  "entries",
  {
    id: newId("id"),
    contestId: contestReference("contest_id"),
    /** Its author, or the captain of the team that it belongs to. */
    userId: userReference("user_id"),
    teamId: text("team_id"),
    /** The member of the team who saved it last; null for entries of one person. */
    savedBy: text("saved_by").references(() => users.id),
    text: text("text").notNull(),
    link: text("link").notNull().default(""),
    sha256: text("sha256").notNull(),
    answers: jsonb("answers")
      .$type<EntryAnswer[]>()
      .notNull()
      .default(sql`'[]'`),
    /** The `sha256` of the version that was saved with these answers: a trigger rejects writers that know none. */
    answersOf: text("answers_of"),
    /** Shown instead of the author's name while names are hidden; independent of the order of submission. */
    number: integer("number").notNull(),
    /** Set by judges; invisible to the author. */
    isShortlisted: boolean("is_shortlisted").notNull().default(false),
    showIfWins: boolean("show_if_wins").notNull().default(true),
    /** When the entry became public, by winning or by its author's choice. */
    publishedAt: instant("published_at"),
    hiddenAt: instant("hidden_at"),
    submittedAt: instant("submitted_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (entry) => [
    check("entries_sha256", sql`${entry.sha256} ~ '^[0-9a-f]{64}$'`),
    unique("entries_once").on(entry.contestId, entry.userId),
    unique("entries_numbered").on(entry.contestId, entry.number),
    unique("entries_of_contest_and_user").on(entry.id, entry.contestId, entry.userId),
    // A team's entry changes hands with its captain.
    foreignKey({
      name: "entries_team",
      columns: [entry.teamId, entry.contestId, entry.userId],
      foreignColumns: [teams.id as AnyPgColumn, teams.contestId as AnyPgColumn, teams.captainId as AnyPgColumn],
    }).onUpdate("cascade"),
    uniqueIndex("entries_of_team")
      .on(entry.teamId)
      .where(sql`${entry.teamId} is not null`),
    check("entries_saved_by", sql`${entry.savedBy} is null or ${entry.teamId} is not null`),
    index("entries_by_contest").on(entry.contestId, sql`(${epochMs(entry.submittedAt)})`, entry.id),
    index("entries_by_user").on(entry.userId),
    index("entries_published")
      .on(entry.contestId)
      .where(sql`${entry.publishedAt} is not null`),
  ],
);

/** A participant's last text after the deadline. Only its author can read it, and it never counts. */
export const lateEntries = pgTable(
  "late_entries",
  {
    contestId: contestReference("contest_id", CASCADE),
    userId: userReference("user_id"),
    text: text("text").notNull(),
    link: text("link").notNull().default(""),
    /** The valid ones. */
    answers: jsonb("answers")
      .$type<EntryAnswer[]>()
      .notNull()
      .default(sql`'[]'`),
    arrivedAt: instant("arrived_at").notNull(),
    deadline: instant("deadline").notNull(),
  },
  (late) => [primaryKey({ columns: [late.contestId, late.userId] }), index("late_entries_by_user").on(late.userId)],
);

/** Submissions close to a deadline that have not ended. No foreign key: its lock would wait for the contest's row. */
export const arrivingEntries = pgTable(
  "arriving_entries",
  { id: newId("id"), contestId: text("contest_id").notNull(), arrivedAt: instant("arrived_at").notNull() },
  (arriving) => [index("arriving_entries_by_contest").on(arriving.contestId)],
);

/** Every version of a contest's rules, written by the database: decision 0078. */
export const contestRules = pgTable(
  "contest_rules",
  {
    contestId: contestReference("contest_id", CASCADE),
    version: integer("version").notNull(),
    rules: jsonb("rules").$type<ContestRules>().notNull(),
    since: instant("since").notNull(),
  },
  (rules) => [primaryKey({ columns: [rules.contestId, rules.version] })],
);

/** Terms after each submission, edit or decision. Immutable while the contest exists: see decision 0038. */
export const contestRounds = pgTable(
  "contest_rounds",
  {
    contestId: contestReference("contest_id", CASCADE),
    /** Consecutive from 1; 0 is the state when rounds were introduced. */
    revision: integer("revision").notNull(),
    act: text("act").$type<RoundKind>().notNull(),
    actorId: text("actor_id").references(() => users.id),
    /** JSON, so that a new form field needs no migration; old rounds lack it. */
    terms: jsonb("terms").$type<ContestTerms>().notNull(),
    at: instant("at").notNull(),
  },
  (round) => [
    primaryKey({ columns: [round.contestId, round.revision] }),
    check(
      "contest_rounds_act",
      sql`${round.act} in ('kept', 'submitted', 'edited', 'changes_requested', 'rejected', 'confirmed', 'returned')`,
    ),
    check("contest_rounds_actor", sql`(${round.act} = 'kept') = (${round.actorId} is null)`),
    check("contest_rounds_revision", sql`(${round.act} = 'kept') = (${round.revision} = 0)`),
  ],
);
