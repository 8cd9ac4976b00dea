import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contestRounds, contests } from "../../../database/schema/contests";
import { contestDrafts } from "../../../database/schema/files";
import { participations } from "../../../database/schema/taking-part";
import { contestComments, contestNews, contestQuestions } from "../../../database/schema/talk";
import { after, type DataReader, type DataSubject } from "./data-reader";

export function contestReaders(db: Database, { id }: DataSubject): Record<string, DataReader> {
  return {
    contests: async (last, limit) => {
      const {
        id: key,
        name,
        image,
        description,
        task,
        criteria,
        hidesNames,
        tag,
        registrationPrice,
        prize,
        deadline,
        extendedAt,
        extendedFrom,
        extensionReason,
        status,
        review,
        openedAt,
        cancelledAt,
        cancelReason,
        hiddenAt,
        winnerNote,
        winnerAt,
        participantCount,
        entryCount,
        createdAt,
        updatedAt,
      } = contests;
      return db
        .select({
          key,
          id: key,
          name,
          image,
          description,
          task,
          criteria,
          hidesNames,
          tag,
          registrationPrice,
          prize,
          deadline,
          extendedAt,
          extendedFrom,
          extensionReason,
          status,
          review,
          openedAt,
          cancelledAt,
          cancelReason,
          hiddenAt,
          winnerNote,
          winnerAt,
          participantCount,
          entryCount,
          createdAt,
          updatedAt,
        })
        .from(contests)
        .where(after(key, last, eq(contests.creatorId, id)))
        .orderBy(asc(key))
        .limit(limit);
    },
    // Terms of each revision; the reasons are in the comments on the same revision.
    reviewRounds: async (last, limit) => {
      const { contestId, revision, act, actorId, terms, at } = contestRounds;
      const key = sql<string>`${contestId} || ' ' || lpad(${revision}::text, 10, '0')`;
      return db
        .select({
          key,
          contestId,
          contest: contests.name,
          revision,
          act,
          byMe: sql<boolean>`coalesce(${actorId} = ${id}, false)`,
          at,
          terms,
        })
        .from(contestRounds)
        .innerJoin(contests, eq(contests.id, contestId))
        .where(and(eq(contests.creatorId, id), sql`${key} > ${last}`))
        .orderBy(key)
        .limit(limit);
    },
    drafts: async (last, limit) => {
      const { id: key, form, createdAt, savedAt } = contestDrafts;
      return db
        .select({ key, id: key, form, createdAt, savedAt })
        .from(contestDrafts)
        .where(after(key, last, eq(contestDrafts.creatorId, id)))
        .orderBy(asc(key))
        .limit(limit);
    },
    commentsOnContests: async (last, limit) => commentsWhere(last, limit, eq(contests.creatorId, id)),
    commentsWritten: async (last, limit) => commentsWhere(last, limit, eq(contestComments.authorId, id)),
    questionsAsked: async (last, limit) => questionsWhere(last, limit, eq(contestQuestions.askerId, id)),
    questionsToContests: async (last, limit) => questionsWhere(last, limit, eq(contests.creatorId, id)),
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
    // Full texts; notifications only quote the beginning.
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
  };

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
