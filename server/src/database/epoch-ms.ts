import { sql, type SQL } from "drizzle-orm";

/** Sort key in UTC, because an expression that depends on the session's time zone cannot be indexed. */
export const epochMs = (instant: SQL | SQL.Aliased | { getSQL(): SQL }) =>
  sql`(extract(epoch from ${instant} at time zone 'UTC') * 1000)::bigint`;

/** Sort keys for newest first; `number` orders rows of the same instant. Must match the index expressions. */
export const newestFirst = ({ at, number }: { at: { getSQL(): SQL }; number: { getSQL(): SQL } }): [SQL, SQL] => [
  sql`(-${epochMs(at)})`,
  sql`(-${number})`,
];

/** Day in UTC, counted from 1970. Must match the index expression. */
export const utcDay = (instant: { getSQL(): SQL }): SQL<number> =>
  sql<number>`floor(extract(epoch from ${instant} at time zone 'UTC') / 86400)::int`;
