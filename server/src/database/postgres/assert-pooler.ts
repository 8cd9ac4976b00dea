import { randomInt, randomUUID } from "node:crypto";
import type pg from "pg";
import { withClient } from "./open-pool";
import { DatabaseUnusable, usingAddress } from "./unusable-database";

const TIMEOUT_MS = 5_000;
const UNKNOWN_STATEMENT = "26000";
const READ_ONLY = "25006";

const configOf = (connectionString: string) => ({
  connectionString,
  application_name: "conquest",
  query_timeout: TIMEOUT_MS,
});

/** In servers that start together, each takes another lock of this class. */
const COMPARISON_LOCK = 7_226_004;

const FIND_LOCK = `
  select pg_is_in_recovery() as "isStandby", exists (
    select from pg_locks
    where locktype = 'advisory' and classid = $1::int and objid = $2::int and granted
      and database = (select oid from pg_database where datname = current_database())
  ) as "isSame"`;

/** Throws if the addresses lead to different databases: a lock that one session holds must be visible to the other. */
export async function assertSameDatabase({ url, directUrl }: { url: string; directUrl: string }): Promise<void> {
  const lock = [COMPARISON_LOCK, randomInt(2 ** 31)];
  const compare = async (direct: pg.Client) => {
    await direct.query("begin");
    await direct.query("select pg_advisory_xact_lock($1::int, $2::int)", lock);
    const { isStandby, isSame } = await usingAddress("DATABASE_URL", findLock(url, lock));
    // Fails if the session has ended, as the lock would not have been visible either.
    await direct.query("commit");
    if (isSame) return;
    if (isStandby) throw Object.assign(new Error("DATABASE_URL leads to a standby server."), { code: READ_ONLY });
    throw new DatabaseUnusable(DIFFERENT_DATABASES);
  };
  await usingAddress("DATABASE_DIRECT_URL", withClient(configOf(directUrl), compare));
}

async function findLock(url: string, lock: number[]): Promise<{ isStandby: boolean; isSame: boolean }> {
  const find = (client: pg.Client) => client.query<{ isStandby: boolean; isSame: boolean }>(FIND_LOCK, lock);
  const { rows } = await withClient(configOf(url), find);
  return rows[0]!;
}

const DIFFERENT_DATABASES =
  "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Both must lead to the same one: DATABASE_URL through the pooler, DATABASE_DIRECT_URL directly.";

/**
 * Throws if prepared statements get lost. The second client takes the server connection that the first one has just
 * prepared its statement on, so a pooler must run the statement on another one.
 */
export async function assertPreparedStatements(connectionString: string): Promise<void> {
  const config = configOf(connectionString);
  const prepared = { name: `conquest_${randomUUID()}`, text: "select 1" };
  await withClient(config, (first) =>
    withClient(config, async (second) => {
      await first.query(prepared);
      await second.query("begin");
      await first.query(prepared).catch((error: pg.DatabaseError) => {
        throw error.code === UNKNOWN_STATEMENT ? new DatabaseUnusable(NO_PREPARED_STATEMENTS) : error;
      });
      await second.query("rollback");
    }),
  );
}

const NO_PREPARED_STATEMENTS =
  "The pooler of DATABASE_URL loses prepared statements. Use PgBouncer 1.21 or newer and set max_prepared_statements = 500 in its configuration, or set DATABASE_PREPARED_STATEMENTS=off.";

/** PgBouncer in statement mode cannot run transactions. */
export function throwIfStatementMode(error: Error): never {
  if (error.message.includes("not allowed in statement pooling mode")) throw new DatabaseUnusable(STATEMENT_MODE);
  throw error;
}

const STATEMENT_MODE =
  "The pooler of DATABASE_URL assigns connections by statement, so it cannot run transactions. Set pool_mode = transaction in its configuration.";
