import { and, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** Sort key in UTC, because an expression that depends on the session's time zone cannot be indexed. */
export const epochMs = (instant: SQL | SQL.Aliased | { getSQL(): SQL }) =>
  sql`(extract(epoch from ${instant} at time zone 'UTC') * 1000)::bigint`;

/** Sort keys for newest first; `number` orders rows of the same instant. Must match the index expressions. */
export const newestFirst = ({ at, number }: { at: { getSQL(): SQL }; number: { getSQL(): SQL } }): [SQL, SQL] => [
  sql`(-${epochMs(at)})`,
  sql`(-${number})`,
];

export interface Period {
  since?: string | undefined;
  until?: string | undefined;
}

/** From `since`, before `until`. Compares the first key of {@link newestFirst}, so that index scans start and stop there. */
export const inPeriod = (newest: SQL, { since, until }: Period): SQL | undefined =>
  and(
    since === undefined ? undefined : sql`${newest} <= ${-Date.parse(since)}::bigint`,
    until === undefined ? undefined : sql`${newest} > ${-Date.parse(until)}::bigint`,
  );

/** Day in UTC, counted from 1970. Must match the index expression. */
export const utcDay = (instant: { getSQL(): SQL }): SQL<number> =>
  sql<number>`floor(extract(epoch from ${instant} at time zone 'UTC') / 86400)::int`;

/** Sort key: 0 while pending, 1 once done. Must match the index expressions. */
export const pendingFirst = (doneAt: AnyPgColumn): SQL<number> =>
  sql<number>`(case when ${doneAt} is null then 0 else 1 end)`;

interface PersonColumns {
  id: AnyPgColumn;
  requestedAt: AnyPgColumn;
  createdAt: AnyPgColumn;
}

/** Open requests first, longest waiting on top; then the newest users. */
export const requestsFirst = ({ id, requestedAt, createdAt }: PersonColumns): [SQL, SQL, SQL] => [
  sql`(case when ${requestedAt} is null then 1 else 0 end)`,
  sql`(case when ${requestedAt} is null then -${epochMs(createdAt)} else ${epochMs(requestedAt)} end)`,
  sql`${id}`,
];

export const byJoining = ({ id, createdAt }: Pick<PersonColumns, "id" | "createdAt">): [SQL, SQL] => [
  sql`(${epochMs(createdAt)})`,
  sql`${id}`,
];
