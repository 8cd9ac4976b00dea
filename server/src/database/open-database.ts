import { sql } from "drizzle-orm";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import pg from "pg";
import type { Database } from "./database";
import { assertOpenable, cannotOpenError, startFolder } from "./embedded-folder";
import { lockFolder } from "./folder-lock";
import { migrationsFolder, readMigrationStatus } from "./known-migrations";
import { openPool, poolTransactions, withClient } from "./postgres/open-pool";
import { assertUtf8, assertVersion } from "./postgres/unusable-database";
import { EXTENSIONS, PreparingPGlite } from "./preparing-pglite";

export interface OpenDatabase {
  db: Database;
  /** Applies pending migrations atomically; several servers may start together. */
  migrate(listener?: MigrationListener): Promise<void>;
  close(): Promise<void>;
}

export interface MigrationListener {
  steps?(steps: string[]): void;
  waiting?(): void;
  newer?(count: number): void;
}

/** PostgreSQL at `url`; otherwise the embedded database in the folder `dataDir`, or in memory without one. */
export interface DatabaseLocation {
  url?: string | undefined;
  dataDir?: string | undefined;
  isBackgroundWork?: boolean | undefined;
  /** Folder of the migrations; the server's own if not given. */
  migrations?: string | undefined;
}

export async function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  const { url, dataDir, isBackgroundWork = false, migrations = migrationsFolder } = location;
  return url ? openPostgres(url, isBackgroundWork, migrations) : openEmbedded(dataDir, migrations);
}

const MIGRATION_LOCK = 7_226_001;

/** Delay before waiting for another server's migration is reported. */
const LOCK_TIMEOUT = "10s";

async function lockMigrations(client: pg.Client, { waiting }: MigrationListener): Promise<void> {
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
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
  await client.query("reset lock_timeout");
}

const LOCK_NOT_AVAILABLE = "55P03";

async function reportMigrations(db: Database, folder: string, { steps: onSteps, newer: onNewer }: MigrationListener) {
  const { taken, missing, newerCount } = await readMigrationStatus(db, folder);
  if (taken.length > 0 && missing.length > 0) onSteps?.(missing);
  if (newerCount > 0) onNewer?.(newerCount);
}

export function poolOf(db: Database): Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount"> | null {
  const { $client: client } = db as Database & { $client?: unknown };
  return client instanceof pg.Pool ? client : null;
}

const TIMEOUTS = {
  statement_timeout: 15_000,
  // Applies if data was received in between, or other connections respond.
  query_timeout: 20_000,
  idle_in_transaction_session_timeout: 30_000,
};

async function openPostgres(url: string, isPatient: boolean, migrations: string): Promise<OpenDatabase> {
  const pool = openPool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    ...(!isPatient && TIMEOUTS),
    application_name: "conquest",
    // JIT compilation takes longer than running list queries. In other date styles, days would be parsed as months.
    onConnect: async (client) => void (await client.query("set jit = off; set datestyle = iso")),
  });
  const db = drizzlePg({ client: pool }) as unknown as Database;
  db.transaction = poolTransactions(pool);
  return {
    db,
    // A separate connection without timeouts, as migrations may take minutes.
    migrate: (listener = {}) =>
      withClient({ connectionString: url, application_name: "conquest migrations" }, async (client) => {
        await assertVersion(client);
        await assertUtf8(client);
        await lockMigrations(client, listener);
        const migrationDb = drizzlePg({ client });
        await reportMigrations(migrationDb as unknown as Database, migrations, listener);
        await migratePg(migrationDb, { migrationsFolder: migrations });
      }),
    close: () => pool.end(),
  };
}

/** PGlite has no autovacuum and scans tables without statistics. Unchanged tables are skipped: large ones take long. */
async function analyzeChanged(db: Database): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select oid::regclass::text as name
    from (select oid, reltuples, relpages, pg_relation_size(oid) / current_setting('block_size')::int as pages
          from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) tables
    where reltuples < 0 or pages not between 0.8 * relpages and 1.2 * relpages`);
  for (const { name } of rows) await db.execute(sql`analyze ${sql.raw(name)}`);
}

async function openEmbedded(dataDir: string | undefined, migrations: string): Promise<OpenDatabase> {
  // Before the lock, which creates the folder.
  if (dataDir !== undefined) assertOpenable(dataDir);
  const lock = dataDir === undefined ? null : await lockFolder(dataDir);
  const endOfStart = dataDir === undefined ? undefined : startFolder(dataDir);
  const client = new PreparingPGlite({ extensions: EXTENSIONS, ...(dataDir !== undefined && { dataDir }) });
  await client.waitReady.catch((error: unknown) => {
    lock?.close();
    throw cannotOpenError(dataDir, error);
  });
  endOfStart?.();
  const db = drizzlePglite({ client });
  return {
    db: db as unknown as Database,
    async migrate(listener = {}) {
      await reportMigrations(db as unknown as Database, migrations, listener);
      await migratePglite(db, { migrationsFolder: migrations });
      await analyzeChanged(db as unknown as Database);
    },
    async close() {
      await client.close();
      lock?.close();
    },
  };
}
