import { and, eq, getTableColumns, isNotNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { EntryFeedbackSummary } from "@conquest/shared/contracts/judging/ratings";
import type { ParticipationGroup, participation } from "@conquest/shared/contracts/participation";
import { epochMs } from "../../database/sort-keys";
import { contests, entries } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { placements } from "../../database/schema/placements";
import { ledgerEntries, participations } from "../../database/schema/taking-part";
import type { Deps } from "../../platform/deps";
import {
  DASHBOARD_LIMIT,
  decodeCursor,
  readKeysetPage,
  type Page,
  type PageQuery,
} from "../../platform/lists/keyset-page";
import { evaluatePermissions } from "../contest-cards/domain/contest-permissions";
import { awardFactsFor } from "../awards/domain/award-columns";
import { isCreator } from "../contest-lists/domain/contest-list";
import { isCoJudge, isPublished } from "../contests/domain/contest-visibility";
import { hasReported } from "../reports/domain/has-reported";
import { feedbackColumn, hasEntryOf } from "../entries/domain/entry-columns";
import { leaveDeadline, hasJoinedBefore } from "../extensions/domain/extension-policy";
import { hasLeft, isItsPayment } from "./domain/participations-repository";
import { entryIdOf } from "../contests/domain/entry-authors";
import { teamNameOf, teamOf } from "../teams/domain/team-columns";
import { waitingOf } from "../waiting-list/domain/waiting-columns";
import { phaseOf, phaseSql } from "../contests/domain/phase";

/** Selects one payment of a rejoined contest: the paid one, which needs no comparison, or the latest. */
const isCurrentPayment = sql`(${participations.state} = 'paid' or not exists (
  select 1 from participations other
  where other.contest_id = ${participations.contestId} and other.user_id = ${participations.userId}
    and ((other.state = 'paid')::int, other.paid_at, other.id) > (0, ${participations.paidAt}, ${participations.id})))`;

const isOver = (now: Date) => sql`(${hasLeft} or ${phaseSql(now)} in ('completed', 'cancelled'))`;

const groupSql = (userId: string, now: Date) => sql<ParticipationGroup>`case
  when ${hasLeft} then 'left'
  when ${isOver(now)} then 'finished'
  when ${phaseSql(now)} = 'open' and not ${hasEntryOf(userId)} then 'to_do'
  else 'waiting' end`;

/** By group; first what closes or is decided next, and of those that are over the latest. */
const mostUrgentFirst = (userId: string, now: Date) => [
  sql`array_position(array['to_do', 'waiting', 'finished', 'left'], ${groupSql(userId, now)})`,
  sql`case when ${isOver(now)}
    then -${epochMs(sql`coalesce(${participations.refundedAt}, ${contests.winnerAt}, ${contests.cancelledAt})`)}
    else ${epochMs(contests.deadline)} end`,
  sql`${participations.id}`,
];

const currentOf = (userId: string) => and(eq(participations.userId, userId), isCurrentPayment);

export async function countParticipations({ db, clock }: Deps, userId: string) {
  const group = groupSql(userId, clock.now());
  const found = await db
    .select({ group, count: sql<number>`count(*)::int` })
    .from(participations)
    .innerJoin(contests, eq(contests.id, participations.contestId))
    .where(currentOf(userId))
    .groupBy(sql`1`);
  return {
    to_do: 0,
    waiting: 0,
    finished: 0,
    left: 0,
    ...Object.fromEntries(found.map(({ group, count }) => [group, count])),
  };
}

/** Lists the contests a user has joined, most urgent first. `isOwn` is false if an admin reads them. */
export const listParticipatedContests = async (
  { db, clock }: Deps,
  userId: string,
  isOwn: boolean,
  {
    entry,
    group: only = entry && "to_do",
    ...query
  }: PageQuery & { entry?: "missing" | undefined; group?: ParticipationGroup | undefined },
): Promise<Page<z.input<typeof participation>>> => {
  const now = clock.now();
  // Groups are those of the first page, so that no contest moves between two pages because of the clock.
  const at = decodeCursor(query.cursor)?.at ?? now;
  const where = and(currentOf(userId), only && sql`${groupSql(userId, at)} = ${only}`);
  const page = await readKeysetPage(db, query, now, {
    defaultLimit: DASHBOARD_LIMIT,
    order: mostUrgentFirst(userId, at),
    all: sql`select 1 from ${participations} inner join ${contests} on ${contests.id} = ${participations.contestId} where ${where}`,
    rows: ({ columns, after, orderBy, limit }) =>
      db
        .select({
          contest: getTableColumns(contests),
          group: groupSql(userId, at),
          amount: participations.amount,
          state: participations.state,
          paidAt: participations.paidAt,
          refundedAt: participations.refundedAt,
          receiptNumber: ledgerEntries.number,
          entryId: entries.id,
          showIfWins: entries.showIfWins,
          prizeName: placements.prizeName,
          // Feedback is only for the author, and only after the winner is declared.
          answer: sql<EntryFeedbackSummary | null>`case when ${isOwn}::boolean and ${isNotNull(entries.id)} and ${isNotNull(contests.winnerAt)} then ${feedbackColumn} end`,
          isPublic: sql<boolean>`(${isPublished})`,
          // A former participant may have been invited to judge since.
          isJudge: isCoJudge(userId),
          hasReported: hasReported({ id: userId, role: "user" }),
          waiting: waitingOf({ id: userId, role: "user" }),
          team: teamOf(userId),
          teamName: teamNameOf(userId),
          award: awardFactsFor({ id: userId, role: "user" }),
          ...columns,
        })
        .from(participations)
        .innerJoin(contests, eq(contests.id, participations.contestId))
        .innerJoin(users, isCreator)
        .leftJoin(ledgerEntries, isItsPayment)
        .leftJoin(entries, eq(entries.id, entryIdOf(userId)))
        .leftJoin(placements, eq(placements.entryId, entries.id))
        .where(and(where, after))
        .orderBy(...orderBy)
        .limit(limit),
  });
  return page.map(
    ({
      contest,
      group,
      amount,
      state,
      paidAt,
      refundedAt,
      receiptNumber,
      entryId,
      showIfWins,
      prizeName,
      answer,
      isPublic,
      isJudge,
      hasReported: reported,
      waiting,
      team,
      teamName,
      award,
    }) => {
      const isWinner = entryId !== null && contest.winnerEntryId === entryId;
      const hasSubmitted = entryId !== null;
      const hasJoined = isOwn && state === "paid";
      const joinedBeforeExtension = hasJoined && hasJoinedBefore(contest, paidAt);
      const who = {
        isOwner: false,
        isAdmin: false,
        isJudge: isOwn && isJudge,
        standsIn: false,
        hasJoined,
        hasSubmitted: isOwn && hasSubmitted,
        joinedBeforeExtension,
        isShownWinner: (isWinner || prizeName !== null) && showIfWins === true,
        everJoined: isOwn,
        waiting: isOwn ? waiting : null,
        team: isOwn ? team : null,
        hasReported: isOwn && reported,
      };
      const phase = phaseOf(contest, now);
      return {
        _id: contest.id,
        name: contest.name,
        image: contest.image,
        description: contest.description,
        summary: contest.summary ?? undefined,
        deadline: contest.deadline.toISOString(),
        phase,
        group,
        hiddenAt: contest.hiddenAt?.toISOString() ?? null,
        isPublic,
        visibility: contest.visibility === "public" ? undefined : contest.visibility,
        amount,
        paymentStatus: state,
        paidAt: paidAt.toISOString(),
        leftAt: (group === "left" && refundedAt?.toISOString()) || null,
        receiptNumber,
        entryState: isWinner ? "winner" : hasSubmitted ? "submitted" : "none",
        teamName: hasJoined ? teamName : null,
        prizeName,
        answer,
        leavesUntil: phase === "open" ? (leaveDeadline(contest, who, now)?.toISOString() ?? null) : null,
        // The constants only matter to owners and admins, and the user is neither here.
        may: evaluatePermissions(
          {
            contest,
            who,
            wasJoined: true,
            wasPaidFor: true,
            creatorIsUser: false,
            isPublic,
            nobodyCanWin: false,
            dayOfNewsSince: null,
            award: isOwn ? award : null,
          },
          now,
        ),
      };
    },
  );
};
