import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import type { Assume } from "drizzle-orm";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import pg from "pg";
import { lockFolder } from "./folder-lock";

interface RowsOf<Row> {
  rows: Row[];
}

/** What both drivers answer to a raw query. */
export interface Rows extends PgQueryResultHKT {
  readonly type: RowsOf<Assume<this["row"], Record<string, unknown>>>;
}

/** The database, or a transaction on it: embedded PGlite and PostgreSQL look the same from here. */
export type Database = PgDatabase<Rows>;

export interface OpenDatabase {
  db: Database;
  /** Brings the schema up to date; safe when several servers start together. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** PostgreSQL at `url`; else the embedded database in the folder `dataDir`, or in memory without one. */
export interface DatabasePlace {
  url?: string | undefined;
  dataDir?: string | undefined;
}

const migrationsFolder = fileURLToPath(new URL("../../migrations", import.meta.url));

export async function openDatabase(place: DatabasePlace): Promise<OpenDatabase> {
  return place.url ? openPostgres(place.url) : openEmbedded(place.dataDir);
}

/** Any number that all servers agree on. */
const MIGRATION_LOCK = 7_226_001;

async function openPostgres(url: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: "conquest",
  });
  // A connection that breaks is replaced at the next query; unheard, its error would end the process. The pool hears those
  // that are idle, this those that somebody is using.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return {
    db: drizzlePg({ client: pool }) as unknown as Database,
    async migrate() {
      const client = await pool.connect();
      try {
        await client.query("set statement_timeout = 0");
        await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
        await migratePg(drizzlePg({ client }), { migrationsFolder });
      } finally {
        // Ends the connection, and with it the lock and the setting.
        client.release(true);
      }
    },
    close: () => pool.end(),
  };
}

async function openEmbedded(dataDir: string | undefined): Promise<OpenDatabase> {
  const lock = dataDir === undefined ? null : await lockFolder(dataDir);
  const client = await PGlite.create(dataDir === undefined ? {} : { dataDir });
  const db = drizzlePglite({ client });
  return {
    db: db as unknown as Database,
    migrate: () => migratePglite(db, { migrationsFolder }),
    async close() {
      await client.close();
      lock?.close();
    },
  };
}
