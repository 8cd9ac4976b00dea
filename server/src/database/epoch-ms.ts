import { sql, type SQL } from "drizzle-orm";

/** Milliseconds since 1970, as a sort key. Said in UTC, or its answer would depend on the session and no index could hold it. */
export const epochMs = (instant: SQL | SQL.Aliased | { getSQL(): SQL }) => sql`(extract(epoch from ${instant} at time zone 'UTC') * 1000)::bigint`;
