import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import type { ReportOutcome, ReportReason, ReportedKind } from "@conquest/shared/contracts/reports";
import { epochMs, pendingFirst } from "../sort-keys";
import { instant, newId, CASCADE } from "./columns";
import { entries, contestReference } from "./contests";
import { users, userReference } from "./people";

/** A reported contest or entry. All reports until the decision form one case. */
export const reportCases = pgTable(
  "report_cases",
  {
    id: newId("id"),
    kind: text("kind").$type<ReportedKind>().notNull(),
    contestId: contestReference("contest_id", CASCADE),
    entryId: text("entry_id"),
    authorId: userReference("author_id"),
    openedAt: instant("opened_at").notNull(),
    /** For a contest: its last round at the time of the first report. */
    contestRevision: integer("contest_revision"),
    /** For an entry: hash of its content at the time of the first report. */
    entrySha256: text("entry_sha256"),
    toldAt: instant("told_at").notNull(),
    answer: text("answer"),
    answeredAt: instant("answered_at"),
    endedAt: instant("ended_at"),
    outcome: text("outcome").$type<ReportOutcome>(),
    endedBy: text("ended_by").references(() => users.id),
    note: text("note").notNull().default(""),
    /** When an upheld contest or entry was shown again; the decision itself stays. */
    shownAgainAt: instant("shown_again_at"),
    shownAgainBy: text("shown_again_by").references(() => users.id),
    shownAgainNote: text("shown_again_note"),
  },
  (reportCase) => [
    check("report_cases_kind", sql`${reportCase.kind} in ('contest', 'entry')`),
    check("report_cases_entry", sql`(${reportCase.kind} = 'entry') = (${reportCase.entryId} is not null)`),
    check("report_cases_outcome", sql`${reportCase.outcome} in ('dismissed', 'upheld')`),
    check(
      "report_cases_ended_whole",
      sql`num_nonnulls(${reportCase.endedAt}, ${reportCase.outcome}, ${reportCase.endedBy}) in (0, 3)`,
    ),
    check(
      "report_cases_shown_again_whole",
      sql`num_nonnulls(${reportCase.shownAgainAt}, ${reportCase.shownAgainBy}, ${reportCase.shownAgainNote}) in (0, 3)`,
    ),
    check(
      "report_cases_shown_again_once_upheld",
      sql`${reportCase.shownAgainAt} is null or (${reportCase.outcome} is not null and ${reportCase.outcome} = 'upheld')`,
    ),
    check("report_cases_answered", sql`(${reportCase.answer} is null) = (${reportCase.answeredAt} is null)`),
    foreignKey({
      name: "report_cases_entry_of_author",
      columns: [reportCase.entryId, reportCase.contestId, reportCase.authorId],
      foreignColumns: [entries.id, entries.contestId, entries.userId],
    })
      .onDelete("cascade")
      .onUpdate("cascade"),
    uniqueIndex("report_cases_open_contest")
      .on(reportCase.contestId)
      .where(sql`${reportCase.kind} = 'contest' and ${reportCase.endedAt} is null`),
    uniqueIndex("report_cases_open_entry")
      .on(reportCase.entryId)
      .where(sql`${reportCase.endedAt} is null`),
    index("report_cases_of_contest").on(reportCase.contestId),
    index("report_cases_of_author").on(reportCase.authorId),
    index("report_cases_by_turn").on(
      pendingFirst(reportCase.endedAt),
      sql`(case when ${reportCase.endedAt} is null then ${epochMs(reportCase.openedAt)} else -${epochMs(reportCase.endedAt)} end)`,
      reportCase.id,
    ),
  ],
);

export const reports = pgTable(
  "reports",
  {
    id: newId("id"),
    caseId: text("case_id")
      .notNull()
      .references(() => reportCases.id, { onDelete: "cascade" }),
    reporterId: userReference("reporter_id"),
    reason: text("reason").$type<ReportReason>().notNull(),
    word: text("word").notNull(),
    at: instant("at").notNull(),
  },
  (report) => [
    check("reports_word", sql`${report.word} <> ''`),
    unique("reports_once").on(report.caseId, report.reporterId),
    index("reports_by_reporter").on(report.reporterId),
  ],
);
