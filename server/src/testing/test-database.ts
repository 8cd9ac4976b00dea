import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import type { Database } from "../database/database";
import { openDatabase, type OpenDatabase } from "../database/open-database";
import { EXTENSIONS, PreparingPGlite } from "../database/preparing-pglite";
import { createDatabase, dropDatabase } from "./postgres-databases";
import { startPostgres } from "./start-postgres";

/**
 * Rows are deleted, which takes a few milliseconds where truncating every table and its indexes takes ten times that; what many
 * rows leave behind is truncated besides. As a replica does it no trigger or key is asked.
 */
const EMPTYING = `do $$
declare
  each record;
  gone bigint;
  many text[] := '{}';
begin
  perform set_config('session_replication_role', 'replica', true);
  for each in select format('%I', tablename) as name from pg_tables where schemaname = 'public' loop
    execute 'delete from ' || each.name;
    get diagnostics gone = row_count;
    if gone > 1000 then many := many || each.name; end if;
  end loop;
  if many <> '{}' then execute 'truncate ' || array_to_string(many, ', ') || ' cascade'; end if;
  perform setval(format('%I', sequencename)::regclass, start_value, false) from pg_sequences where schemaname = 'public' and last_value is not null;
end $$`;

/** Forgets everything that was stored, registry and releases included. */
export async function empty(db: Database): Promise<void> {
  await db.execute(sql.raw(EMPTYING));
}

/** By table, what refuses every change of what is written there. */
const GUARDS = { ledger_entries: "ledger_entries_only_added", audit_entries: "audit_entries_only_added" };

/** Does to the ledger and the audit trail what the database refuses: whoever owns a table can. */
export const withoutGuard = (db: Database, act: (tx: Database) => Promise<unknown>): Promise<void> =>
  db.transaction(async (tx) => {
    const set = async (state: "disable" | "enable") => {
      for (const [table, trigger] of Object.entries(GUARDS))
        await tx.execute(sql.raw(`alter table ${table} ${state} trigger ${trigger}`));
    };
    await set("disable");
    await act(tx);
    await set("enable");
  });

/**
 * A migrated, empty database for one test file: embedded in memory, or a new one on PostgreSQL where the test needs that
 * or TEST_DATABASE_URL asks for it.
 */
export async function openTestDatabase(needsPostgres: boolean): Promise<OpenDatabase> {
  const given = process.env["TEST_DATABASE_URL"] ?? (needsPostgres ? process.env["TEST_POSTGRES_URL"] : undefined);
  if (given) return openFreshDatabase(given);
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

/** Loading takes a third of the time that making and migrating one does. */
async function openSnapshot(file: string): Promise<OpenDatabase> {
  const client = new PreparingPGlite({ extensions: EXTENSIONS, loadDataDir: new Blob([await readFile(file)]) });
  await client.waitReady;
  return {
    db: drizzle({ client }) as unknown as Database,
    migrate: async () => undefined,
    close: () => client.close(),
  };
}

/** Test files run side by side, so each gets a database of its own on the given server. */
async function openFreshDatabase(serverUrl: string): Promise<OpenDatabase> {
  const { name, url } = await createDatabase(serverUrl, process.env["TEST_DATABASE_TEMPLATE"]);
  const database = await openDatabase({ url });
  return {
    ...database,
    async close() {
      await database.close();
      await dropDatabase(serverUrl, name);
    },
  };
}
