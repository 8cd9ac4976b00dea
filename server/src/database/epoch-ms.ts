import { sql, type SQL } from "drizzle-orm";

/** Milliseconds since 1970, as a sort key. Said in UTC, or its answer would depend on the session and no index could hold it. */
export const epochMs = (instant: SQL | SQL.Aliased | { getSQL(): SQL }) =>
  sql`(extract(epoch from ${instant} at time zone 'UTC') * 1000)::bigint`;

/** Sort keys of a list whose newest comes first, and of one instant what was written last. As an index holds them. */
export const newestFirst = ({ at, number }: { at: { getSQL(): SQL }; number: { getSQL(): SQL } }): [SQL, SQL] => [
  sql`(-${epochMs(at)})`,
  sql`(-${number})`,
];

/** The day in UTC, counted from 1970. As an index holds it. */
export const utcDay = (instant: { getSQL(): SQL }): SQL<number> =>
  sql<number>`floor(extract(epoch from ${instant} at time zone 'UTC') / 86400)::int`;
