import { sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { epochMs } from "./epoch-ms";

interface PersonColumns {
  id: AnyPgColumn;
  requestedAt: AnyPgColumn;
  createdAt: AnyPgColumn;
}

/** Open requests first, the longest waiting at the top; then the newest people. */
export const requestsFirst = ({ id, requestedAt, createdAt }: PersonColumns): [SQL, SQL, SQL] => [
  sql`(case when ${requestedAt} is null then 1 else 0 end)`,
  sql`(case when ${requestedAt} is null then -${epochMs(createdAt)} else ${epochMs(requestedAt)} end)`,
  sql`${id}`,
];

/** The longest here first; backwards, the newest. */
export const byJoining = ({ id, createdAt }: Pick<PersonColumns, "id" | "createdAt">): [SQL, SQL] => [
  sql`(${epochMs(createdAt)})`,
  sql`${id}`,
];
