import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../../database/database";
import { STAGE } from "../../database/stages";

/** What has pages of its own in the sitemap: contests, with those of their winners, and creators. */
export type Listed = "contest" | "creator";

/** So many of a kind that follow one another by their keys. */
export interface Stretch {
  listed: Listed;
  /** The key that comes before the first; "" where it is the first of all. */
  after: string;
  /** The key of the last; null where it is the last of all, and those that are added later belong to it. */
  until: string | null;
  /** When something of it changed last. */
  changed: string;
  count: number;
  /** How many of them have a winner. */
  won: number;
}

interface Row {
  /** In the address of its page. */
  key: string;
  changed: string;
  /** When its winner was picked. */
  won: string | null;
}

/** As sitemaps write it. */
const instant = (column: SQL) => sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The stage is that of a contest that everyone may see: see visibleTo. */
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

/** All public things of a kind in stretches of at most `size`. */
export async function readStretches(db: Database, listed: Listed, size: number): Promise<Stretch[]> {
  const { rows } = await db.execute<{ until: string; changed: string; count: number; won: number }>(sql`
    select max(key) as until, ${instant(sql`max(changed)`)} as changed, count(*)::int as count, count(won)::int as won
    from (select key, changed, won, (row_number() over (order by key) - 1) / ${sql.raw(String(size))} as place from (${ROWS[listed]}) listed) placed
    group by place order by place`);
  return rows.map(({ until, ...rest }, index) => ({ listed, after: rows[index - 1]?.until ?? "", until: index === rows.length - 1 ? null : until, ...rest }));
}

/** The public things of a stretch as they are now, at most `most`. */
export async function readRows(db: Database, { listed, after, until }: Stretch, most: number): Promise<Row[]> {
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select key, ${instant(sql`changed`)} as changed, ${instant(sql`won`)} as won from (${ROWS[listed]}) listed
    where key > ${after} ${until === null ? sql`` : sql`and key <= ${until}`} order by key limit ${most}`);
  return rows;
}

/** When each live release of these parts was made. */
export async function readReleaseDates(db: Database, versions: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const { rows } = await db.execute<{ part: string; made: string }>(sql`
    select release.part, ${instant(sql`release.created_at`)} as made from releases release
    join jsonb_each_text(${JSON.stringify(versions)}::jsonb) live on live.key = release.part and live.value = release.version`);
  return Object.fromEntries(rows.map(({ part, made }) => [part, made]));
}
