import { and, eq, sql } from "drizzle-orm";
import type { Progress } from "@conquest/shared/contracts/progress";
import { participations } from "../../database/schema/taking-part";
import type { Deps } from "../../platform/deps";
import { orNotFound } from "../../platform/errors";
import type { Caller } from "../../platform/sessions/session";
import { contestsRepository } from "../contests/domain/contests-repository";
import { bucketByTime, type DayCounts, dayOfColumn } from "./time-buckets";

export const readProgress =
  ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  async (contestId: string, caller: Caller): Promise<Progress> => {
    const contest = orNotFound(
      await contestsRepository(db).findManaged(contestId, caller),
      "No such contest of yours.",
    );
    const { openedAt, deadline, cancelledAt, participantCount, entryCount, paidTotal } = contest;
    const refundedCount = cancelledAt
      ? await db.$count(
          participations,
          and(
            eq(participations.contestId, contestId),
            eq(participations.state, "refunded"),
            eq(participations.refundedAt, cancelledAt),
          ),
        )
      : 0;
    const sums = { participantCount, ...(cancelledAt && { refundedCount }), entryCount, paidTotal };
    if (!openedAt) return { unit: "day", steps: [], ...sums };
    // Refunds by a cancellation do not count as leaving.
    const { rows } = await db.execute<DayCounts & Record<string, unknown>>(sql`
      select day, sum(joined)::int as joined, sum("left")::int as "left", sum(entries)::int as entries from (
        select ${dayOfColumn(sql`paid_at`)} as day, 1 as joined, 0 as "left", 0 as entries from participations where contest_id = ${contestId}
        union all
        select ${dayOfColumn(sql`refunded_at`)}, 0, 1, 0 from participations
          where contest_id = ${contestId} and refunded_at < coalesce(${cancelledAt?.toISOString() ?? null}::timestamptz, 'infinity')
        union all
        select ${dayOfColumn(sql`created_at`)}, 0, 0, 1 from entries where contest_id = ${contestId}
      ) happened group by day`);
    const ends = [clock.now(), deadline, ...(cancelledAt ? [cancelledAt] : [])].map((instant) => instant.getTime());
    return { ...bucketByTime(rows, { since: openedAt, until: new Date(Math.min(...ends)) }), ...sums };
  };
