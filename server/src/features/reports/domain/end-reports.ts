import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { users } from "../../../database/schema/people";
import { reportCases, reports } from "../../../database/schema/reports";
import type { Clock } from "../../../platform/clock";
import { notifyAll, resolveActionRequests } from "../../../platform/notify";
import { isPresent } from "../../../platform/people";

export const reporterIdsQuery = (caseId: string) =>
  sql`select ${reports.reporterId} from ${reports} join ${users} on ${users.id} = ${reports.reporterId} where ${and(eq(reports.caseId, caseId), isPresent)}`;

/** Call before deleting the contest and its reports, with the contest locked. */
export async function notifyReportersOfRemoval(
  tx: Database,
  clock: Clock,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const open = await tx
    .select({ id: reportCases.id })
    .from(reportCases)
    .where(and(eq(reportCases.contestId, id), isNull(reportCases.endedAt)));
  for (const { id: caseId } of open) await resolveActionRequests(tx, clock, `report:${caseId}`, `statement:${caseId}`);
  for (const { id: caseId } of open)
    await notifyAll(tx, clock, reporterIdsQuery(caseId), {
      kind: "report_ended",
      text: `“${name}”, which you reported, was removed.`,
      href: "/dashboard",
    });
}
