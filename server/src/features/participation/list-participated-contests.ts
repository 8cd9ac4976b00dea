import { and, eq, getTableColumns, isNotNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { EntryFeedbackSummary } from "@conquest/shared/contracts/judging/ratings";
import type { participation } from "@conquest/shared/contracts/participation";
import { epochMs } from "../../database/sort-keys";
import { contests, entries } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { participations } from "../../database/schema/taking-part";
import type { Deps } from "../../platform/deps";
import { DASHBOARD_LIMIT, readKeysetPage, type Page, type PageQuery } from "../../platform/lists/keyset-page";
import { evaluatePermissions } from "../contest-cards/domain/contest-permissions";
import { isCreator } from "../contest-lists/domain/contest-list";
import { isCoJudge, visibleToWhere } from "../contests/domain/contest-visibility";
import { hasReported } from "../reports/domain/has-reported";
import { feedbackColumn } from "../entries/domain/entry-columns";
import { leaveDeadline, hasJoinedBefore } from "../extensions/domain/extension-policy";
import { phaseOf, phaseSql } from "../contests/domain/phase";

const lastJoinedFirst = [sql`-${epochMs(participations.paidAt)}`, sql`${participations.id}`];

/** Selects one payment of a rejoined contest: the paid one, which needs no comparison, or the latest. */
const isCurrentPayment = sql`(${participations.state} = 'paid' or not exists (
  select 1 from participations other
  where other.contest_id = ${participations.contestId} and other.user_id = ${participations.userId}
    and ((other.state = 'paid')::int, other.paid_at, other.id) > (0, ${participations.paidAt}, ${participations.id})))`;

/** Lists the contests a user has paid for, last joined first. `isOwn` is false if an admin reads them. */
export const listParticipatedContests = async (
  { db, clock }: Deps,
  userId: string,
  isOwn: boolean,
  { entry, ...query }: PageQuery & { entry?: "missing" | undefined },
): Promise<Page<z.input<typeof participation>>> => {
  const now = clock.now();
  const lacksEntry = sql`${participations.state} = 'paid' and exists (
      select from ${contests} where ${contests.id} = ${participations.contestId} and ${phaseSql(now)} = 'open'
        and not exists (select from ${entries} where ${entries.contestId} = ${contests.id} and ${entries.userId} = ${participations.userId}))`;
  const where = and(eq(participations.userId, userId), isCurrentPayment, entry === "missing" ? lacksEntry : undefined);
  const page = await readKeysetPage(db, query, now, {
    defaultLimit: DASHBOARD_LIMIT,
    order: lastJoinedFirst,
    all: sql`select 1 from ${participations} where ${where}`,
    rows: ({ columns, after, orderBy, limit }) =>
      db
        .select({
          contest: getTableColumns(contests),
          amount: participations.amount,
          state: participations.state,
          paidAt: participations.paidAt,
          entryId: entries.id,
          showIfWins: entries.showIfWins,
          // Feedback is only for the author, and only after the winner is declared.
          answer: sql<EntryFeedbackSummary | null>`case when ${isOwn}::boolean and ${isNotNull(entries.id)} and ${isNotNull(contests.winnerAt)} then ${feedbackColumn} end`,
          isPublic: sql<boolean>`(${visibleToWhere(null)})`,
          // A former participant may have been invited to judge since.
          isJudge: isCoJudge(userId),
          hasReported: hasReported({ id: userId, role: "user" }),
          ...columns,
        })
        .from(participations)
        .innerJoin(contests, eq(contests.id, participations.contestId))
        .innerJoin(users, isCreator)
        .leftJoin(entries, and(eq(entries.contestId, contests.id), eq(entries.userId, participations.userId)))
        .where(and(where, after))
        .orderBy(...orderBy)
        .limit(limit),
  });
  return page.map(
    ({ contest, amount, state, paidAt, entryId, showIfWins, answer, isPublic, isJudge, hasReported: reported }) => {
      const isWinner = contest.winnerId === userId;
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
        isShownWinner: isWinner && showIfWins === true,
        everJoined: isOwn,
        hasReported: isOwn && reported,
      };
      const phase = phaseOf(contest, now);
      return {
        _id: contest.id,
        name: contest.name,
        image: contest.image,
        description: contest.description,
        deadline: contest.deadline.toISOString(),
        phase,
        hiddenAt: contest.hiddenAt?.toISOString() ?? null,
        isPublic,
        amount,
        paymentStatus: state,
        paidAt: paidAt.toISOString(),
        entryState: isWinner ? "winner" : hasSubmitted ? "submitted" : "none",
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
          },
          now,
        ),
      };
    },
  );
};
