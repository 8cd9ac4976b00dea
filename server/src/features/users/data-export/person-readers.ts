import { and, asc, eq, inArray, ne, notInArray, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { auditEntries } from "../../../database/schema/audit";
import { contests } from "../../../database/schema/contests";
import { contactMessages, contactReplies, letterChoices, letters, notices } from "../../../database/schema/messages";
import { endedSignIns, sessions } from "../../../database/schema/people";
import { reportCases, reports } from "../../../database/schema/reports";
import { FAREWELL_KINDS } from "../../../platform/email/notification-kinds";
import { after, type DataReader, type DataSubject } from "./data-reader";

export function personReaders(db: Database, { id, provenEmail }: DataSubject): Record<string, DataReader> {
  return {
    sessions: async (last, limit) => {
      const { idHash: key, device, createdAt, lastUsedAt, expiresAt } = sessions;
      return db
        .select({ key, device, createdAt, lastUsedAt, expiresAt })
        .from(sessions)
        .where(after(key, last, eq(sessions.userId, id)))
        .orderBy(asc(key))
        .limit(limit);
    },
    // Stored for a month so that a sign-in that was ended cannot open a session again.
    signOuts: async (last, limit) => {
      const { userId, signedInAt, endedAt } = endedSignIns;
      const key = sql<string>`to_char(${signedInAt} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`;
      return db
        .select({ key, signedInAt, endedAt })
        .from(endedSignIns)
        .where(and(eq(userId, id), sql`${key} > ${last}`))
        .orderBy(key)
        .limit(limit);
    },
    reportsMade: async (last, limit) => {
      const { id: key, reason, word, at } = reports;
      return db
        .select({
          key,
          kind: reportCases.kind,
          contestId: reportCases.contestId,
          contest: contests.name,
          reason,
          word,
          at,
          outcome: reportCases.outcome,
          decidedAt: reportCases.endedAt,
          shownAgainAt: reportCases.shownAgainAt,
        })
        .from(reports)
        .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
        .innerJoin(contests, eq(contests.id, reportCases.contestId))
        .where(after(key, last, eq(reports.reporterId, id)))
        .orderBy(asc(key))
        .limit(limit);
    },
    // Excludes the reporters and their words.
    reportsOfMine: async (last, limit) => {
      const {
        id: key,
        kind,
        contestId,
        entryId,
        openedAt,
        answer,
        answeredAt,
        outcome,
        endedAt: decidedAt,
        note,
        shownAgainAt,
        shownAgainNote,
      } = reportCases;
      const reasons = sql<
        string[]
      >`(select json_agg(distinct ${reports.reason}) from ${reports} where ${reports.caseId} = ${key})`;
      return db
        .select({
          key,
          kind,
          contestId,
          contest: contests.name,
          entryId,
          reasons,
          openedAt,
          answer,
          answeredAt,
          outcome,
          decidedAt,
          note,
          shownAgainAt,
          shownAgainNote,
        })
        .from(reportCases)
        .innerJoin(contests, eq(contests.id, contestId))
        .where(after(key, last, eq(reportCases.authorId, id)))
        .orderBy(asc(key))
        .limit(limit);
    },
    notices: async (last, limit) => {
      const { id: key, kind, text, href, createdAt, readAt } = notices;
      const rows = await db
        .select({ key, kind, text, href, createdAt, readAt, letterOf: letters.noticeId, emailedAt: letters.sentAt })
        .from(notices)
        .leftJoin(letters, eq(letters.noticeId, key))
        .where(after(key, last, and(eq(notices.userId, id), notInArray(notices.kind, FAREWELL_KINDS))))
        .orderBy(asc(key))
        .limit(limit);
      // Outbox rows are deleted after a while, so a missing row does not mean that the email was not sent.
      return rows.map(({ letterOf, emailedAt, ...notice }) => ({ ...notice, ...(letterOf !== null && { emailedAt }) }));
    },
    // Excludes the admins who decided; the user's own decisions are listed below.
    decisionsAboutMe: async (last, limit) =>
      auditWhere(last, limit, and(eq(auditEntries.userId, id), ne(auditEntries.actorId, id))!),
    decisionsTaken: async (last, limit) => auditWhere(last, limit, eq(auditEntries.actorId, id)),
    letterChoices: async (last, limit) => {
      const { topic: key, isWanted } = letterChoices;
      return db
        .select({ key, topic: key, isWanted })
        .from(letterChoices)
        .where(after(key, last, eq(letterChoices.userId, id)))
        .orderBy(asc(key))
        .limit(limit);
    },
    messages: async (last, limit) => {
      if (provenEmail === null) return [];
      const { id: key, name, email, message, createdAt, handledAt } = contactMessages;
      const rows = await db
        .select({ key, name, email, message, createdAt, handledAt })
        .from(contactMessages)
        .where(after(key, last, eq(contactMessages.email, provenEmail)))
        .orderBy(asc(key))
        .limit(limit);
      const replies = await repliesTo(rows.map((row) => row.key));
      return rows.map((row) => ({
        ...row,
        replies: replies.filter(({ messageId }) => messageId === row.key).map(({ messageId: _, ...reply }) => reply),
      }));
    },
    repliesToMessages: async (last, limit) => {
      const { id: key, text, writtenAt } = contactReplies;
      return db
        .select({ key, text, writtenAt })
        .from(contactReplies)
        .where(after(key, last, eq(contactReplies.authorId, id)))
        .orderBy(asc(key))
        .limit(limit);
    },
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

  async function auditWhere(last: string, limit: number, where: SQL) {
    const { number, act, contestId, messageId, fromValue: from, toValue: to, reason, at } = auditEntries;
    // Zero-padded so that text order equals numeric order.
    const key = sql<string>`lpad(${number}::text, 19, '0')`;
    return db
      .select({ key, act, contestId, messageId, from, to, reason, at })
      .from(auditEntries)
      .where(and(where, sql`${key} > ${last}`))
      .orderBy(key)
      .limit(limit);
  }
}
