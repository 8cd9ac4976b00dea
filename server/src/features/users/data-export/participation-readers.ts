import { and, eq, inArray, isNotNull, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/database";
import { contestRules, contests, entries, lateEntries } from "../../../database/schema/contests";
import { contestGuests, contestInvitations } from "../../../database/schema/contest-access";
import { files } from "../../../database/schema/files";
import {
  contestJudges,
  criterionRatings,
  entryRatings,
  entryJudges,
  entryRecusals,
} from "../../../database/schema/judging";
import { contestFollows, participations } from "../../../database/schema/taking-part";
import { teamInvitees, teamMembers, teams } from "../../../database/schema/teams";
import { waitingList } from "../../../database/schema/waiting-list";
import { entryPrizeName } from "../../contests/domain/placements";
import { isEntryOf } from "../../contests/domain/entry-authors";
import { teamName } from "../../teams/domain/team-columns";
import { isCoJudge } from "../../contests/domain/contest-visibility";
import { ifVisible, pick, readerOf, type DataReader, type DataSubject } from "./data-reader";

export function participationReaders(db: Database, subject: DataSubject): Record<string, DataReader> {
  const { id, provenEmail } = subject;
  const contest = ifVisible(subject, contests.name);
  const hasWon = sql`coalesce(${contests.winnerEntryId} = ${entries.id}, false)`;
  const readEntries = readerOf(db, {
    key: entries.id,
    columns: {
      contest,
      ...pick(entries, "contestId", "text", "link", "answers", "sha256", "showIfWins", "publishedAt"),
      ...pick(entries, "hiddenAt", "submittedAt", "createdAt"),
      team: teamName,
      hasWon,
      prizeName: entryPrizeName,
      winnerNote: sql`case when ${hasWon} then ${contests.winnerNote} end`,
    },
    from: (selection) => selection.from(entries).innerJoin(contests, eq(contests.id, entries.contestId)),
    where: isEntryOf(id),
  });
  return {
    payments: readerOf(db, {
      key: participations.id,
      columns: {
        contest,
        ...pick(participations, "contestId", "amount", "last4", "state", "paidAt", "refundedAt", "rulesVersion"),
        acceptedRules: contestRules.rules,
      },
      from: (selection) =>
        selection
          .from(participations)
          .innerJoin(contests, eq(contests.id, participations.contestId))
          .leftJoin(
            contestRules,
            and(
              eq(contestRules.contestId, participations.contestId),
              eq(contestRules.version, participations.rulesVersion),
            ),
          ),
      where: eq(participations.userId, id),
    }),
    entries: async (last, limit) => {
      const rows = await readEntries(last, limit);
      const judgeRatings = await listRatings(rows.map((row) => row.key));
      return rows.map((row) => ({
        ...row,
        ratings: judgeRatings.filter(({ entryId }) => entryId === row.key).map(({ entryId: _, ...rating }) => rating),
      }));
    },
    lateEntries: readerOf(db, {
      key: lateEntries.contestId,
      columns: { contest, ...pick(lateEntries, "contestId", "text", "link", "answers", "arrivedAt", "deadline") },
      from: (selection) => selection.from(lateEntries).innerJoin(contests, eq(contests.id, lateEntries.contestId)),
      where: eq(lateEntries.userId, id),
    }),
    files: readerOf(db, {
      key: files.id,
      columns: {
        ...pick(files, "id", "name", "use", "kind", "bytes", "sha256", "width", "height", "entryId", "contestId"),
        createdAt: files.createdAt,
      },
      from: (selection) => selection.from(files),
      where: and(eq(files.uploaderId, id), eq(files.state, "here")),
    }),
    follows: readerOf(db, {
      key: contestFollows.contestId,
      columns: { contest, ...pick(contestFollows, "contestId", "followedAt") },
      from: (selection) =>
        selection.from(contestFollows).innerJoin(contests, eq(contests.id, contestFollows.contestId)),
      where: eq(contestFollows.userId, id),
    }),
    contestInvitations: readerOf(db, {
      key: contestInvitations.id,
      columns: { contest, ...pick(contestInvitations, "contestId", "invitedAt") },
      from: (selection) =>
        selection.from(contestInvitations).innerJoin(contests, eq(contests.id, contestInvitations.contestId)),
      where: provenEmail === null ? sql`false` : eq(contestInvitations.email, provenEmail),
    }),
    joinCodesEntered: readerOf(db, {
      key: contestGuests.contestId,
      columns: { contest, ...pick(contestGuests, "contestId", "enteredAt") },
      from: (selection) => selection.from(contestGuests).innerJoin(contests, eq(contests.id, contestGuests.contestId)),
      where: eq(contestGuests.userId, id),
    }),
    teams: readerOf(db, {
      key: teamMembers.contestId,
      columns: {
        contest,
        ...pick(teamMembers, "contestId", "joinedAt"),
        name: teams.name,
        isCaptain: sql`(${teams.captainId} = ${id})`,
      },
      from: (selection) =>
        selection
          .from(teamMembers)
          .innerJoin(teams, eq(teams.id, teamMembers.teamId))
          .innerJoin(contests, eq(contests.id, teamMembers.contestId)),
      where: eq(teamMembers.userId, id),
    }),
    teamCodesEntered: readerOf(db, {
      key: teamInvitees.contestId,
      columns: { contest, ...pick(teamInvitees, "contestId", "enteredAt"), team: teams.name },
      from: (selection) =>
        selection
          .from(teamInvitees)
          .innerJoin(teams, eq(teams.id, teamInvitees.teamId))
          .innerJoin(contests, eq(contests.id, teamInvitees.contestId)),
      where: eq(teamInvitees.userId, id),
    }),
    waitingLists: readerOf(db, {
      // Padded, so that its order as text is that of the numbers.
      key: sql`lpad(${waitingList.number}::text, 19, '0')`,
      columns: {
        contest,
        ...pick(waitingList, "contestId", "joinedAt", "offeredAt", "offerEndsAt", "endedAt", "ending"),
      },
      from: (selection) => selection.from(waitingList).innerJoin(contests, eq(contests.id, waitingList.contestId)),
      where: eq(waitingList.userId, id),
    }),
    judging: judgesWhere(
      or(eq(contestJudges.judgeId, id), provenEmail === null ? undefined : eq(contestJudges.email, provenEmail)),
    ),
    // Excludes the email addresses of the judges.
    judgesInvited: judgesWhere(eq(contests.creatorId, id)),
    ratingsGiven: readerOf(db, {
      key: entryRatings.entryId,
      columns: { contest, ...pick(entryRatings, "rating", "word", "updatedAt") },
      from: (selection) =>
        selection
          .from(entryRatings)
          .innerJoin(entries, eq(entries.id, entryRatings.entryId))
          .innerJoin(contests, eq(contests.id, entries.contestId)),
      where: eq(entryRatings.judgeId, id),
    }),
    entriesToJudge: readerOf(db, {
      key: entryJudges.entryId,
      columns: { contest, ...pick(entryJudges, "isByHand") },
      from: (selection) =>
        selection
          .from(entryJudges)
          .innerJoin(entries, eq(entries.id, entryJudges.entryId))
          .innerJoin(contests, eq(contests.id, entries.contestId)),
      where: eq(entryJudges.judgeId, id),
    }),
    recusals: readerOf(db, {
      key: entryRecusals.entryId,
      columns: { contest, ...pick(entryRecusals, "reason", "recusedAt") },
      from: (selection) =>
        selection
          .from(entryRecusals)
          .innerJoin(entries, eq(entries.id, entryRecusals.entryId))
          .innerJoin(contests, eq(contests.id, entries.contestId)),
      where: eq(entryRecusals.judgeId, id),
    }),
    criteriaRated: readerOf(db, {
      key: sql`${criterionRatings.entryId} || ' ' || ${criterionRatings.position}`,
      columns: {
        contest,
        criterion: ifVisible(subject, sql`${contests.criteria}[${criterionRatings.position} + 1]`),
        rating: criterionRatings.rating,
      },
      from: (selection) =>
        selection
          .from(criterionRatings)
          .innerJoin(entries, eq(entries.id, criterionRatings.entryId))
          .innerJoin(contests, eq(contests.id, entries.contestId)),
      where: eq(criterionRatings.judgeId, id),
    }),
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
        by: sql<string>`case when ${judgeId} = ${contests.creatorId} then 'creator' when ${isCoJudge(judgeId)} then 'judge' else 'admin' end`,
      })
      .from(entryRatings)
      .innerJoin(entries, eq(entries.id, entryId))
      .innerJoin(contests, eq(contests.id, entries.contestId))
      .where(and(inArray(entryId, [...entryIds]), isNotNull(contests.winnerAt)));
  }

  function judgesWhere(where: SQL | undefined) {
    return readerOf(db, {
      key: contestJudges.id,
      columns: { contest, ...pick(contestJudges, "contestId", "state", "invitedAt", "changedAt") },
      from: (selection) => selection.from(contestJudges).innerJoin(contests, eq(contests.id, contestJudges.contestId)),
      where,
    });
  }
}
