import { and, eq, gt, sql, type SQL } from "drizzle-orm";
import { epochMs } from "../../../database/epoch-ms";
import type { Database } from "../../../database/database";
import { contests } from "../../../database/schema/contests";
import { participations } from "../../../database/schema/taking-part";
import { placeFrom } from "../../../platform/lists/read-page";

/** An older visit is read as things are now: what has changed since may be most of the site. */
const LONGEST_VISIT_MS = 60 * 60 * 1_000;

/** Contests whose participants or deadline changed since a visit read its first page, as they were then. */
export interface Moved {
  /** Joined by spaces. */
  ids: string;
  /** Sort keys of a row of `contests`, by what it was then. */
  participantCount: SQL;
  deadlineMs: SQL;
}

type Then = Record<string, { count: number; deadline: number }>;

/** What has moved between the first page of a visit and the one that this cursor asks for. Undefined on the first page, and if nothing has. */
export async function movedSince(db: Database, cursor: string | undefined, now: Date): Promise<Moved | undefined> {
  const at = placeFrom(cursor)?.at;
  if (!at || now.getTime() - at.getTime() > LONGEST_VISIT_MS) return undefined;
  const since = (column: typeof participations.paidAt | typeof participations.refundedAt | typeof contests.extendedAt) => gt(column, at);
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
  const then = JSON.stringify(Object.fromEntries(rows.map(({ id, count, deadline }) => [id, { count, deadline }])) satisfies Then);
  const was = (key: keyof Then[string]) => sql`(${then}::jsonb -> ${contests.id} ->> ${sql.raw(`'${key}'`)})::bigint`;
  return {
    ids: rows.map(({ id }) => id).join(" "),
    participantCount: sql`coalesce(${was("count")}, ${contests.participantCount})`,
    deadlineMs: sql`coalesce(${was("deadline")}, ${epochMs(contests.deadline)})`,
  };
}

/** Condition: the row of this id is among them. */
export const hasMoved = ({ ids }: Moved, id: SQL): SQL => sql`${id} = any(string_to_array(${ids}, ' '))`;
