import { sql } from "drizzle-orm";
import type { OVERVIEW_PERIODS, SiteDay, SiteOverview } from "@conquest/shared/contracts/overview";
import type { Database } from "../../database/database";
import { contests } from "../../database/schema/contests";
import { users } from "../../database/schema/people";
import { reportCases } from "../../database/schema/reports";
import { participations } from "../../database/schema/taking-part";
import { epochMs, pendingFirst, utcDay } from "../../database/sort-keys";
import { STAGE } from "../../database/stages";
import type { Deps } from "../../platform/deps";
import { countFromTally } from "../contest-lists/domain/contest-counts";
import { dateOf, dayOf, startOfDay } from "../progress/domain/time-buckets";

const DEFAULT_DAYS = 30;
const DAYS: Record<(typeof OVERVIEW_PERIODS)[number], number> = { "90d": 90 };

type DayRow = Omit<SiteDay, "day"> & { day: number };

/** Each table is read once, by its index on time. */
const listDays = async (db: Database, since: Date): Promise<DayRow[]> => {
  const from = sql`${since.toISOString()}::timestamptz`;
  const { rows } = await db.execute<Record<keyof DayRow, number | string>>(sql`
    select day, sum(joins) as joins, sum(registrations) as registrations, sum(collected) as collected, sum(refunded) as refunded from (
      select ${utcDay(participations.paidAt)} as day, count(*) as joins, 0 as registrations, sum(amount) as collected, 0 as refunded
        from ${participations} where ${participations.paidAt} >= ${from} group by 1
      union all
      select ${utcDay(participations.refundedAt)}, 0, 0, 0, sum(amount)
        from ${participations} where state = 'refunded' and ${participations.refundedAt} >= ${from} group by 1
      union all
      select ${utcDay(users.createdAt)}, 0, count(*), 0, 0 from ${users} where ${users.createdAt} >= ${from} group by 1
    ) happened group by day`);
  return rows.map(({ day, joins, registrations, collected, refunded }) => ({
    day: Number(day),
    joins: Number(joins),
    registrations: Number(registrations),
    collected: Number(collected),
    refunded: Number(refunded),
  }));
};

/** Time never ends this stage, so the stored stage is exact. The order matches the index on creation. */
const oldestInReview = sql<number | null>`(
  select ${epochMs(contests.createdAt)}::float8 from ${contests} where ${contests.stage} = ${sql.raw(String(STAGE.in_review))}
  order by (-${epochMs(contests.createdAt)}) desc, ${contests.id} desc limit 1)`;

export const readSiteOverview = async (
  { db, clock }: Pick<Deps, "db" | "clock">,
  period: (typeof OVERVIEW_PERIODS)[number] | undefined,
): Promise<SiteOverview> => {
  const now = clock.now();
  const length = period === undefined ? DEFAULT_DAYS : DAYS[period];
  const firstDay = dayOf(now) - length + 1;
  const found = new Map((await listDays(db, startOfDay(firstDay))).map((row) => [row.day, row]));
  const [counts] = await db
    .select({
      inReviewCount: countFromTally({ sees: "all", filter: { phase: "in_review" }, now }),
      overdueWinnerCount: countFromTally({ sees: "all", filter: { phase: "overdue" }, now }),
      openReportCount: db.$count(reportCases, sql`${pendingFirst(reportCases.endedAt)} = 0`),
      oldestInReview,
    })
    .from(sql`(select) one`);
  const { oldestInReview: oldest, ...others } = counts!;
  return {
    ...others,
    oldestInReviewAt: oldest === null ? null : new Date(oldest).toISOString(),
    days: Array.from({ length }, (_, index) => {
      const { joins = 0, registrations = 0, collected = 0, refunded = 0 } = found.get(firstDay + index) ?? {};
      return { day: dateOf(firstDay + index), joins, registrations, collected, refunded };
    }),
  };
};
