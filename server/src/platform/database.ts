import { createHash } from "node:crypto";
import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { DrizzleQueryError, type Assume } from "drizzle-orm";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import pg from "pg";

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
  // An idle connection that breaks is replaced at the next query; unheard, its error would end the process.
  pool.on("error", () => undefined);
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

/**
 * Two processes on one embedded database would destroy it. A socket is held rather than a file with a process id:
 * it goes with the process, however that ends.
 */
async function lockFolder(dataDir: string): Promise<Server> {
  mkdirSync(dataDir, { recursive: true });
  const name = `conquest-${createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 24)}`;
  const address = process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  const lock = (await listen(address)) ?? ((await isAnswered(address)) ? null : await listenAnew(address));
  if (!lock) throw new Error(`Another server is already using the database in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`);
  return lock.unref();
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
    server.listen(address, () => resolve(server));
  });
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** A process that was killed leaves its socket's file behind. */
function listenAnew(address: string): Promise<Server | null> {
  rmSync(address, { force: true });
  return listen(address);
}

const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";

const isViolation = (error: unknown, code: string, constraint?: string): boolean => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  const { code: found, constraint: name } = (cause ?? {}) as { code?: string; constraint?: string };
  return found === code && (constraint === undefined || name === constraint);
};

/** Whether a write failed because such a row exists already (of this unique index or constraint, when named). */
export const isUniqueViolation = (error: unknown, constraint?: string) => isViolation(error, UNIQUE_VIOLATION, constraint);

/** Whether a write failed because other rows rely on this one, or it relies on one that is gone. */
export const isForeignKeyViolation = (error: unknown, constraint?: string) => isViolation(error, FOREIGN_KEY_VIOLATION, constraint);
