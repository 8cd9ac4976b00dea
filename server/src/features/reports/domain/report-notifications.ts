import { and, eq, isNull, sql } from "drizzle-orm";
import { REPORT_REASON_LABELS, type ReportReason, type ReportedKind } from "@conquest/shared/contracts/reports";
import type { Database } from "../../../database/database";
import { users } from "../../../database/schema/people";
import { reportCases, reports } from "../../../database/schema/reports";
import type { Clock } from "../../../platform/clock";
import { quotedName } from "../../../platform/email/email-subject";
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

type Words = Pick<Notification, "subject" | "text">;

/** Words about a reported contest, or about a reported entry to it. */
const wordsFor = ({ report: { kind }, contest }: ReportedCase, words: Record<ReportedKind, (name: string) => Words>) =>
  words[kind](contest.name);

const reportersOf = (caseId: string) =>
  sql`select ${reports.reporterId} from ${reports} join ${users} on ${users.id} = ${reports.reporterId} where ${and(eq(reports.caseId, caseId), isPresent)}`;

const toAuthor = ({ report }: ReportedCase, words: Words): Notification => ({
  to: report.authorId,
  kind: "reported",
  ...words,
  href: `/dashboard/reported/${report.id}`,
});

const toReporters = (caseId: string, words: Words, href = "/dashboard"): Notification => ({
  to: reportersOf(caseId),
  kind: "report_ended",
  ...words,
  href,
});

const visibleHref = ({ report, contest }: ReportedCase) =>
  report.kind === "contest" ? `/contest-details/${contest.id}` : "/dashboard";

const toAdmins = (
  { report: { id, authorId } }: ReportedCase,
  adminIds: readonly string[],
  words: Words,
): Notification => ({
  to: adminIds.filter((adminId) => adminId !== authorId),
  kind: "report_opened",
  ...words,
  href: "/dashboard/reports",
  asks: `report:${id}`,
});

const toParticipants = ({ id }: NamedContest, words: Words): Notification => ({
  to: sql`select user_id from participations where contest_id = ${id} and state = 'paid'`,
  kind: "contest_hidden",
  ...words,
  href: `/contest-details/${id}`,
});

export const reportNotifications = {
  filedToAuthor: (reported: ReportedCase, reason: ReportReason, toldAt: Date) => {
    const label = REPORT_REASON_LABELS[reason];
    const note = `You have until ${formatUtc(answerUntil({ toldAt }))} to respond. Before that, it may be hidden, but nothing else will happen.`;
    return {
      ...toAuthor(
        reported,
        wordsFor(reported, {
          contest: (name) => ({
            subject: `Your contest was reported: ${quotedName(name)}`,
            text: `Your contest “${name}” was reported: ${label}. ${note}`,
          }),
          entry: (name) => ({
            subject: `Your entry was reported: ${quotedName(name)}`,
            text: `Your entry to “${name}” was reported: ${label}. ${note}`,
          }),
        }),
      ),
      onceKey: `reported:${reported.report.id}:${reason}`,
      asks: `statement:${reported.report.id}`,
    };
  },
  filedToAdmins: (reported: ReportedCase, reason: ReportReason, adminIds: readonly string[]) =>
    toAdmins(
      reported,
      adminIds,
      wordsFor(reported, {
        contest: (name) => ({
          subject: `Contest reported: ${quotedName(name)}`,
          text: `“${name}” was reported: ${REPORT_REASON_LABELS[reason]}.`,
        }),
        entry: (name) => ({
          subject: `Entry reported: ${quotedName(name)}`,
          text: `An entry to “${name}” was reported: ${REPORT_REASON_LABELS[reason]}.`,
        }),
      }),
    ),
  answered: (reported: ReportedCase, adminIds: readonly string[]) =>
    toAdmins(
      reported,
      adminIds,
      wordsFor(reported, {
        contest: (name) => ({
          subject: `Response to a report: ${quotedName(name)}`,
          text: `The creator of “${name}” responded to a report.`,
        }),
        entry: (name) => ({
          subject: `Response to a report: ${quotedName(name)}`,
          text: `The author of an entry to “${name}” responded to a report.`,
        }),
      }),
    ),

  hiddenToAuthor: (reported: ReportedCase, note: string) =>
    toAuthor(
      reported,
      wordsFor(reported, {
        contest: (name) => ({
          subject: `Contest hidden: ${quotedName(name)}`,
          text: `Your contest “${name}” is hidden while admins review it${reasonSuffix(note)}`,
        }),
        entry: (name) => ({
          subject: `Entry hidden: ${quotedName(name)}`,
          text: `Your entry to “${name}” is hidden while admins review it${reasonSuffix(note)}`,
        }),
      }),
    ),
  hiddenToParticipants: (contest: NamedContest) =>
    toParticipants(contest, {
      subject: `Contest hidden: ${quotedName(contest.name)}`,
      text: `“${contest.name}”, which you joined, is hidden while admins review it. You keep your spot and your entry.`,
    }),
  shownToAuthor: (reported: ReportedCase, note: string) =>
    toAuthor(
      reported,
      wordsFor(reported, {
        contest: (name) => ({
          subject: `Contest restored: ${quotedName(name)}`,
          text: `Your contest “${name}” was restored${reasonSuffix(note)}`,
        }),
        entry: (name) => ({
          subject: `Entry restored: ${quotedName(name)}`,
          text: `Your entry to “${name}” was restored${reasonSuffix(note)}`,
        }),
      }),
    ),
  shownToParticipants: (contest: NamedContest) =>
    toParticipants(contest, {
      subject: `Contest restored: ${quotedName(contest.name)}`,
      text: `“${contest.name}”, which you joined, is visible again.`,
    }),
  shownToReporters: (reported: ReportedCase, note: string) =>
    toReporters(
      reported.report.id,
      wordsFor(reported, {
        contest: (name) => ({
          subject: `Reported contest restored: ${quotedName(name)}`,
          text: `“${name}”, which you reported, was restored${reasonSuffix(note)}`,
        }),
        entry: (name) => ({
          subject: `Reported entry restored: ${quotedName(name)}`,
          text: `The entry to “${name}” that you reported was restored${reasonSuffix(note)}`,
        }),
      }),
      visibleHref(reported),
    ),

  dismissedToAuthor: (reported: ReportedCase, note: string) =>
    toAuthor(
      reported,
      wordsFor(reported, {
        contest: (name) => ({
          subject: `Report dismissed: ${quotedName(name)}`,
          text: `The report of your contest “${name}” was dismissed${reasonSuffix(note)}`,
        }),
        entry: (name) => ({
          subject: `Report dismissed: ${quotedName(name)}`,
          text: `The report of your entry to “${name}” was dismissed${reasonSuffix(note)}`,
        }),
      }),
    ),
  dismissedToReporters: (reported: ReportedCase, note: string) =>
    toReporters(
      reported.report.id,
      wordsFor(reported, {
        contest: (name) => ({
          subject: `Report dismissed: ${quotedName(name)}`,
          text: `Your report of “${name}” was dismissed${reasonSuffix(note)}`,
        }),
        entry: (name) => ({
          subject: `Report dismissed: ${quotedName(name)}`,
          text: `Your report of an entry to “${name}” was dismissed${reasonSuffix(note)}`,
        }),
      }),
      visibleHref(reported),
    ),
  upheldToAuthor: (reported: ReportedCase, note: string) =>
    toAuthor(
      reported,
      wordsFor(reported, {
        contest: (name) => ({
          subject: `Contest taken down: ${quotedName(name)}`,
          text: `Your contest “${name}” was taken down after a report${reasonSuffix(note)}`,
        }),
        entry: (name) => ({
          subject: `Entry taken down: ${quotedName(name)}`,
          text: `Your entry to “${name}” was taken down after a report${reasonSuffix(note)}`,
        }),
      }),
    ),
  upheldToReporters: (reported: ReportedCase, note: string) =>
    toReporters(
      reported.report.id,
      wordsFor(reported, {
        contest: (name) => ({
          subject: `Reported contest taken down: ${quotedName(name)}`,
          text: `“${name}”, which you reported, was taken down${reasonSuffix(note)}`,
        }),
        entry: (name) => ({
          subject: `Reported entry taken down: ${quotedName(name)}`,
          text: `The entry to “${name}” that you reported was taken down${reasonSuffix(note)}`,
        }),
      }),
    ),
  /** Only for a contest: a report of an entry does not cancel anything. */
  cancelledToAuthor: (reported: ReportedCase, note: string) =>
    toAuthor(reported, {
      subject: `Contest cancelled: ${quotedName(reported.contest.name)}`,
      text: `Your contest “${reported.contest.name}” was cancelled after a report${reasonSuffix(note)}`,
    }),
  cancelledToReporters: ({ report, contest }: ReportedCase, note: string) =>
    toReporters(report.id, {
      subject: `Reported contest cancelled: ${quotedName(contest.name)}`,
      text: `“${contest.name}”, which you reported, was cancelled${reasonSuffix(note)}`,
    }),
  removedToReporters: ({ name }: NamedContest, caseId: string) =>
    toReporters(caseId, {
      subject: `Reported contest deleted: ${quotedName(name)}`,
      text: `“${name}”, which you reported, was deleted.`,
    }),
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
