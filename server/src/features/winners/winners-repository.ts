import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { MAX_EXCERPT_LENGTH } from "@conquest/shared/contracts/winners";
import type { Database } from "../../database/database";
import { contests, entries } from "../../database/schema/contests";
import { files } from "../../database/schema/files";
import { users } from "../../database/schema/people";
import { winnerRecords } from "../../database/schema/records";
import { participations } from "../../database/schema/taking-part";
import { visibleToWhere } from "../contests/domain/contest-visibility";
import { authors, isPublicEntry } from "../entries/domain/entry-columns";
import { hasLeft, isPaidBy } from "../participation/domain/participations-repository";

const winners = alias(users, "winner");
const creators = alias(users, "creator");

/** Null unless the entry is public. Needs its author in the query. */
const winningWork = sql<{
  pictureId: string | null;
  text: string;
} | null>`case when ${isPublicEntry} then json_build_object(
  'text', left(${entries.text}, ${sql.raw(String(MAX_EXCERPT_LENGTH))}),
  'pictureId', (
    select ${files.id} from ${files} where ${files.entryId} = ${entries.id} and ${files.kind} = 'picture'
    order by ${files.position}, ${files.id} limit 1)) end`;

export const winnersRepository = (db: Database) => ({
  async findCandidate(contestId: string, entryId: string) {
    const [row] = await db
      .select({
        id: entries.id,
        userId: entries.userId,
        submittedAt: entries.submittedAt,
        name: users.name,
        participationId: participations.id,
      })
      .from(entries)
      .innerJoin(users, eq(users.id, entries.userId))
      .leftJoin(participations, isPaidBy(entries.contestId, entries.userId))
      .where(and(eq(entries.id, entryId), eq(entries.contestId, contestId)));
    return row;
  },

  showWinning: (entryId: string, publishedAt: Date) =>
    db
      .update(entries)
      .set({ publishedAt })
      .where(and(eq(entries.id, entryId), entries.showIfWins)),

  /** Lists winners of visible contests, most wins first, each with their latest. Excludes blocked and deleted users. */
  async listPeople(limit: number) {
    const people = await db
      .select({
        id: winners.id,
        name: winners.name,
        photo: winners.image,
        email: winners.email,
        timesWon: winnerRecords.timesWon,
      })
      .from(winnerRecords)
      .innerJoin(winners, eq(winners.id, winnerRecords.userId))
      .where(and(sql`-${winnerRecords.timesWon} < 0`, eq(winners.status, "verified"), isNull(winners.removedAt)))
      .orderBy(sql`-${winnerRecords.timesWon}, ${winnerRecords.lastWonAt} desc nulls last`, asc(winnerRecords.userId))
      .limit(limit);
    const winnerIds = people.map((person) => person.id);
    const last = await db
      .selectDistinctOn([contests.winnerId], {
        winnerId: contests.winnerId,
        id: contests.id,
        name: contests.name,
        work: winningWork,
      })
      .from(contests)
      .leftJoin(entries, eq(entries.id, contests.winnerEntryId))
      .leftJoin(authors, eq(authors.id, entries.userId))
      .where(and(visibleToWhere(null), inArray(contests.winnerId, winnerIds)))
      .orderBy(contests.winnerId, desc(contests.winnerAt), contests.id);
    const lastOf = new Map(last.map((contest) => [contest.winnerId, contest]));
    return people.flatMap((person) => {
      const lastContest = lastOf.get(person.id);
      return lastContest ? [{ ...person, lastContest }] : [];
    });
  },

  async findCertificateData(contestId: string, userId: string) {
    const [row] = await db
      .select({
        name: users.name,
        timeZone: users.timeZone,
        contest: contests.name,
        tag: contests.tag,
        prize: contests.prize,
        winnerAt: contests.winnerAt,
        hasWon: sql<boolean>`${contests.winnerEntryId} = ${entries.id}`,
        creator: { name: creators.name, status: creators.status, removedAt: creators.removedAt },
      })
      .from(entries)
      .innerJoin(users, eq(users.id, entries.userId))
      .innerJoin(contests, eq(contests.id, entries.contestId))
      .innerJoin(creators, eq(creators.id, contests.creatorId))
      .where(and(eq(entries.contestId, contestId), eq(entries.userId, userId), isNotNull(contests.winnerAt)));
    return row;
  },

  listWonBy: (userId: string, limit: number) =>
    db
      .select({
        id: contests.id,
        image: contests.image,
        name: contests.name,
        wonAt: contests.winnerAt,
        prize: contests.prize,
        note: contests.winnerNote,
        isPublic: sql<boolean>`(${visibleToWhere(null)})`,
      })
      .from(contests)
      .where(eq(contests.winnerId, userId))
      .orderBy(desc(contests.winnerAt), asc(contests.id))
      .limit(limit),

  /** `joined` counts every contest in the user's list, including cancelled ones, without those that were left. */
  async countsOf(userId: string) {
    const isPaid = eq(participations.state, "paid");
    const joined = sql<number>`(count(distinct ${participations.contestId}) filter (where not ${hasLeft}))::int`;
    const [row] = await db
      .select({
        joined,
        left: sql<number>`count(distinct ${participations.contestId})::int - ${joined}`,
        finished: sql<number>`(count(${contests.winnerAt}) filter (where ${isPaid}))::int`,
        won: sql<number>`(count(*) filter (where ${isPaid} and ${contests.winnerId} = ${userId}))::int`,
      })
      .from(participations)
      .innerJoin(contests, eq(contests.id, participations.contestId))
      .where(eq(participations.userId, userId));
    return row!;
  },
});
