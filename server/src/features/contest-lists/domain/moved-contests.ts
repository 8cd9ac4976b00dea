import { and, eq, gt, sql, type SQL } from "drizzle-orm";
import { epochMs } from "../../../database/sort-keys";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { participations } from "../../../database/schema/taking-part";
import { decodeCursor } from "../../../platform/lists/keyset-page";

/** Older cursors get the current order: the changes since could affect most contests. */
const MAX_VISIT_MS = 60 * 60 * 1_000;

/** Contests whose participant count or deadline changed since the first page of a visit, with the earlier values. */
export interface Moved {
  ids: string;
  /** Sort keys of a row of `contests`, at the time of the first page. */
  participantCount: SQL;
  deadlineMs: SQL;
}

type Earlier = Record<string, { count: number; deadline: number }>;

/** Returns the contests that moved between the first page of a visit and this cursor's; undefined on the first page, or if none did. */
export async function findMovedSince(db: Database, cursor: string | undefined, now: Date): Promise<Moved | undefined> {
  const at = decodeCursor(cursor)?.at;
  if (!at || now.getTime() - at.getTime() > MAX_VISIT_MS) return undefined;
  const since = (
    column: typeof participations.paidAt | typeof participations.refundedAt | typeof contests.extendedAt,
  ) => gt(column, at);
  const { rows } = await db.execute<{ id: string; count: number; deadline: number }>(sql`
    select ${contests.id} as id, (${contests.participantCount} - coalesce(sum(change), 0))::int as count,
      (case when ${since(contests.extendedAt)} then ${epochMs(contests.extendedFrom)} else ${epochMs(contests.deadline)} end)::float8 as deadline
    from (
      select ${participations.contestId} as contest_id, case when ${eq(participations.state, "paid")} then 1 else 0 end as change from ${participations} where ${since(participations.paidAt)}
      union all
      select ${participations.contestId}, -1 from ${participations} where ${and(eq(participations.state, "refunded"), since(participations.refundedAt), sql`${participations.paidAt} <= ${sql.param(at, participations.paidAt)}`)}
      union all
      select ${contests.id}, 0 from ${contests} where ${since(contests.extendedAt)}
    ) changes join ${contests} on ${contests.id} = changes.contest_id group by ${contests.id}`);
  if (rows.length === 0) return undefined;
  const then = JSON.stringify(
    Object.fromEntries(rows.map(({ id, count, deadline }) => [id, { count, deadline }])) satisfies Earlier,
  );
  const earlier = (key: keyof Earlier[string]) =>
    sql`(${then}::jsonb -> ${contests.id} ->> ${sql.raw(`'${key}'`)})::bigint`;
  return {
    ids: rows.map(({ id }) => id).join(" "),
    participantCount: sql`coalesce(${earlier("count")}, ${contests.participantCount})`,
    deadlineMs: sql`coalesce(${earlier("deadline")}, ${epochMs(contests.deadline)})`,
  };
}

export const hasMoved = ({ ids }: Moved, id: SQL): SQL => sql`${id} = any(string_to_array(${ids}, ' '))`;
