import { and, asc, eq, inArray, isNotNull, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contests, entries, lateEntries } from "../../../database/schema/contests";
import { files } from "../../../database/schema/files";
import { contestJudges, criterionRatings, entryRatings } from "../../../database/schema/judging";
import { contestFollows, participations } from "../../../database/schema/taking-part";
import { isCoJudge } from "../../contests/domain/contest-visibility";
import { after, type DataReader, type DataSubject } from "./data-reader";

export function participationReaders(db: Database, { id, provenEmail }: DataSubject): Record<string, DataReader> {
  return {
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
      const {
        id: key,
        contestId,
        text,
        link,
        sha256,
        showIfWins,
        publishedAt,
        hiddenAt,
        submittedAt,
        createdAt,
      } = entries;
      const hasWon = sql<boolean>`coalesce(${contests.winnerId} = ${id}, false)`;
      const rows = await db
        .select({
          key,
          contestId,
          contest: contests.name,
          text,
          link,
          sha256,
          showIfWins,
          publishedAt,
          hiddenAt,
          submittedAt,
          createdAt,
          hasWon,
          winnerNote: sql<string | null>`case when ${hasWon} then ${contests.winnerNote} end`,
        })
        .from(entries)
        .innerJoin(contests, eq(contests.id, contestId))
        .where(after(key, last, eq(entries.userId, id)))
        .orderBy(asc(key))
        .limit(limit);
      const judgeRatings = await listRatings(rows.map((row) => row.key));
      return rows.map((row) => ({
        ...row,
        ratings: judgeRatings.filter(({ entryId }) => entryId === row.key).map(({ entryId: _, ...rating }) => rating),
      }));
    },
    lateEntries: async (last, limit) => {
      const { contestId: key, text, link, arrivedAt, deadline } = lateEntries;
      return db
        .select({ key, contestId: key, contest: contests.name, text, link, arrivedAt, deadline })
        .from(lateEntries)
        .innerJoin(contests, eq(contests.id, key))
        .where(after(key, last, eq(lateEntries.userId, id)))
        .orderBy(asc(key))
        .limit(limit);
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
    judging: async (last, limit) =>
      judgesWhere(
        last,
        limit,
        or(eq(contestJudges.judgeId, id), provenEmail === null ? undefined : eq(contestJudges.email, provenEmail))!,
      ),
    // Excludes the email addresses of the judges.
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
        .select({
          key,
          contest: contests.name,
          criterion: sql<string>`${contests.criteria}[${criterionRatings.position} + 1]`,
          rating: criterionRatings.rating,
        })
        .from(criterionRatings)
        .innerJoin(entries, eq(entries.id, criterionRatings.entryId))
        .innerJoin(contests, eq(contests.id, entries.contestId))
        .where(and(eq(criterionRatings.judgeId, id), sql`${key} > ${last}`))
        .orderBy(key)
        .limit(limit);
    },
  };

  /** Returns the judges' ratings of these entries, which authors see once the winner is declared. */
  async function listRatings(entryIds: readonly string[]) {
    if (entryIds.length === 0) return [];
    const { entryId, judgeId, rating, word } = entryRatings;
    const scores = criterionRatings;
    const criteria = sql<{ criterion: string; rating: number }[]>`coalesce((
      select json_agg(json_build_object('criterion', ${contests.criteria}[${scores.position} + 1], 'rating', ${scores.rating}) order by ${scores.position})
      from ${scores} where ${scores.entryId} = ${entryId} and ${scores.judgeId} = ${judgeId}), '[]')`;
    return db
      .select({
        entryId,
        rating,
        word,
        criteria,
        by: sql<string>`case when ${entryRatings.judgeId} = ${contests.creatorId} then 'creator' when ${isCoJudge(entryRatings.judgeId)} then 'judge' else 'admin' end`,
      })
      .from(entryRatings)
      .innerJoin(entries, eq(entries.id, entryId))
      .innerJoin(contests, eq(contests.id, entries.contestId))
      .where(and(inArray(entryId, [...entryIds]), isNotNull(contests.winnerAt)));
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
}
