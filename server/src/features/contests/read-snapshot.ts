import { sql } from "drizzle-orm";
import { contests } from "../../database/schema/contests";
import type { DataSnapshot } from "../../platform/http/data-snapshot";
import type { Deps } from "../../platform/deps";
import { JUDGING_DAYS } from "./domain/phase";

/** Returns the database snapshot id and the time at which a contest next changes its phase by time alone. */
export const readSnapshot =
  ({ db, clock }: Pick<Deps, "db" | "clock">) =>
  async (): Promise<DataSnapshot> => {
    const now = clock.now();
    const next = (days: number) => sql`
      (select ${contests.deadline} + make_interval(days => ${sql.raw(String(days))}) as at from ${contests}
      where ${contests.deadline} > ${sql.param(now, contests.deadline)}::timestamptz - make_interval(days => ${sql.raw(String(days))})
      order by ${contests.deadline} limit 1)`;
    const { rows } = await db.execute<{ snapshot: string; at: number | null }>(
      sql`select pg_current_snapshot()::text as snapshot, (extract(epoch from min(at)) * 1000)::float8 as at from (${next(0)} union all ${next(JUDGING_DAYS)}) as changes`,
    );
    const { snapshot, at } = rows[0]!;
    return { snapshot, endsAt: at ?? Infinity };
  };
