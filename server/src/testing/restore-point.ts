import { sql } from "drizzle-orm";
import type { Database } from "../database/database";
import { emptyDatabase } from "./test-database";

/** Copies all rows except generated columns, which PostgreSQL recomputes. */
const SAVE_SQL = `do $$
declare
  each text;
  columns text;
  sequence record;
begin
  drop schema if exists restore_point cascade;
  create schema restore_point;
  create table restore_point.putting_back (id serial, statement text);
  for each in select tablename from pg_tables where schemaname = 'public' loop
    execute format('create table restore_point.%I as table public.%I', each, each);
    execute format('select count(*) from (select 1 from restore_point.%I limit 1) any_row', each) into columns;
    continue when columns = '0';
    select string_agg(format('%I', column_name), ', ') into columns from information_schema.columns
      where table_schema = 'public' and table_name = each and is_generated = 'NEVER';
    insert into restore_point.putting_back (statement) values
      (format('insert into public.%1$I (%2$s) overriding system value select %2$s from restore_point.%1$I', each, columns));
  end loop;
  for sequence in select * from pg_sequences where schemaname = 'public' and last_value is not null loop
    insert into restore_point.putting_back (statement) values (format('select setval(%L, %s)', format('public.%I', sequence.sequencename), sequence.last_value));
  end loop;
end $$`;

const RESTORE_SQL = `do $$
declare
  each text;
begin
  perform set_config('session_replication_role', 'replica', true);
  for each in select statement from restore_point.putting_back order by id loop
    execute each;
  end loop;
end $$`;

/** Saves the database and returns a function that restores it, about ten times faster than recreating the data. */
export async function restorePoint(db: Database): Promise<() => Promise<void>> {
  await db.execute(sql.raw(SAVE_SQL));
  return async () => {
    await emptyDatabase(db);
    await db.execute(sql.raw(RESTORE_SQL));
  };
}
