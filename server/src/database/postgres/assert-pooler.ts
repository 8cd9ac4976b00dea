import { randomUUID } from "node:crypto";
import type pg from "pg";
import { withClient } from "./open-pool";
import { DatabaseUnusable } from "./unusable-database";

const TIMEOUT_MS = 5_000;
const UNKNOWN_STATEMENT = "26000";

/**
 * Throws if prepared statements get lost. The second client takes the server connection that the first one has just
 * prepared its statement on, so a pooler must run the statement on another one.
 */
export async function assertPreparedStatements(connectionString: string): Promise<void> {
  const config = { connectionString, application_name: "conquest", query_timeout: TIMEOUT_MS };
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
