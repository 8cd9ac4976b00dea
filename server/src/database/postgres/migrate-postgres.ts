import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import type { Database } from "../database";
import type { MigrationListener } from "../open-database";
import { reportMigrations } from "../report-migrations";
import { withClient } from "./open-pool";
import { NO_TIMEOUTS, throwIfPooler } from "./session-settings";
import { assertUtf8, assertVersion } from "./unusable-database";

const MIGRATION_LOCK = 7_226_001;

/** Delay before waiting for another server's migration is reported. */
const LOCK_TIMEOUT_MS = 10_000;
const LOCK_NOT_AVAILABLE = "55P03";

async function lockMigrations(client: pg.Client, { waiting }: MigrationListener): Promise<void> {
  for (let isLocked = false; !isLocked;) {
    isLocked = await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]).then(
      () => true,
      (error: pg.DatabaseError) => {
        if (error.code !== LOCK_NOT_AVAILABLE) throw error;
        return false;
      },
    );
    if (!isLocked) waiting?.();
  }
  await client.query("set lock_timeout = 0");
}

/** Uses a connection of its own without timeouts, because migrations may take minutes. */
export async function migratePostgres(connectionString: string, folder: string, listener: MigrationListener) {
  const config = { connectionString, application_name: "conquest migrations", lock_timeout: LOCK_TIMEOUT_MS };
  await withClient(config, async (client) => {
    await client.query(NO_TIMEOUTS);
    await assertVersion(client);
    await assertUtf8(client);
    await lockMigrations(client, listener);
    const db = drizzle({ client });
    await reportMigrations(db as unknown as Database, folder, listener);
    await migrate(db, { migrationsFolder: folder });
  }).catch(throwIfPooler);
}
