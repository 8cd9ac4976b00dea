import { and, asc, eq, inArray, ne, notInArray, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { auditEntries } from "../../../database/schema/audit";
import { calendarAddresses } from "../../../database/schema/calendars";
import { contests } from "../../../database/schema/contests";
import { contactMessages, contactReplies, letterChoices, letters, notices } from "../../../database/schema/messages";
import { endedSignIns, sessions } from "../../../database/schema/people";
import { reportCases, reports } from "../../../database/schema/reports";
import { FAREWELL_KINDS } from "../../../platform/email/notification-kinds";
import { ifVisible, pick, readerOf, type DataReader, type DataSubject } from "./data-reader";

export function personReaders(db: Database, subject: DataSubject): Record<string, DataReader> {
  const { id, provenEmail } = subject;
  const contest = ifVisible(subject, contests.name);
  const { outcome, endedAt: decidedAt, shownAgainAt } = reportCases;
  const readNotices = readerOf(db, {
    key: notices.id,
    columns: {
      ...pick(notices, "kind", "subject", "text", "href", "createdAt", "readAt"),
      letterOf: letters.noticeId,
      emailedAt: letters.sentAt,
    },
    from: (selection) => selection.from(notices).leftJoin(letters, eq(letters.noticeId, notices.id)),
    where: and(eq(notices.userId, id), notInArray(notices.kind, FAREWELL_KINDS)),
  });
  const readMessages = readerOf(db, {
    key: contactMessages.id,
    columns: pick(contactMessages, "name", "email", "message", "createdAt", "handledAt"),
    from: (selection) => selection.from(contactMessages),
    where: eq(contactMessages.email, provenEmail ?? ""),
  });
  return {
    sessions: readerOf(db, {
      key: sessions.idHash,
      columns: pick(sessions, "device", "createdAt", "lastUsedAt", "expiresAt"),
      from: (selection) => selection.from(sessions),
      where: eq(sessions.userId, id),
    }),
    // Stored for a month so that a sign-in that was ended cannot open a session again.
    signOuts: readerOf(db, {
      key: sql`to_char(${endedSignIns.signedInAt} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`,
      columns: pick(endedSignIns, "signedInAt", "endedAt"),
      from: (selection) => selection.from(endedSignIns),
      where: eq(endedSignIns.userId, id),
    }),
    // The address itself is not stored.
    calendarAddresses: readerOf(db, {
      key: calendarAddresses.userId,
      columns: pick(calendarAddresses, "createdAt"),
      from: (selection) => selection.from(calendarAddresses),
      where: eq(calendarAddresses.userId, id),
    }),
    reportsMade: readerOf(db, {
      key: reports.id,
      columns: {
        ...pick(reportCases, "kind", "contestId"),
        contest,
        ...pick(reports, "reason", "word", "at"),
        outcome,
        decidedAt,
        shownAgainAt,
      },
      from: (selection) =>
        selection
          .from(reports)
          .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
          .innerJoin(contests, eq(contests.id, reportCases.contestId)),
      where: eq(reports.reporterId, id),
    }),
    // Excludes the reporters and their words.
    reportsOfMine: readerOf(db, {
      key: reportCases.id,
      columns: {
        contest,
        ...pick(reportCases, "kind", "contestId", "entryId", "openedAt", "answer", "answeredAt"),
        reasons: sql`(select json_agg(distinct ${reports.reason}) from ${reports} where ${reports.caseId} = ${reportCases.id})`,
        outcome,
        decidedAt,
        shownAgainAt,
        ...pick(reportCases, "note", "shownAgainNote"),
      },
      from: (selection) => selection.from(reportCases).innerJoin(contests, eq(contests.id, reportCases.contestId)),
      where: eq(reportCases.authorId, id),
    }),
    // Outbox rows are deleted after a while, so a missing row does not mean that the email was not sent.
    notices: async (last, limit) =>
      (await readNotices(last, limit)).map(({ letterOf, emailedAt, ...notice }) => ({
        ...notice,
        ...(letterOf !== null && { emailedAt }),
      })),
    // Excludes the admins who decided; the user's own decisions are listed below.
    decisionsAboutMe: auditWhere(and(eq(auditEntries.userId, id), ne(auditEntries.actorId, id))),
    decisionsTaken: auditWhere(eq(auditEntries.actorId, id)),
    letterChoices: readerOf(db, {
      key: letterChoices.topic,
      columns: pick(letterChoices, "topic", "isWanted"),
      from: (selection) => selection.from(letterChoices),
      where: eq(letterChoices.userId, id),
    }),
    messages: async (last, limit) => {
      if (provenEmail === null) return [];
      const rows = await readMessages(last, limit);
      const replies = await repliesTo(rows.map((row) => row.key));
      return rows.map((row) => ({
        ...row,
        replies: replies.filter(({ messageId }) => messageId === row.key).map(({ messageId: _, ...reply }) => reply),
      }));
    },
    repliesToMessages: readerOf(db, {
      key: contactReplies.id,
      columns: pick(contactReplies, "text", "writtenAt"),
      from: (selection) => selection.from(contactReplies),
      where: eq(contactReplies.authorId, id),
    }),
  };

  async function repliesTo(messageIds: readonly string[]) {
    if (messageIds.length === 0) return [];
    const { messageId, text, writtenAt } = contactReplies;
    return db
      .select({ messageId, text, writtenAt })
      .from(contactReplies)
      .where(inArray(messageId, [...messageIds]))
      .orderBy(asc(writtenAt), asc(contactReplies.id));
  }

  function auditWhere(where: SQL | undefined) {
    return readerOf(db, {
      // Zero-padded so that text order equals numeric order.
      key: sql`lpad(${auditEntries.number}::text, 19, '0')`,
      columns: {
        ...pick(auditEntries, "act", "contestId", "messageId", "reason", "at"),
        from: auditEntries.fromValue,
        to: auditEntries.toValue,
      },
      from: (selection) => selection.from(auditEntries),
      where,
    });
  }
}
