import { sql } from "drizzle-orm";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import pg from "pg";
import type { Database } from "./database";
import { assertOpenable, cannotOpenError, startFolder } from "./embedded-folder";
import { lockFolder } from "./folder-lock";
import { ONLY_SERVER, type JobLocks } from "./job-locks";
import { migrationsFolder } from "./known-migrations";
import { assertPreparedStatements, assertSameDatabase, throwIfStatementMode } from "./postgres/assert-pooler";
import { migratePostgres } from "./postgres/migrate-postgres";
import { openPool, poolTransactions } from "./postgres/open-pool";
import { openSessionJobLocks } from "./postgres/session-job-locks";
import {
  assertRoleSettings,
  assertStartupTimeouts,
  NO_TIMEOUTS,
  SET_AT_CONNECT,
  STARTUP_TIMEOUTS,
  storeRoleSettings,
} from "./postgres/session-settings";
import { usingAddress } from "./postgres/unusable-database";
import { EXTENSIONS, PreparingPGlite } from "./preparing-pglite";
import { assertReplicas } from "./replicas/assert-replicas";
import { nameOfReplica, openReadReplicas } from "./replicas/open-read-replicas";
import { PRIMARY_ONLY, type ReadReplicas, type ReplicaListener } from "./replicas/read-replicas";
import { codeOrMessageOf } from "./replicas/replica-failures";
import { reportMigrations } from "./report-migrations";

export interface OpenDatabase {
  db: Database;
  /** Applies pending migrations atomically; several servers may start together. */
  migrate(listener?: MigrationListener): Promise<void>;
  /**
   * Throws DatabaseUnusable if a pooler in between would drop settings or prepared statements, or if a replica has
   * another database. Replicas are used from then on.
   */
  assertConnections(): Promise<void>;
  jobLocks: JobLocks;
  replicas: ReadReplicas;
  close(): Promise<void>;
}

export interface MigrationListener {
  /** Called before the migrations run. */
  steps?(steps: string[], isNew: boolean): void;
  waiting?(): void;
  newer?(count: number): void;
}

/** PostgreSQL at `url`; otherwise the embedded database in the folder `dataDir`, or in memory without one. */
export interface DatabaseLocation {
  url?: string | undefined;
  /** The database itself, if `url` names a pooler that assigns connections by transaction. */
  directUrl?: string | undefined;
  poolSize?: number | undefined;
  preparesStatements?: boolean | undefined;
  /** Streaming replicas for reads. */
  readUrls?: readonly string[] | undefined;
  maxReplicaLagMs?: number | undefined;
  /** With the reason if the replica is unreachable. */
  onReplicaChange?: ReplicaListener | undefined;
  dataDir?: string | undefined;
  /** Has no timeouts, and bypasses the pooler. */
  isBackgroundWork?: boolean | undefined;
  /** Folder of the migrations; the server's own if not given. */
  migrations?: string | undefined;
}

export async function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  return location.url ? openPostgres(location.url, location) : openEmbedded(location);
}

export function poolOf(db: Database): Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount"> | null {
  const { $client: client } = db as Database & { $client?: unknown };
  return client instanceof pg.Pool ? client : null;
}

/** Applies if data was received in between, or other connections respond. */
const QUERY_TIMEOUT_MS = 20_000;
const DEFAULT_POOL_SIZE = 10;
const DEFAULT_MAX_REPLICA_LAG_MS = 1_000;

async function openPostgres(url: string, location: DatabaseLocation): Promise<OpenDatabase> {
  const { isBackgroundWork = false, preparesStatements = true, migrations: folder = migrationsFolder } = location;
  const { readUrls = [], onReplicaChange: onChange } = location;
  const directUrl = location.directUrl ?? url;
  const directSetting = location.directUrl === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  const isPooled = directUrl !== url && !isBackgroundWork;
  const options = {
    preparesStatements,
    max: location.poolSize ?? DEFAULT_POOL_SIZE,
    connectionTimeoutMillis: 5_000,
    application_name: "conquest",
    ...(!isBackgroundWork && { query_timeout: QUERY_TIMEOUT_MS }),
  };
  const pool = openPool({
    ...options,
    connectionString: isPooled ? url : directUrl,
    directUrl,
    // A pooler gives its connections to other clients, so they get these settings from the role instead.
    ...(!isBackgroundWork && !isPooled && STARTUP_TIMEOUTS),
    ...(!isPooled && {
      onConnect: async (client) => {
        if (isBackgroundWork) await client.query(NO_TIMEOUTS);
        await client.query(SET_AT_CONNECT);
      },
    }),
  });
  const db = drizzlePg({ client: pool }) as unknown as Database;
  db.transaction = poolTransactions(pool);
  const jobLocks = openSessionJobLocks(directUrl, directSetting);
  const replicas =
    readUrls.length === 0 || isBackgroundWork
      ? null
      : openReadReplicas(
          directUrl,
          { urls: readUrls, maxLagMs: location.maxReplicaLagMs ?? DEFAULT_MAX_REPLICA_LAG_MS, onChange },
          { ...options, ...STARTUP_TIMEOUTS },
        );
  replicas?.route(pool, db);
  async function assertConnections(): Promise<void> {
    await assertPrimary();
    if (!replicas) return;
    const named = readUrls.map((each, index) => ({
      name: nameOfReplica(each),
      url: each,
      pool: replicas.pools[index]!,
    }));
    await assertReplicas(directUrl, named, (name, error) => onChange?.(name, "unreachable", codeOrMessageOf(error)));
    replicas.start();
  }
  async function assertPrimary(): Promise<void> {
    if (isBackgroundWork) return;
    if (!isPooled) return assertStartupTimeouts(pool);
    await assertSameDatabase({ url, directUrl });
    await usingAddress(directSetting, storeRoleSettings({ url, directUrl }));
    await assertRoleSettings(pool).catch(throwIfStatementMode);
    if (preparesStatements) await assertPreparedStatements(url);
  }
  return {
    db,
    jobLocks,
    replicas: replicas ?? PRIMARY_ONLY,
    assertConnections,
    async migrate(listener = {}) {
      if (isPooled) await assertSameDatabase({ url, directUrl });
      else await assertPrimary();
      await usingAddress(directSetting, migratePostgres(directUrl, folder, listener));
    },
    async close() {
      await jobLocks.close();
      await replicas?.close();
      await pool.end();
    },
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

async function openEmbedded({ dataDir, migrations = migrationsFolder }: DatabaseLocation): Promise<OpenDatabase> {
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
    jobLocks: ONLY_SERVER,
    replicas: PRIMARY_ONLY,
    assertConnections: () => Promise.resolve(),
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
