import { and, lt, ne, sql } from "drizzle-orm";
import { users } from "../schema/people";
import { writePositions } from "../schema/operation";
import type { Database } from "../database";

/** The row of this id applies to everyone: the table is empty after a crash and on a new primary. */
const FLOOR = "";

/** Much longer than a replica in use may be behind. */
const RETENTION = sql`interval '1 hour'`;

export const recordWritePosition = (db: Database, userId: string): Promise<unknown> =>
  db.execute(sql`
    insert into ${writePositions} (user_id, position, at) values (${userId}, pg_current_wal_flush_lsn(), now())
    on conflict (user_id) do update set position = greatest(excluded.position, ${writePositions.position}), at = excluded.at`);

/** Covers all earlier writes, whose positions may be lost. */
export const recordFloor = (db: Database): Promise<unknown> =>
  db.execute(sql`
    insert into ${writePositions} (user_id, position, at) values (${FLOOR}, pg_current_wal_flush_lsn(), now()) on conflict do nothing`);

export const forgetWritePositions = (db: Database): Promise<unknown> =>
  db
    .delete(writePositions)
    .where(and(ne(writePositions.userId, FLOOR), lt(writePositions.at, sql`now() - ${RETENTION}`)));

/** In bytes, for the user of each row; null if positions may have been lost. */
export const writtenToOfUser = sql<string | null>`(
  select case when bool_or(user_id = ${sql.raw(`'${FLOOR}'`)}) then (max(position) - '0/0')::text end
  from ${writePositions} where user_id in (${sql.raw(`'${FLOOR}'`)}, ${users.id}))`;
