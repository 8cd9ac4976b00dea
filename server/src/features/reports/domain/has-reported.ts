import { sql, type SQLWrapper } from "drizzle-orm";
import { contests, entries } from "../../../database/schema/contests";
import { reportCases, reports } from "../../../database/schema/reports";
import type { ViewerInStatement } from "../../contests/domain/contest-visibility";

const ownReport = (viewer: NonNullable<ViewerInStatement>) => sql`
  select 1 from ${reportCases} join ${reports} on ${reports.caseId} = ${reportCases.id}
  where ${reportCases.endedAt} is null and ${reports.reporterId} = ${viewer.id}`;

export const hasReported = (viewer: ViewerInStatement) =>
  viewer
    ? sql<boolean>`exists (${ownReport(viewer)} and ${reportCases.kind} = 'contest' and ${reportCases.contestId} = ${contests.id})`
    : sql<boolean>`false`;

export const hasReportedEntry = (viewer: ViewerInStatement, entryId: SQLWrapper = entries.id) =>
  viewer ? sql<boolean>`exists (${ownReport(viewer)} and ${reportCases.entryId} = ${entryId})` : sql<boolean>`false`;
