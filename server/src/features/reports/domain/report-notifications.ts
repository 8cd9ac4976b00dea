import { and, eq, isNull, ne, not, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { REPORT_REASON_LABELS, type ReportReason, type ReportedKind } from "@conquest/shared/contracts/reports";
import { message, msg, type Message } from "@conquest/shared/contracts/text/message";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { users } from "../../../database/schema/people";
import { reportCases, reports } from "../../../database/schema/reports";
import type { Clock } from "../../../platform/clock";
import { notify, resolveActionRequests, type Notification, type NotificationTable } from "../../../platform/notify";
import { isPresent } from "../../../platform/people";
import { dateOf, sentences, withReason } from "../../../platform/text/message-values";
import { hasPrivateAccess } from "../../contests/domain/contest-visibility";
import type { ContestRow } from "../../contests/domain/contests-repository";
import { answerUntil } from "./report-policy";

type NamedContest = Pick<ContestRow, "id" | "name">;

interface ReportedCase {
  report: { id: string; kind: ReportedKind; authorId: string };
  contest: NamedContest;
}

type Words = Pick<Notification, "subject" | "text">;

const wordsFor = ({ report: { kind }, contest }: ReportedCase, words: Record<ReportedKind, (name: string) => Words>) =>
  words[kind](contest.name);

const reportersOf = (caseId: string, seesContest: SQL) =>
  sql`select ${reports.reporterId} from ${reports}
    join ${users} on ${users.id} = ${reports.reporterId}
    join ${reportCases} on ${reportCases.id} = ${reports.caseId}
    join ${contests} on ${contests.id} = ${reportCases.contestId}
    where ${and(eq(reports.caseId, caseId), isPresent, seesContest)}`;

/** Also true for contests that are hidden or cancelled: their reporters saw them before. */
const isNotPrivateTo = (userId: PgColumn): SQL =>
  sql`(${or(ne(contests.visibility, "private"), eq(contests.creatorId, userId), eq(users.role, "admin"), hasPrivateAccess(userId))})`;

const toAuthor = ({ report }: ReportedCase, words: Words): Notification => ({
  to: report.authorId,
  kind: "reported",
  ...words,
  href: `/dashboard/reported/${report.id}`,
});

const toReporters = (caseId: string, words: Words, href = "/dashboard"): Notification[] => {
  const isNamed = isNotPrivateTo(reports.reporterId);
  return [
    { to: reportersOf(caseId, isNamed), kind: "report_ended", ...words, href },
    {
      to: reportersOf(caseId, not(isNamed)),
      kind: "report_ended",
      subject: message("Your report was reviewed"),
      text: message("Your report about a contest that you can no longer see was reviewed."),
      href: "/dashboard",
    },
  ];
};

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
    const label: Message = { text: REPORT_REASON_LABELS[reason] };
    const note = message(
      "You have until {until} to respond. Before that, it may be hidden, but nothing else will happen.",
      { until: dateOf(answerUntil({ toldAt })) },
    );
    return {
      ...toAuthor(
        reported,
        wordsFor(reported, {
          contest: (name) => ({
            subject: message("Your contest was reported: “{name}”", { name }),
            text: sentences(message("Your contest “{name}” was reported: {reason}.", { name, reason: label }), note),
          }),
          entry: (name) => ({
            subject: message("Your entry was reported: “{name}”", { name }),
            text: sentences(message("Your entry to “{name}” was reported: {reason}.", { name, reason: label }), note),
          }),
        }),
      ),
      onceKey: `reported:${reported.report.id}:${reason}`,
      asks: `statement:${reported.report.id}`,
    };
  },
  filedToAdmins: (reported: ReportedCase, reason: ReportReason, adminIds: readonly string[]) => {
    const label: Message = { text: REPORT_REASON_LABELS[reason] };
    return toAdmins(
      reported,
      adminIds,
      wordsFor(reported, {
        contest: (name) => ({
          subject: message("Contest reported: “{name}”", { name }),
          text: message("“{name}” was reported: {reason}.", { name, reason: label }),
        }),
        entry: (name) => ({
          subject: message("Entry reported: “{name}”", { name }),
          text: message("An entry to “{name}” was reported: {reason}.", { name, reason: label }),
        }),
      }),
    );
  },
  answered: (reported: ReportedCase, adminIds: readonly string[]) =>
    toAdmins(
      reported,
      adminIds,
      wordsFor(reported, {
        contest: (name) => ({
          subject: message("Response to a report: “{name}”", { name }),
          text: message("The creator of “{name}” responded to a report.", { name }),
        }),
        entry: (name) => ({
          subject: message("Response to a report: “{name}”", { name }),
          text: message("The author of an entry to “{name}” responded to a report.", { name }),
        }),
      }),
    ),

  hiddenToAuthor: (reported: ReportedCase, note: string) =>
    toAuthor(
      reported,
      wordsFor(reported, {
        contest: (name) => ({
          subject: message("Contest hidden: “{name}”", { name }),
          text: withReason(
            note,
            [
              msg("Your contest “{name}” is hidden while admins review it."),
              msg("Your contest “{name}” is hidden while admins review it: {reason}"),
            ],
            { name },
          ),
        }),
        entry: (name) => ({
          subject: message("Entry hidden: “{name}”", { name }),
          text: withReason(
            note,
            [
              msg("Your entry to “{name}” is hidden while admins review it."),
              msg("Your entry to “{name}” is hidden while admins review it: {reason}"),
            ],
            { name },
          ),
        }),
      }),
    ),
  hiddenToParticipants: (contest: NamedContest) =>
    toParticipants(contest, {
      subject: message("Contest hidden: “{name}”", { name: contest.name }),
      text: message(
        "“{name}”, which you joined, is hidden while admins review it. You keep your spot and your entry.",
        { name: contest.name },
      ),
    }),
  shownToAuthor: (reported: ReportedCase, note: string) =>
    toAuthor(
      reported,
      wordsFor(reported, {
        contest: (name) => ({
          subject: message("Contest restored: “{name}”", { name }),
          text: withReason(
            note,
            [msg("Your contest “{name}” was restored."), msg("Your contest “{name}” was restored: {reason}")],
            { name },
          ),
        }),
        entry: (name) => ({
          subject: message("Entry restored: “{name}”", { name }),
          text: withReason(
            note,
            [msg("Your entry to “{name}” was restored."), msg("Your entry to “{name}” was restored: {reason}")],
            { name },
          ),
        }),
      }),
    ),
  shownToParticipants: (contest: NamedContest) =>
    toParticipants(contest, {
      subject: message("Contest restored: “{name}”", { name: contest.name }),
      text: message("“{name}”, which you joined, is visible again.", { name: contest.name }),
    }),
  shownToReporters: (reported: ReportedCase, note: string) =>
    toReporters(
      reported.report.id,
      wordsFor(reported, {
        contest: (name) => ({
          subject: message("Reported contest restored: “{name}”", { name }),
          text: withReason(
            note,
            [
              msg("“{name}”, which you reported, was restored."),
              msg("“{name}”, which you reported, was restored: {reason}"),
            ],
            { name },
          ),
        }),
        entry: (name) => ({
          subject: message("Reported entry restored: “{name}”", { name }),
          text: withReason(
            note,
            [
              msg("The entry to “{name}” that you reported was restored."),
              msg("The entry to “{name}” that you reported was restored: {reason}"),
            ],
            { name },
          ),
        }),
      }),
      visibleHref(reported),
    ),

  dismissedToAuthor: (reported: ReportedCase, note: string) =>
    toAuthor(
      reported,
      wordsFor(reported, {
        contest: (name) => ({
          subject: message("Report dismissed: “{name}”", { name }),
          text: withReason(
            note,
            [
              msg("The report about your contest “{name}” was dismissed."),
              msg("The report about your contest “{name}” was dismissed: {reason}"),
            ],
            { name },
          ),
        }),
        entry: (name) => ({
          subject: message("Report dismissed: “{name}”", { name }),
          text: withReason(
            note,
            [
              msg("The report about your entry to “{name}” was dismissed."),
              msg("The report about your entry to “{name}” was dismissed: {reason}"),
            ],
            { name },
          ),
        }),
      }),
    ),
  dismissedToReporters: (reported: ReportedCase, note: string) =>
    toReporters(
      reported.report.id,
      wordsFor(reported, {
        contest: (name) => ({
          subject: message("Report dismissed: “{name}”", { name }),
          text: withReason(
            note,
            [
              msg("Your report about “{name}” was dismissed."),
              msg("Your report about “{name}” was dismissed: {reason}"),
            ],
            { name },
          ),
        }),
        entry: (name) => ({
          subject: message("Report dismissed: “{name}”", { name }),
          text: withReason(
            note,
            [
              msg("Your report about an entry to “{name}” was dismissed."),
              msg("Your report about an entry to “{name}” was dismissed: {reason}"),
            ],
            { name },
          ),
        }),
      }),
      visibleHref(reported),
    ),
  upheldToAuthor: (reported: ReportedCase, note: string) =>
    toAuthor(
      reported,
      wordsFor(reported, {
        contest: (name) => ({
          subject: message("Contest taken down: “{name}”", { name }),
          text: withReason(
            note,
            [
              msg("Your contest “{name}” was taken down after a report."),
              msg("Your contest “{name}” was taken down after a report: {reason}"),
            ],
            { name },
          ),
        }),
        entry: (name) => ({
          subject: message("Entry taken down: “{name}”", { name }),
          text: withReason(
            note,
            [
              msg("Your entry to “{name}” was taken down after a report."),
              msg("Your entry to “{name}” was taken down after a report: {reason}"),
            ],
            { name },
          ),
        }),
      }),
    ),
  upheldToReporters: (reported: ReportedCase, note: string) =>
    toReporters(
      reported.report.id,
      wordsFor(reported, {
        contest: (name) => ({
          subject: message("Reported contest taken down: “{name}”", { name }),
          text: withReason(
            note,
            [
              msg("“{name}”, which you reported, was taken down."),
              msg("“{name}”, which you reported, was taken down: {reason}"),
            ],
            { name },
          ),
        }),
        entry: (name) => ({
          subject: message("Reported entry taken down: “{name}”", { name }),
          text: withReason(
            note,
            [
              msg("The entry to “{name}” that you reported was taken down."),
              msg("The entry to “{name}” that you reported was taken down: {reason}"),
            ],
            { name },
          ),
        }),
      }),
    ),
  /** Only for a contest: a report about an entry does not cancel anything. */
  cancelledToAuthor: (reported: ReportedCase, note: string) =>
    toAuthor(reported, {
      subject: message("Contest cancelled: “{name}”", { name: reported.contest.name }),
      text: withReason(
        note,
        [
          msg("Your contest “{name}” was cancelled after a report."),
          msg("Your contest “{name}” was cancelled after a report: {reason}"),
        ],
        { name: reported.contest.name },
      ),
    }),
  cancelledToReporters: ({ report, contest }: ReportedCase, note: string) =>
    toReporters(report.id, {
      subject: message("Reported contest cancelled: “{name}”", { name: contest.name }),
      text: withReason(
        note,
        [
          msg("“{name}”, which you reported, was cancelled."),
          msg("“{name}”, which you reported, was cancelled: {reason}"),
        ],
        { name: contest.name },
      ),
    }),
  removedToReporters: ({ name }: NamedContest, caseId: string) =>
    toReporters(caseId, {
      subject: message("Reported contest deleted: “{name}”", { name }),
      text: message("“{name}”, which you reported, was deleted.", { name }),
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
