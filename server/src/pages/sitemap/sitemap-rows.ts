import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../../database/database";
import { STAGE } from "../../database/stages";

export type Listed = "contest" | "creator";

export interface SitemapRange {
  listed: Listed;
  /** The last key of the range before; "" in the first range. */
  after: string;
  /** The last key; null in the last range, which also covers records that are added later. */
  until: string | null;
  changed: string;
  count: number;
  won: number;
}

interface Row {
  key: string;
  changed: string;
  won: string | null;
}

const instant = (column: SQL) => sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Must match visibleTo for visitors. */
const isPublic = sql`contest.stage <= ${sql.raw(String(STAGE.completed))}`;

const ROWS: Record<Listed, SQL> = {
  contest: sql`select contest.id as key, contest.updated_at as changed, contest.winner_at as won from contests contest where ${isPublic}`,
  creator: sql`
    select creator.public_id as key, max(contest.updated_at) as changed, null::timestamptz as won
    from creator_records creator
    join users person on person.id = creator.creator_id and person.status = 'verified' and person.removed_at is null
    join contests contest on contest.creator_id = creator.creator_id and ${isPublic}
    group by creator.public_id`,
};

export async function readRanges(db: Database, listed: Listed, size: number): Promise<SitemapRange[]> {
  const { rows } = await db.execute<{ until: string; changed: string; count: number; won: number }>(sql`
    select max(key) as until, ${instant(sql`max(changed)`)} as changed, count(*)::int as count, count(won)::int as won
    from (select key, changed, won, (row_number() over (order by key) - 1) / ${sql.raw(String(size))} as place from (${ROWS[listed]}) listed) placed
    group by place order by place`);
  return rows.map(({ until, ...rest }, index) => ({
    listed,
    after: rows[index - 1]?.until ?? "",
    until: index === rows.length - 1 ? null : until,
    ...rest,
  }));
}

export async function readRows(db: Database, { listed, after, until }: SitemapRange, limit: number): Promise<Row[]> {
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select key, ${instant(sql`changed`)} as changed, ${instant(sql`won`)} as won from (${ROWS[listed]}) listed
    where key > ${after} ${until === null ? sql`` : sql`and key <= ${until}`} order by key limit ${limit}`);
  return rows;
}

export async function readReleaseDates(db: Database, versions: Readonly<Record<string, string>>) {
  const { rows } = await db.execute<{ part: string; made: string }>(sql`
    select release.part, ${instant(sql`release.created_at`)} as made from releases release
    join jsonb_each_text(${JSON.stringify(versions)}::jsonb) live on live.key = release.part and live.value = release.version`);
  return Object.fromEntries(rows.map(({ part, made }) => [part, made]));
}
