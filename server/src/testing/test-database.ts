import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import type { Database } from "../database/database";
import { ONLY_SERVER } from "../database/job-locks";
import { openDatabase, type DatabaseLocation, type OpenDatabase } from "../database/open-database";
import { EXTENSIONS, PreparingPGlite } from "../database/preparing-pglite";
import { PRIMARY_ONLY } from "../database/replicas/read-replicas";
import { createDatabase, dropDatabase } from "./postgres-databases";
import { poolerPreparesStatements } from "./start-pgbouncer";
import { startPostgres } from "./start-postgres";

/**
 * Deletes rows, which is ten times faster than truncating; only tables with many rows are truncated, and those that
 * never had a row are skipped. The replica role skips triggers and foreign keys.
 */
const EMPTY_SQL = `do $$
declare
  each record;
  gone bigint;
  many text[] := '{}';
begin
  perform set_config('session_replication_role', 'replica', true);
  for each in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0 loop
    execute 'delete from ' || each.name;
    get diagnostics gone = row_count;
    if gone > 1000 then many := many || each.name::text; end if;
  end loop;
  if many <> '{}' then execute 'truncate ' || array_to_string(many, ', ') || ' cascade'; end if;
  perform setval(format('%I', sequencename)::regclass, start_value, false) from pg_sequences where schemaname = 'public' and last_value is not null;
end $$`;

export async function emptyDatabase(db: Database): Promise<void> {
  await db.execute(sql.raw(EMPTY_SQL));
}

const APPEND_ONLY_TRIGGERS = { ledger_entries: "ledger_entries_only_added", audit_entries: "audit_entries_only_added" };

/** Bypasses the append-only triggers of the ledger and the audit log, as a table owner can. */
export const withoutAppendOnlyTriggers = (db: Database, work: (tx: Database) => Promise<unknown>): Promise<void> =>
  db.transaction(async (tx) => {
    const set = async (state: "disable" | "enable") => {
      for (const [table, trigger] of Object.entries(APPEND_ONLY_TRIGGERS))
        await tx.execute(sql.raw(`alter table ${table} ${state} trigger ${trigger}`));
    };
    await set("disable");
    await work(tx);
    await set("enable");
  });

/**
 * Opens a migrated, empty database for one test file: PGlite in memory, or PostgreSQL if the test needs it or
 * TEST_DATABASE_URL is set.
 */
export async function openTestDatabase(needsPostgres: boolean): Promise<OpenDatabase> {
  const serverUrl = process.env["TEST_DATABASE_URL"] ?? (needsPostgres ? process.env["TEST_POSTGRES_URL"] : undefined);
  if (serverUrl) return openFreshDatabase(serverUrl);
  if (!needsPostgres) return openSnapshot(process.env["TEST_DATABASE_SNAPSHOT"]!);
  const postgres = await startPostgres();
  const database = await openDatabase({ url: postgres.url });
  await database.migrate();
  return {
    ...database,
    async close() {
      await database.close();
      await postgres.stop();
    },
  };
}

/** Loading a snapshot takes a third of the time of creating and migrating a database. */
async function openSnapshot(file: string): Promise<OpenDatabase> {
  const client = new PreparingPGlite({ extensions: EXTENSIONS, loadDataDir: new Blob([await readFile(file)]) });
  await client.waitReady;
  return {
    db: drizzle({ client }) as unknown as Database,
    migrate: async () => undefined,
    assertConnections: async () => undefined,
    jobLocks: ONLY_SERVER,
    replicas: PRIMARY_ONLY,
    close: () => client.close(),
  };
}

/** The database, through the pooler if TEST_POOLER_URL names one. */
function locationOf(name: string, directUrl: string): DatabaseLocation {
  const pooler = process.env["TEST_POOLER_URL"];
  if (!pooler) return { url: directUrl };
  const url = new URL(pooler);
  url.pathname = `/${name}`;
  return { url: url.toString(), directUrl, preparesStatements: poolerPreparesStatements() };
}

/** Test files run in parallel, so each gets its own database on the given server. */
async function openFreshDatabase(serverUrl: string): Promise<OpenDatabase> {
  const { name, url } = await createDatabase(serverUrl, process.env["TEST_DATABASE_TEMPLATE"]);
  const database = await openDatabase(locationOf(name, url));
  await database.assertConnections();
  return {
    ...database,
    async close() {
      await database.close();
      await dropDatabase(serverUrl, name);
    },
  };
}
