import { readFile } from "node:fs/promises";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { knownMigrations, migrationsFolder, MIGRATIONS_TABLE } from "../known-migrations";

/** Signature of a backup of rows, which every version of PostgreSQL can read, unlike a copy of database files. */
const SIGNATURE = Buffer.from("conquest rows 1\n");

interface Table {
  name: string;
  columns: string[];
  bytes: number;
}

interface Head {
  steps: number[];
  tables: Table[];
  sequences: { name: string; value: string }[];
}

export const isPortable = (content: Buffer): boolean => content.subarray(0, SIGNATURE.length).equals(SIGNATURE);

const TABLES = `select format('%I.%I', table_schema, table_name) as name,
  (select array_agg(quote_ident(column_name) order by ordinal_position) from information_schema.columns c
    where c.table_schema = t.table_schema and c.table_name = t.table_name and c.is_generated = 'NEVER') as columns
  from information_schema.tables t where table_schema in ('public', 'drizzle') and table_type = 'BASE TABLE' order by 1`;
const SEQUENCES = `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences where last_value is not null`;

export async function writeRows(client: PGlite): Promise<Buffer> {
  const { rows: steps } = await client.query<{ at: number }>(MIGRATIONS_TABLE);
  const { rows: sequences } = await client.query<Head["sequences"][number]>(SEQUENCES);
  const { rows: tables } = await client.query<Omit<Table, "bytes">>(TABLES);
  const written: Table[] = [];
  const contents: Buffer[] = [];
  for (const { name, columns } of tables) {
    const { blob } = await client.query(`copy ${name} (${columns.join(", ")}) to '/dev/blob'`);
    const content = blob ? Buffer.from(await blob.arrayBuffer()) : Buffer.alloc(0);
    contents.push(content);
    written.push({ name, columns, bytes: content.length });
  }
  const head: Head = { steps: steps.map(({ at }) => at), tables: written, sequences };
  return Buffer.concat([SIGNATURE, Buffer.from(`${JSON.stringify(head)}\n`), ...contents]);
}

const headOf = (content: Buffer) => {
  const end = content.indexOf("\n", SIGNATURE.length);
  return { head: JSON.parse(content.subarray(SIGNATURE.length, end).toString("utf8")) as Head, start: end + 1 };
};

export const stepsOf = (content: Buffer): number[] => headOf(content).head.steps;

/** Restores rows with the backup's migrations; a server applies later migrations when it starts. */
export async function readRows(client: PGlite, content: Buffer): Promise<void> {
  const {
    head: { steps, tables, sequences },
    start,
  } = headOf(content);
  if (start + tables.reduce((sum, { bytes }) => sum + bytes, 0) !== content.length)
    throw new Error("It is incomplete.");
  const applied = new Set(steps);
  for (const { tag, when } of await knownMigrations()) {
    if (applied.has(when)) await client.exec(await readFile(path.join(migrationsFolder, `${tag}.sql`), "utf8"));
  }
  await client.exec(
    `create schema if not exists drizzle; create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
  // Skips triggers and foreign keys, which already ran when these rows were first written.
  await client.exec("set session_replication_role = replica");
  await client.exec(`truncate ${tables.map(({ name }) => name).join(", ")}`);
  let at = start;
  for (const { name, columns, bytes } of tables) {
    if (bytes > 0)
      await client.query(`copy ${name} (${columns.join(", ")}) from '/dev/blob'`, [], {
        blob: new Blob([content.subarray(at, at + bytes)]),
      });
    at += bytes;
  }
  for (const { name, value } of sequences) await client.query("select setval($1::regclass, $2::bigint)", [name, value]);
  await client.exec("set session_replication_role = origin");
}
