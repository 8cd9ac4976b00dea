import { and, asc, eq, gt, inArray, isNotNull, ne, notInArray, or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../database/open-database";
import { auditEntries } from "../../database/schema/audit";
import { contestRounds, contests, entries } from "../../database/schema/contests";
import { contestDrafts, files } from "../../database/schema/files";
import { contestJudges, criterionRatings, entryRatings } from "../../database/schema/judging";
import { contactMessages, contactReplies, letterChoices, letters, notices } from "../../database/schema/messages";
import { sessions } from "../../database/schema/people";
import { reportCases, reports } from "../../database/schema/reports";
import { contestFollows, participations } from "../../database/schema/taking-part";
import { contestComments, contestNews, contestQuestions } from "../../database/schema/talk";
import { LAST_WORDS } from "../../platform/letters/letter-topics";
import { judgesBeside } from "../contests/contest-visibility";
import type { Reading } from "./my-data";

interface Whose {
  id: string;
  /** Messages name their sender by an address that anybody can type: only one that is proven to be the person's counts. */
  provenEmail: string | null;
}

/** Every list in the file of somebody's data. A table that comes to hold something of people belongs here. */
export function readingsOf(db: Database, { id, provenEmail }: Whose): Record<string, Reading> {
  const after = (key: PgColumn, last: string, where: SQL | undefined) => and(where, gt(key, last));

  return {
    sessions: async (last, limit) => {
      const { idHash: key, device, createdAt, lastUsedAt, expiresAt } = sessions;
      return db.select({ key, device, createdAt, lastUsedAt, expiresAt }).from(sessions).where(after(key, last, eq(sessions.userId, id))).orderBy(asc(key)).limit(limit);
    },
    payments: async (last, limit) => {
      const { id: key, contestId, amount, last4, state, paidAt, refundedAt } = participations;
      return db
        .select({ key, contestId, contest: contests.name, amount, last4, state, paidAt, refundedAt })
        .from(participations)
        .innerJoin(contests, eq(contests.id, contestId))
        .where(after(key, last, eq(participations.userId, id)))
        .orderBy(asc(key))
        .limit(limit);
    },
    entries: async (last, limit) => {
      const { id: key, contestId, text, link, sha256, showIfWins, publishedAt, hiddenAt, submittedAt, createdAt } = entries;
      const hasWon = sql<boolean>`coalesce(${contests.winnerId} = ${id}, false)`;
      const rows = await db
        .select({ key, contestId, contest: contests.name, text, link, sha256, showIfWins, publishedAt, hiddenAt, submittedAt, createdAt, hasWon, winnerNote: sql<string | null>`case when ${hasWon} then ${contests.winnerNote} end` })
        .from(entries)
        .innerJoin(contests, eq(contests.id, contestId))
        .where(after(key, last, eq(entries.userId, id)))
        .orderBy(asc(key))
        .limit(limit);
      const said = await saidOf(rows.map((row) => row.key));
      return rows.map((row) => ({ ...row, ratings: said.filter(({ entryId }) => entryId === row.key).map(({ entryId: _, ...rating }) => rating) }));
    },
    files: async (last, limit) => {
      const { id: key, name, use, kind, bytes, sha256, width, height, entryId, contestId, createdAt } = files;
      return db
        .select({ key, id: key, name, use, kind, bytes, sha256, width, height, entryId, contestId, createdAt })
        .from(files)
        .where(after(key, last, and(eq(files.uploaderId, id), eq(files.state, "here"))))
        .orderBy(asc(key))
        .limit(limit);
    },
    contests: async (last, limit) => {
      const { id: key, name, image, description, task, criteria, hidesNames, tag, registrationPrice, prize, deadline, extendedAt, extendedFrom, extensionReason, status, review, openedAt, cancelledAt, cancelReason, hiddenAt, winnerNote, winnerAt, participantCount, entryCount, createdAt, updatedAt } = contests;
      return db
        .select({ key, id: key, name, image, description, task, criteria, hidesNames, tag, registrationPrice, prize, deadline, extendedAt, extendedFrom, extensionReason, status, review, openedAt, cancelledAt, cancelReason, hiddenAt, winnerNote, winnerAt, participantCount, entryCount, createdAt, updatedAt })
        .from(contests)
        .where(after(key, last, eq(contests.creatorId, id)))
        .orderBy(asc(key))
        .limit(limit);
    },
    // How each of them stood when it was submitted, changed or decided about; the reasons are among the comments, by their revision.
    reviewRounds: async (last, limit) => {
      const { contestId, revision, act, actorId, terms, at } = contestRounds;
      const key = sql<string>`${contestId} || ' ' || lpad(${revision}::text, 10, '0')`;
      return db
        .select({ key, contestId, contest: contests.name, revision, act, byMe: sql<boolean>`coalesce(${actorId} = ${id}, false)`, at, terms })
        .from(contestRounds)
        .innerJoin(contests, eq(contests.id, contestId))
        .where(and(eq(contests.creatorId, id), sql`${key} > ${last}`))
        .orderBy(key)
        .limit(limit);
    },
    drafts: async (last, limit) => {
      const { id: key, form, createdAt, savedAt } = contestDrafts;
      return db.select({ key, id: key, form, createdAt, savedAt }).from(contestDrafts).where(after(key, last, eq(contestDrafts.creatorId, id))).orderBy(asc(key)).limit(limit);
    },
    commentsOnContests: async (last, limit) => commentsWhere(last, limit, eq(contests.creatorId, id)),
    commentsWritten: async (last, limit) => commentsWhere(last, limit, eq(contestComments.authorId, id)),
    judging: async (last, limit) => judgesWhere(last, limit, or(eq(contestJudges.judgeId, id), provenEmail === null ? undefined : eq(contestJudges.email, provenEmail))!),
    // Without the addresses, which are others'.
    judgesInvited: async (last, limit) => judgesWhere(last, limit, eq(contests.creatorId, id)),
    ratingsGiven: async (last, limit) => {
      const { entryId: key, rating, word, updatedAt } = entryRatings;
      return db
        .select({ key, contest: contests.name, rating, word, updatedAt })
        .from(entryRatings)
        .innerJoin(entries, eq(entries.id, key))
        .innerJoin(contests, eq(contests.id, entries.contestId))
        .where(after(key, last, eq(entryRatings.judgeId, id)))
        .orderBy(asc(key))
        .limit(limit);
    },
    criteriaRated: async (last, limit) => {
      const key = sql<string>`${criterionRatings.entryId} || ' ' || ${criterionRatings.position}`;
      return db
        .select({ key, contest: contests.name, criterion: sql<string>`${contests.criteria}[${criterionRatings.position} + 1]`, rating: criterionRatings.rating })
        .from(criterionRatings)
        .innerJoin(entries, eq(entries.id, criterionRatings.entryId))
        .innerJoin(contests, eq(contests.id, entries.contestId))
        .where(and(eq(criterionRatings.judgeId, id), sql`${key} > ${last}`))
        .orderBy(key)
        .limit(limit);
    },
    questionsAsked: async (last, limit) => questionsWhere(last, limit, eq(contestQuestions.askerId, id)),
    questionsToContests: async (last, limit) => questionsWhere(last, limit, eq(contests.creatorId, id)),
    reportsMade: async (last, limit) => {
      const { id: key, reason, word, at } = reports;
      return db
        .select({ key, kind: reportCases.kind, contestId: reportCases.contestId, contest: contests.name, reason, word, at, outcome: reportCases.outcome, decidedAt: reportCases.endedAt, shownAgainAt: reportCases.shownAgainAt })
        .from(reports)
        .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
        .innerJoin(contests, eq(contests.id, reportCases.contestId))
        .where(after(key, last, eq(reports.reporterId, id)))
        .orderBy(asc(key))
        .limit(limit);
    },
    // Neither by whom nor in which words.
    reportsOfMine: async (last, limit) => {
      const { id: key, kind, contestId, entryId, openedAt, answer, answeredAt, outcome, endedAt: decidedAt, note, shownAgainAt, shownAgainNote } = reportCases;
      const reasons = sql<string[]>`(select json_agg(distinct ${reports.reason}) from ${reports} where ${reports.caseId} = ${key})`;
      return db
        .select({ key, kind, contestId, contest: contests.name, entryId, reasons, openedAt, answer, answeredAt, outcome, decidedAt, note, shownAgainAt, shownAgainNote })
        .from(reportCases)
        .innerJoin(contests, eq(contests.id, contestId))
        .where(after(key, last, eq(reportCases.authorId, id)))
        .orderBy(asc(key))
        .limit(limit);
    },
    newsWritten: async (last, limit) => {
      const { id: key, contestId, text, writtenAt } = contestNews;
      return db
        .select({ key, contestId, contest: contests.name, text, writtenAt })
        .from(contestNews)
        .innerJoin(contests, eq(contests.id, contestId))
        .where(after(key, last, eq(contests.creatorId, id)))
        .orderBy(asc(key))
        .limit(limit);
    },
    // In full; their notices quote the beginning.
    newsReceived: async (last, limit) => {
      const { id: key, contestId, text, writtenAt } = contestNews;
      const { userId, paidAt, refundedAt } = participations;
      const wasSent = sql`exists (
        select from ${participations} where ${participations.contestId} = ${contestId} and ${userId} = ${id}
          and ${paidAt} <= ${writtenAt} and (${refundedAt} is null or ${refundedAt} > ${writtenAt}))`;
      return db
        .select({ key, contestId, contest: contests.name, text, writtenAt })
        .from(contestNews)
        .innerJoin(contests, eq(contests.id, contestId))
        .where(after(key, last, wasSent))
        .orderBy(asc(key))
        .limit(limit);
    },
    follows: async (last, limit) => {
      const { contestId: key, followedAt } = contestFollows;
      return db
        .select({ key, contestId: key, contest: contests.name, followedAt })
        .from(contestFollows)
        .innerJoin(contests, eq(contests.id, key))
        .where(after(key, last, eq(contestFollows.userId, id)))
        .orderBy(asc(key))
        .limit(limit);
    },
    notices: async (last, limit) => {
      const { id: key, kind, text, href, createdAt, readAt } = notices;
      return db
        .select({ key, kind, text, href, createdAt, readAt, emailedAt: letters.sentAt })
        .from(notices)
        .leftJoin(letters, eq(letters.noticeId, key))
        .where(after(key, last, and(eq(notices.userId, id), notInArray(notices.kind, LAST_WORDS))))
        .orderBy(asc(key))
        .limit(limit);
    },
    // By whom is no concern of theirs; what they did themselves stands below.
    decisionsAboutMe: async (last, limit) => auditWhere(last, limit, and(eq(auditEntries.userId, id), ne(auditEntries.actorId, id))!),
    decisionsTaken: async (last, limit) => auditWhere(last, limit, eq(auditEntries.actorId, id)),
    letterChoices: async (last, limit) => {
      const { topic: key, isWanted } = letterChoices;
      return db.select({ key, topic: key, isWanted }).from(letterChoices).where(after(key, last, eq(letterChoices.userId, id))).orderBy(asc(key)).limit(limit);
    },
    messages: async (last, limit) => {
      if (provenEmail === null) return [];
      const { id: key, name, email, message, createdAt, handledAt } = contactMessages;
      const rows = await db.select({ key, name, email, message, createdAt, handledAt }).from(contactMessages).where(after(key, last, eq(contactMessages.email, provenEmail))).orderBy(asc(key)).limit(limit);
      const replies = await repliesTo(rows.map((row) => row.key));
      return rows.map((row) => ({ ...row, replies: replies.filter(({ messageId }) => messageId === row.key).map(({ messageId: _, ...reply }) => reply) }));
    },
    // What they wrote; to whom is for those to know.
    repliesToMessages: async (last, limit) => {
      const { id: key, text, writtenAt } = contactReplies;
      return db.select({ key, text, writtenAt }).from(contactReplies).where(after(key, last, eq(contactReplies.authorId, id))).orderBy(asc(key)).limit(limit);
    },
  };

  /** What was answered to these messages; by whom is no concern of theirs. */
  async function repliesTo(messageIds: readonly string[]) {
    if (messageIds.length === 0) return [];
    const { messageId, text, writtenAt } = contactReplies;
    return db.select({ messageId, text, writtenAt }).from(contactReplies).where(inArray(messageId, [...messageIds])).orderBy(asc(writtenAt), asc(contactReplies.id));
  }

  /** What judges said of these entries: their authors' to know once the winner is named. */
  async function saidOf(entryIds: readonly string[]) {
    if (entryIds.length === 0) return [];
    const { entryId, judgeId, rating, word } = entryRatings;
    const given = criterionRatings;
    const criteria = sql<{ criterion: string; rating: number }[]>`coalesce((
      select json_agg(json_build_object('criterion', ${contests.criteria}[${given.position} + 1], 'rating', ${given.rating}) order by ${given.position})
      from ${given} where ${given.entryId} = ${entryId} and ${given.judgeId} = ${judgeId}), '[]')`;
    return db
      .select({ entryId, rating, word, criteria, by: sql<string>`case when ${entryRatings.judgeId} = ${contests.creatorId} then 'creator' when ${judgesBeside(entryRatings.judgeId)} then 'judge' else 'admin' end` })
      .from(entryRatings)
      .innerJoin(entries, eq(entries.id, entryId))
      .innerJoin(contests, eq(contests.id, entries.contestId))
      .where(and(inArray(entryId, [...entryIds]), isNotNull(contests.winnerAt)));
  }

  async function auditWhere(last: string, limit: number, where: SQL) {
    const { number, act, contestId, messageId, fromValue: from, toValue: to, reason, at } = auditEntries;
    // As text in the order of the numbers.
    const key = sql<string>`lpad(${number}::text, 19, '0')`;
    return db
      .select({ key, act, contestId, messageId, from, to, reason, at })
      .from(auditEntries)
      .where(and(where, sql`${key} > ${last}`))
      .orderBy(key)
      .limit(limit);
  }

  async function questionsWhere(last: string, limit: number, where: SQL) {
    const { id: key, contestId, text, askedAt, answer, answeredAt, correctedAt } = contestQuestions;
    return db
      .select({ key, contestId, contest: contests.name, text, askedAt, answer, answeredAt, correctedAt })
      .from(contestQuestions)
      .innerJoin(contests, eq(contests.id, contestId))
      .where(after(key, last, where))
      .orderBy(asc(key))
      .limit(limit);
  }

  async function judgesWhere(last: string, limit: number, where: SQL) {
    const { id: key, contestId, state, invitedAt, changedAt } = contestJudges;
    return db
      .select({ key, contestId, contest: contests.name, state, invitedAt, changedAt })
      .from(contestJudges)
      .innerJoin(contests, eq(contests.id, contestId))
      .where(after(key, last, where))
      .orderBy(asc(key))
      .limit(limit);
  }

  async function commentsWhere(last: string, limit: number, where: SQL) {
    const { id: key, contestId, text, decision, revision, createdAt } = contestComments;
    return db
      .select({ key, contestId, contest: contests.name, text, decision, revision, createdAt })
      .from(contestComments)
      .innerJoin(contests, eq(contests.id, contestId))
      .where(after(key, last, where))
      .orderBy(asc(key))
      .limit(limit);
  }
}
