import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { MAX_EXCERPT_LENGTH } from "@conquest/shared/contracts/winners";
import type { Database } from "../../database/database";
import { awards } from "../../database/schema/awards";
import { contests, entries } from "../../database/schema/contests";
import { files } from "../../database/schema/files";
import { users } from "../../database/schema/people";
import { placements } from "../../database/schema/placements";
import { winnerRecords } from "../../database/schema/records";
import { teamMembers } from "../../database/schema/teams";
import { participations } from "../../database/schema/taking-part";
import { nextReminderAt } from "../awards/domain/award-schedule";
import { entryIdsOf, isEntryOf, isWonBy } from "../contests/domain/entry-authors";
import { teamOfEntry } from "./domain/public-winners";
import { teamName } from "../teams/domain/team-columns";
import { isPlacedOf, type PlacementRow } from "../contests/domain/placements";
import type { ContestRow } from "../contests/domain/contests-repository";
import { isListed, isPublished } from "../contests/domain/contest-visibility";
import { authors, isEligible, isPublicEntry } from "../entries/domain/entry-columns";
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

const MAX_PLACEMENTS_PER_PERSON = 3;

/** Each member of a team has won. */
const winnerOfPlacement = sql<string>`coalesce(${teamMembers.userId}, ${placements.winnerId})`;

/** Each of these people won a first prize, alone or in a team: pairs of `user_id` and `contest_id`. */
const winsOf = (winnerIds: readonly string[]) => {
  const ids = sql.param([...winnerIds]);
  return sql`(
    select winner_id as user_id, id as contest_id from contests where winner_id = any(${ids}::text[])
    union select member.user_id, won.id from team_members member
      join entries shared on shared.team_id = member.team_id
      join contests won on won.id = shared.contest_id and won.winner_entry_id = shared.id
      where member.user_id = any(${ids}::text[])) won`;
};

export const winnersRepository = (db: Database) => {
  const listPlacements = (winnerIds: readonly string[]) =>
    db
      .select({
        winnerId: winnerOfPlacement,
        prizeName: placements.prizeName,
        contest: { _id: contests.id, name: contests.name },
      })
      .from(placements)
      .innerJoin(contests, eq(contests.id, placements.contestId))
      .innerJoin(entries, eq(entries.id, placements.entryId))
      .leftJoin(teamMembers, eq(teamMembers.teamId, entries.teamId))
      .where(and(isListed, inArray(winnerOfPlacement, [...winnerIds])))
      .orderBy(desc(contests.winnerAt), asc(contests.id));

  return {
    findCandidates: (contestId: string, entryIds: readonly string[]) =>
      db
        .select({
          id: entries.id,
          userId: entries.userId,
          submittedAt: entries.submittedAt,
          // A team's hidden entry hides its name.
          name: sql<string>`case when ${entries.teamId} is null then ${users.name} when ${entries.hiddenAt} is null then ${teamName} else '' end`,
          participationId: participations.id,
        })
        .from(entries)
        .innerJoin(users, eq(users.id, entries.userId))
        .leftJoin(participations, isPaidBy(entries.contestId, entries.userId))
        .where(and(inArray(entries.id, [...entryIds]), eq(entries.contestId, contestId))),

    /** The authors of each entry, all members of a team. */
    async listAuthorIds(entryIds: readonly string[]): Promise<Map<string, string[]>> {
      const rows = await db
        .select({ id: entries.id, userId: sql<string>`coalesce(${teamMembers.userId}, ${entries.userId})` })
        .from(entries)
        .leftJoin(teamMembers, eq(teamMembers.teamId, entries.teamId))
        .where(inArray(entries.id, [...entryIds]));
      const authorIds = new Map<string, string[]>();
      for (const { id, userId } of rows) authorIds.set(id, [...(authorIds.get(id) ?? []), userId]);
      return authorIds;
    },

    async countEligible({ id, creatorId, deadline }: ContestRow, limit: number): Promise<number> {
      const eligible = db
        .select({ id: entries.id })
        .from(entries)
        .innerJoin(authors, eq(authors.id, entries.userId))
        .innerJoin(participations, isPaidBy(entries.contestId, entries.userId))
        .where(
          and(eq(entries.contestId, id), ne(entries.userId, creatorId), lt(entries.submittedAt, deadline), isEligible),
        )
        .limit(limit);
      return db.$count(eligible.as("eligible"));
    },

    showWinning: (entryIds: readonly string[], publishedAt: Date) =>
      db
        .update(entries)
        .set({ publishedAt })
        .where(and(inArray(entries.id, [...entryIds]), entries.showIfWins)),

    /** Adds the winners of the further prizes, and the handover of those that are worth something. */
    async place(contest: ContestRow, rows: readonly PlacementRow[], now: Date): Promise<void> {
      if (rows.length === 0) return;
      await db.insert(placements).values([...rows]);
      const toHandOver = rows.filter(({ prize }) => prize > 0);
      if (toHandOver.length === 0) return;
      await db
        .insert(awards)
        .values(
          toHandOver.map(({ contestId, place, winnerId, prize }) => ({
            contestId,
            place,
            creatorId: contest.creatorId,
            winnerId,
            prize,
            awardedAt: now,
            waitingSince: now,
            nextAt: nextReminderAt(now, now),
          })),
        );
    },

    /** Lists winners of listed contests, most wins first, each with their latest. Excludes blocked and deleted users. */
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
        .selectDistinctOn([sql`won.user_id`], {
          winnerId: sql<string>`won.user_id`,
          id: contests.id,
          name: contests.name,
          work: winningWork,
        })
        .from(contests)
        .innerJoin(winsOf(winnerIds), sql`won.contest_id = ${contests.id}`)
        .leftJoin(entries, eq(entries.id, contests.winnerEntryId))
        .leftJoin(authors, eq(authors.id, entries.userId))
        .where(isListed)
        .orderBy(sql`won.user_id`, desc(contests.winnerAt), contests.id);
      const lastOf = new Map(last.map((contest) => [contest.winnerId, contest]));
      const placed = await listPlacements(winnerIds);
      return people.flatMap((person) => {
        const lastContest = lastOf.get(person.id);
        const own = placed.filter(({ winnerId }) => winnerId === person.id);
        return lastContest ? [{ ...person, lastContest, placements: own.slice(0, MAX_PLACEMENTS_PER_PERSON) }] : [];
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
          placement: { prizeName: placements.prizeName, prize: placements.prize },
          team: teamOfEntry(sql`${entries.id}`),
          creator: { name: creators.name, status: creators.status, removedAt: creators.removedAt },
        })
        .from(entries)
        .innerJoin(users, eq(users.id, userId))
        .innerJoin(contests, eq(contests.id, entries.contestId))
        .innerJoin(creators, eq(creators.id, contests.creatorId))
        .leftJoin(placements, eq(placements.entryId, entries.id))
        .where(and(eq(entries.contestId, contestId), isEntryOf(userId), isNotNull(contests.winnerAt)));
      return row;
    },

    /** The first and the further prizes of a user, newest first. */
    listWonBy: (userId: string, limit: number) =>
      db
        .select({
          id: contests.id,
          image: contests.image,
          name: contests.name,
          wonAt: contests.winnerAt,
          prize: sql<number>`coalesce(${placements.prize}, ${contests.prize})`,
          prizeName: placements.prizeName,
          hasMorePrizes: sql<boolean>`${contests.morePrizes} <> '[]'`,
          note: contests.winnerNote,
          isPublic: sql<boolean>`(${isPublished})`,
          team: sql<
            string | null
          >`(select team.name from team_members member join teams team on team.id = member.team_id
            where member.contest_id = ${contests.id} and member.user_id = ${userId})`,
        })
        .from(contests)
        .leftJoin(
          placements,
          and(eq(placements.contestId, contests.id), sql`${placements.entryId} in ${entryIdsOf(userId)}`),
        )
        .where(
          and(
            // Finds the contests by index; for either alternative alone, PostgreSQL reads all contests.
            sql`${contests.id} in (select own.contest_id from entries own where own.id in ${entryIdsOf(userId)})`,
            or(isWonBy(userId), isPlacedOf(userId)),
          ),
        )
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
          won: sql<number>`(count(*) filter (where ${isPaid} and ${isWonBy(userId)}))::int`,
        })
        .from(participations)
        .innerJoin(contests, eq(contests.id, participations.contestId))
        .where(eq(participations.userId, userId));
      return row!;
    },
  };
};
