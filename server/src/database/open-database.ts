import { sql } from "drizzle-orm";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import pg from "pg";
import type { Database } from "./database";
import { assertOpenable, cannotOpen } from "./embedded-folder";
import { lockFolder } from "./folder-lock";
import { migrationsFolder, standOf } from "./known-migrations";
import { openPool } from "./postgres/open-pool";
import { poolTransactions } from "./postgres/pool-transactions";
import { assertUtf8, assertVersion } from "./postgres/unusable-database";
import { EXTENSIONS, PreparingPGlite } from "./preparing-pglite";

export interface OpenDatabase {
  db: Database;
  /**
   * Brings the schema up to date: all of it or nothing, safe when several servers start together. A database that holds something
   * may take minutes for that, or wait for a server that does: `listener` hears of it.
   */
  migrate(listener?: MigrationListener): Promise<void>;
  close(): Promise<void>;
}

export interface MigrationListener {
  /** These are taken now. */
  steps?(steps: string[]): void;
  /** Another server takes them, and has for a while. */
  waiting?(): void;
  /** A newer version has taken this many that this one does not know. They stay. */
  newer?(count: number): void;
}

/** PostgreSQL at `url`; else the embedded database in the folder `dataDir`, or in memory without one. */
export interface DatabasePlace {
  url?: string | undefined;
  dataDir?: string | undefined;
  /** For work that nobody waits for: its statements may take as long as they do. */
  isPatient?: boolean | undefined;
}

export async function openDatabase(place: DatabasePlace): Promise<OpenDatabase> {
  return place.url ? openPostgres(place.url, place.isPatient ?? false) : openEmbedded(place.dataDir);
}

/** Any number that all servers agree on. */
const MIGRATION_LOCK = 7_226_001;

/** How long is waited for a server that migrates, before that is said. */
const LOCK_PATIENCE = "10s";

async function lockMigrations(client: pg.Client, { waiting }: MigrationListener): Promise<void> {
  await client.query(`set lock_timeout = '${LOCK_PATIENCE}'`);
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

async function tellSteps(db: Database, { steps: say, newer: sayNewer }: MigrationListener): Promise<void> {
  const { taken, missing, newerCount } = await standOf(db);
  if (taken.length > 0 && missing.length > 0) say?.(missing);
  if (newerCount > 0) sayNewer?.(newerCount);
}

/** The connections of a PostgreSQL database; null of the embedded one, which has none. */
export function poolOf(db: Database): Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount"> | null {
  const { $client: client } = db as Database & { $client?: unknown };
  return client instanceof pg.Pool ? client : null;
}

/** Of somebody who waits for an answer, in milliseconds. */
const PATIENCE = {
  statement_timeout: 15_000,
  // Where it was heard of in between, or others are.
  query_timeout: 20_000,
  idle_in_transaction_session_timeout: 30_000,
};

async function openPostgres(url: string, isPatient: boolean): Promise<OpenDatabase> {
  const pool = openPool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    ...(!isPatient && PATIENCE),
    application_name: "conquest",
    // A list's statement looks costly to the planner, which then compiles it: that takes longer than answering it. Whoever made the
    // database may have chosen another form of dates, in which a day would be read as a month.
    onConnect: async (client) => void (await client.query("set jit = off; set datestyle = iso")),
  });
  const db = drizzlePg({ client: pool }) as unknown as Database;
  db.transaction = poolTransactions(pool);
  return {
    db,
    async migrate(listener = {}) {
      // Of its own: steps may take minutes.
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 10_000,
        application_name: "conquest migrations",
      });
      // The statement under way fails by itself; unheard, this would end the process.
      client.on("error", () => undefined);
      await client.connect();
      try {
        await assertVersion(client);
        await assertUtf8(client);
        await lockMigrations(client, listener);
        const alone = drizzlePg({ client });
        await tellSteps(alone as unknown as Database, listener);
        await migratePg(alone, { migrationsFolder });
      } finally {
        // And with the connection the lock.
        await client.end();
      }
    },
    close: () => pool.end(),
  };
}

/**
 * Nobody else tells the embedded database what its tables hold; without that it reads them where an index would do. Those whose
 * size is about what it was are left out: a large one takes longer than all else at a start.
 */
async function analyzeChanged(db: Database): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select oid::regclass::text as name
    from (select oid, reltuples, relpages, pg_relation_size(oid) / current_setting('block_size')::int as pages
          from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) tables
    where reltuples < 0 or pages not between 0.8 * relpages and 1.2 * relpages`);
  for (const { name } of rows) await db.execute(sql`analyze ${sql.raw(name)}`);
}

async function openEmbedded(dataDir: string | undefined): Promise<OpenDatabase> {
  // Before the lock, which creates the folder.
  if (dataDir !== undefined) assertOpenable(dataDir);
  const lock = dataDir === undefined ? null : await lockFolder(dataDir);
  const client = new PreparingPGlite({ extensions: EXTENSIONS, ...(dataDir !== undefined && { dataDir }) });
  await client.waitReady.catch((error: unknown) => {
    lock?.close();
    throw cannotOpen(dataDir, error);
  });
  const db = drizzlePglite({ client });
  return {
    db: db as unknown as Database,
    async migrate(listener = {}) {
      await tellSteps(db as unknown as Database, listener);
      await migratePglite(db, { migrationsFolder });
      await analyzeChanged(db as unknown as Database);
    },
    async close() {
      await client.close();
      lock?.close();
    },
  };
}
