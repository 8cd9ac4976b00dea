import { and, asc, desc, eq, gt, gte, inArray, not, sql, type SQL } from "drizzle-orm";
import {
  JOIN_DAYS,
  MAX_CHARTED_CONTESTS,
  MAX_UPCOMING,
  type CreatorDate,
  type CreatorOverview,
} from "@conquest/shared/contracts/overview";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { participations } from "../../database/schema/taking-part";
import type { Deps } from "../../platform/deps";
import type { Caller } from "../../platform/sessions/session";
import { JUDGING_DAYS, isUndecided, phaseSql } from "../contests/domain/phase";
import { draftsRepository } from "../drafts/domain/drafts-repository";
import { hasNoEligibleEntries } from "../entries/domain/entry-columns";
import { REFUND_DAYS, refundAt, winnerDueAt } from "../lifecycle/domain/lifecycle-schedule";
import { dateOf, dayOf, dayOfColumn, startOfDay } from "../progress/domain/time-buckets";

const WAITING_FOR_WINNER = ["judging", "overdue"] as const;
const hasWinnerToPick = and(gt(contests.participantCount, 0), not(hasNoEligibleEntries));
const countWhere = (where: SQL | undefined) => sql<number>`(count(*) filter (where ${where}))::int`;

const listOpen = (db: Database, isOwn: SQL, phase: SQL) =>
  db
    .select({
      _id: contests.id,
      name: contests.name,
      deadline: contests.deadline,
      participantCount: contests.participantCount,
      entryCount: contests.entryCount,
    })
    .from(contests)
    .where(and(isOwn, eq(phase, "open")))
    .orderBy(desc(contests.participantCount), asc(contests.deadline), asc(contests.id))
    .limit(MAX_CHARTED_CONTESTS);

/** Joins per contest and day of the zone, including those refunded since. */
export const joinsByDayQuery = (db: Database, contestIds: readonly string[], since: Date, zone: string) =>
  db
    .select({
      contestId: participations.contestId,
      day: dayOfColumn(participations.paidAt, zone).as("day"),
      joined: sql<number>`count(*)::int`,
    })
    .from(participations)
    .where(
      and(
        inArray(participations.contestId, [...contestIds]),
        // Every state, so that the index on contest, state and time applies.
        inArray(participations.state, ["paid", "refunded"]),
        gte(participations.paidAt, since),
      ),
    )
    .groupBy(participations.contestId, sql`day`);

const KIND_OF_PHASE = { open: "closes", judging: "winner_due", overdue: "refund" } as const;

function toDate({ contest, deadline, phase }: DateRow): CreatorDate {
  const kind = KIND_OF_PHASE[phase as keyof typeof KIND_OF_PHASE];
  const at = kind === "closes" ? deadline : kind === "winner_due" ? winnerDueAt(deadline) : refundAt(deadline);
  return { contest, kind, at: at.toISOString() };
}

const listDates = (db: Database, isOwn: SQL, phase: SQL<string>) => {
  const days = sql`case ${phase} when 'open' then 0 when 'judging' then ${sql.raw(String(JUDGING_DAYS))} else ${sql.raw(String(REFUND_DAYS))} end`;
  return db
    .select({
      contest: { _id: contests.id, name: contests.name },
      deadline: contests.deadline,
      phase,
      all: sql<number>`(count(*) over ())::int`,
    })
    .from(contests)
    .where(
      and(
        isOwn,
        isUndecided,
        sql`(${eq(phase, "open")} or ${and(inArray(phase, WAITING_FOR_WINNER), hasWinnerToPick)})`,
      ),
    )
    .orderBy(sql`${contests.deadline} + (${days}) * interval '24 hours'`, asc(contests.id))
    .limit(MAX_UPCOMING);
};
type DateRow = Awaited<ReturnType<typeof listDates>>[number];

export const readCreatorOverview = async (
  { db, clock }: Pick<Deps, "db" | "clock">,
  caller: Caller,
): Promise<CreatorOverview> => {
  const now = clock.now();
  const phase = phaseSql(now);
  const isOwn = eq(contests.creatorId, caller.id);
  const [counts] = await db
    .select({
      contestCount: sql<number>`count(*)::int`,
      openedCount: sql<number>`count(${contests.openedAt})::int`,
      openCount: countWhere(eq(phase, "open")),
      entryCount: sql<number>`coalesce(sum(${contests.entryCount}), 0)::int`,
      collected: sql<number>`coalesce(sum(${contests.paidTotal}), 0)`.mapWith(Number),
      toJudgeCount: countWhere(and(inArray(phase, WAITING_FOR_WINNER), hasWinnerToPick)),
      overdueCount: countWhere(and(eq(phase, "overdue"), hasWinnerToPick)),
    })
    .from(contests)
    .where(isOwn);
  const { contestCount, openedCount, ...figures } = counts!;
  const open = figures.openCount > 0 ? await listOpen(db, isOwn, phase) : [];
  const zone = caller.timeZone ?? "UTC";
  const firstDay = dayOf(now, zone) - JOIN_DAYS + 1;
  const ids = open.map(({ _id }) => _id);
  const joins = ids.length > 0 ? await joinsByDayQuery(db, ids, startOfDay(firstDay - 1), zone) : [];
  const dates = contestCount > 0 ? await listDates(db, isOwn, phase) : [];
  return {
    ...figures,
    hasContest: contestCount > 0,
    hasOpened: openedCount > 0,
    // Only new creators see whether they have a draft.
    hasDraft: openedCount === 0 && (await draftsRepository(db, caller.id).count()) > 0,
    since: dateOf(firstDay),
    openContests: open.map((contest) => ({
      ...contest,
      deadline: contest.deadline.toISOString(),
      joins: Array.from(
        { length: JOIN_DAYS },
        (_, index) =>
          joins.find(({ contestId, day }) => contestId === contest._id && day === firstDay + index)?.joined ?? 0,
      ),
    })),
    dates: dates.map(toDate),
    dateCount: dates[0]?.all ?? 0,
  };
};
