import { and, desc, eq, inArray, isNotNull, isNull, ne, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { MAX_REPORTS_SHOWN, type ReportReason, type listReports } from "@conquest/shared/contracts/reports";
import { epochMs, pendingFirst } from "../../database/sort-keys";
import type { Database } from "../../database/database";
import { contestRounds, contests, entries } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { reportCases, reports } from "../../database/schema/reports";
import { readKeysetPage } from "../../platform/lists/keyset-page";

export type CaseRow = typeof reportCases.$inferSelect;
type Kind = Pick<CaseRow, "kind" | "contestId" | "entryId">;

const authors = alias(users, "author");

const openFirst = [
  pendingFirst(reportCases.endedAt),
  sql`(case when ${reportCases.endedAt} is null then ${epochMs(reportCases.openedAt)} else -${epochMs(reportCases.endedAt)} end)`,
  sql`${reportCases.id}`,
];

/** The last change of the contest after its first report, including a later deadline. */
const contestChangedAt = sql<Date | null>`greatest(
  (select max(${contestRounds.at}) from ${contestRounds} where ${contestRounds.contestId} = ${contests.id} and ${contestRounds.revision} > ${reportCases.contestRevision} and ${contestRounds.act} in ('submitted', 'edited')),
  case when ${contests.extendedAt} > ${reportCases.openedAt} then ${contests.extendedAt} end)`;
const changedAt = sql<Date | null>`case
  when ${reportCases.kind} = 'contest' then ${contestChangedAt}
  when ${entries.sha256} <> ${reportCases.entrySha256} then ${entries.submittedAt} end`.mapWith(reportCases.openedAt);

const caseColumns = {
  report: reportCases,
  contest: {
    id: contests.id,
    name: contests.name,
    cancelledAt: contests.cancelledAt,
    winnerAt: contests.winnerAt,
    participantCount: contests.participantCount,
    paidTotal: contests.paidTotal,
    hiddenAt: contests.hiddenAt,
  },
  entry: { text: entries.text, answers: entries.answers, hiddenAt: entries.hiddenAt },
  author: { name: authors.name, email: authors.email, status: authors.status, removedAt: authors.removedAt },
  changedAt,
};

/** Callers lock the contest before they change one of its cases. */
export const casesRepository = (db: Database) => {
  const select = (where: SQL | undefined) =>
    db
      .select(caseColumns)
      .from(reportCases)
      .innerJoin(contests, eq(contests.id, reportCases.contestId))
      .innerJoin(authors, eq(authors.id, reportCases.authorId))
      .leftJoin(entries, eq(entries.id, reportCases.entryId))
      .where(where);

  const isAccessible = (access: { authorId: string } | { adminId: string }) =>
    "authorId" in access ? eq(reportCases.authorId, access.authorId) : ne(reportCases.authorId, access.adminId);

  return {
    /** Finds a case as its author, or as an admin who is not its author. */
    async find(id: string, access: { authorId: string } | { adminId: string }) {
      const [row] = await select(and(eq(reportCases.id, id), isAccessible(access)));
      return row;
    },

    async findOpen({ kind, contestId, entryId }: Kind): Promise<CaseRow | undefined> {
      const isAbout =
        kind === "contest"
          ? and(eq(reportCases.contestId, contestId), eq(reportCases.kind, "contest"))
          : eq(reportCases.entryId, entryId!);
      const [row] = await db
        .select()
        .from(reportCases)
        .where(and(isAbout, isNull(reportCases.endedAt)));
      return row;
    },

    async open(opened: Kind & Pick<CaseRow, "authorId" | "openedAt" | "contestRevision" | "entrySha256">) {
      const [row] = await db
        .insert(reportCases)
        .values({ ...opened, toldAt: opened.openedAt })
        .returning();
      return row!;
    },

    change: (id: string, change: Partial<Omit<CaseRow, "id" | "openedAt">>) =>
      db.update(reportCases).set(change).where(eq(reportCases.id, id)),

    async add(report: typeof reports.$inferInsert): Promise<boolean> {
      const added = await db.insert(reports).values(report).onConflictDoNothing().returning({ id: reports.id });
      return added.length > 0;
    },

    async countReasons(caseIds: readonly string[]): Promise<{ caseId: string; reason: ReportReason; count: number }[]> {
      if (caseIds.length === 0) return [];
      const count = sql<number>`count(*)::int`;
      return db
        .select({ caseId: reports.caseId, reason: reports.reason, count })
        .from(reports)
        .where(inArray(reports.caseId, [...caseIds]))
        .groupBy(reports.caseId, reports.reason)
        .orderBy(desc(count), reports.reason);
    },

    async listLatestReports(caseIds: readonly string[]) {
      if (caseIds.length === 0) return [];
      const last = sql`select each.id from ${reports} each where each.case_id = ${reportCases.id} order by each.at desc, each.id limit ${sql.raw(String(MAX_REPORTS_SHOWN))}`;
      return db
        .select({
          id: reports.id,
          caseId: reports.caseId,
          reason: reports.reason,
          word: reports.word,
          at: reports.at,
          reporterId: users.id,
          name: users.name,
          email: users.email,
          removedAt: users.removedAt,
        })
        .from(reportCases)
        .innerJoin(sql`lateral (${last}) last`, sql`true`)
        .innerJoin(reports, sql`${reports.id} = last.id`)
        .innerJoin(users, eq(users.id, reports.reporterId))
        .where(inArray(reportCases.id, [...caseIds]))
        .orderBy(desc(reports.at), reports.id);
    },

    /** Excludes cases about the admin's own content. */
    list({ state, kind, ...query }: z.output<typeof listReports.query>, adminId: string, now: Date) {
      const filter = and(
        ne(reportCases.authorId, adminId),
        kind && eq(reportCases.kind, kind),
        state && (state === "open" ? isNull : isNotNull)(reportCases.endedAt),
      );
      return readKeysetPage(db, query, now, {
        order: openFirst,
        all: sql`select 1 from ${reportCases} where ${filter}`,
        rows: ({ columns, after, orderBy, limit }) =>
          db
            .select({ ...caseColumns, ...columns })
            .from(reportCases)
            .innerJoin(contests, eq(contests.id, reportCases.contestId))
            .innerJoin(authors, eq(authors.id, reportCases.authorId))
            .leftJoin(entries, eq(entries.id, reportCases.entryId))
            .where(and(filter, after))
            .orderBy(...orderBy)
            .limit(limit),
      });
    },
  };
};

export type CaseDetails = NonNullable<Awaited<ReturnType<ReturnType<typeof casesRepository>["find"]>>>;

export const isHidden = ({ report, contest, entry }: CaseDetails): boolean =>
  (report.kind === "contest" ? contest.hiddenAt : (entry?.hiddenAt ?? null)) !== null;
