import { sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { epochMs } from "./epoch-ms";

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
