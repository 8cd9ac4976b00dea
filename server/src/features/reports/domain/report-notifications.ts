import { and, eq, isNull, sql } from "drizzle-orm";
import { REPORT_REASON_LABELS, type ReportReason, type ReportedKind } from "@conquest/shared/contracts/reports";
import type { Database } from "../../../database/database";
import { users } from "../../../database/schema/people";
import { reportCases, reports } from "../../../database/schema/reports";
import type { Clock } from "../../../platform/clock";
import { notify, resolveActionRequests, type Notification, type NotificationTable } from "../../../platform/notify";
import { isPresent } from "../../../platform/people";
import { reasonSuffix, formatUtc } from "../../../platform/text/format";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { answerUntil } from "./report-policy";

type NamedContest = Pick<ContestRow, "id" | "name">;

interface ReportedCase {
  report: { id: string; kind: ReportedKind; authorId: string };
  contest: NamedContest;
}

/** Names the reported content for its author and for others, within a sentence and at its beginning. */
function describeReported({ report: { kind }, contest: { name } }: ReportedCase) {
  const [yours, its] =
    kind === "contest" ? [`your contest “${name}”`, `“${name}”`] : [`your entry to “${name}”`, `an entry to “${name}”`];
  return { its, Yours: capitalize(yours), Its: capitalize(its) };
}

const capitalize = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`;

const reportersOf = (caseId: string) =>
  sql`select ${reports.reporterId} from ${reports} join ${users} on ${users.id} = ${reports.reporterId} where ${and(eq(reports.caseId, caseId), isPresent)}`;

const toAuthor = (reported: ReportedCase, text: string): Notification => ({
  to: reported.report.authorId,
  kind: "reported",
  text: `${describeReported(reported).Yours} ${text}`,
  href: `/dashboard/reported/${reported.report.id}`,
});

const toReporters = (caseId: string, text: string, href = "/dashboard"): Notification => ({
  to: reportersOf(caseId),
  kind: "report_ended",
  text,
  href,
});

const visibleHref = ({ report, contest }: ReportedCase) =>
  report.kind === "contest" ? `/contest-details/${contest.id}` : "/dashboard";

const toAdmins = (
  { report: { id, authorId } }: ReportedCase,
  adminIds: readonly string[],
  text: string,
): Notification => ({
  to: adminIds.filter((adminId) => adminId !== authorId),
  kind: "report_opened",
  text,
  href: "/dashboard/reports",
  asks: `report:${id}`,
});

const toParticipants = ({ id, name }: NamedContest, text: string): Notification => ({
  to: sql`select user_id from participations where contest_id = ${id} and state = 'paid'`,
  kind: "contest_hidden",
  text: `“${name}”, which you joined, ${text}`,
  href: `/contest-details/${id}`,
});

export const reportNotifications = {
  filedToAuthor: (reported: ReportedCase, reason: ReportReason, toldAt: Date) => ({
    ...toAuthor(
      reported,
      `was reported: ${REPORT_REASON_LABELS[reason]}. You have until ${formatUtc(answerUntil({ toldAt }))} to answer; before that it can be hidden, and nothing more.`,
    ),
    onceKey: `reported:${reported.report.id}:${reason}`,
    asks: `statement:${reported.report.id}`,
  }),
  filedToAdmins: (reported: ReportedCase, reason: ReportReason, adminIds: readonly string[]) =>
    toAdmins(reported, adminIds, `${describeReported(reported).Its} was reported: ${REPORT_REASON_LABELS[reason]}.`),
  answered: (reported: ReportedCase, adminIds: readonly string[]) =>
    toAdmins(reported, adminIds, `What was reported of ${describeReported(reported).its} has an answer.`),

  hiddenToAuthor: (reported: ReportedCase, note: string) =>
    toAuthor(reported, `is hidden while admins look at it${reasonSuffix(note)}`),
  hiddenToParticipants: (contest: NamedContest) =>
    toParticipants(
      contest,
      "is hidden while admins look at it. Your place in it stays, and so does what you handed in.",
    ),
  shownToAuthor: (reported: ReportedCase, note: string) => toAuthor(reported, `is on show again${reasonSuffix(note)}`),
  shownToParticipants: (contest: NamedContest) => toParticipants(contest, "is on show again."),
  shownToReporters: (reported: ReportedCase, note: string) =>
    toReporters(
      reported.report.id,
      `${describeReported(reported).Its}, which you reported, is on show again${reasonSuffix(note)}`,
      visibleHref(reported),
    ),

  dismissedToAuthor: (reported: ReportedCase, note: string) =>
    toAuthor(reported, `was reported, and nothing wrong was found${reasonSuffix(note)}`),
  dismissedToReporters: (reported: ReportedCase, note: string) =>
    toReporters(
      reported.report.id,
      `You reported ${describeReported(reported).its}, and nothing wrong was found${reasonSuffix(note)}`,
      visibleHref(reported),
    ),
  upheldToAuthor: (reported: ReportedCase, note: string) =>
    toAuthor(reported, `is no longer on show after it was reported${reasonSuffix(note)}`),
  upheldToReporters: (reported: ReportedCase, note: string) =>
    toReporters(
      reported.report.id,
      `${describeReported(reported).Its}, which you reported, is no longer on show${reasonSuffix(note)}`,
    ),
  cancelledToAuthor: (reported: ReportedCase, note: string) =>
    toAuthor(reported, `was cancelled after it was reported${reasonSuffix(note)}`),
  cancelledToReporters: (reported: ReportedCase, note: string) =>
    toReporters(
      reported.report.id,
      `${describeReported(reported).Its}, which you reported, was cancelled${reasonSuffix(note)}`,
    ),
  removedToReporters: ({ name }: NamedContest, caseId: string) =>
    toReporters(caseId, `“${name}”, which you reported, was removed.`),
} satisfies NotificationTable;

/** Call before deleting the contest and its reports, with the contest locked. */
export async function notifyReportersOfRemoval(tx: Database, clock: Clock, contest: NamedContest): Promise<void> {
  const open = await tx
    .select({ id: reportCases.id })
    .from(reportCases)
    .where(and(eq(reportCases.contestId, contest.id), isNull(reportCases.endedAt)));
  for (const { id: caseId } of open) await resolveActionRequests(tx, clock, `report:${caseId}`, `statement:${caseId}`);
  for (const { id: caseId } of open) await notify(tx, clock, reportNotifications.removedToReporters(contest, caseId));
}
