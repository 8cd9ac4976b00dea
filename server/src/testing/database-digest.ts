import { sql } from "drizzle-orm";
import type { Database } from "../database/database";

/** Rejected requests still write the last activity and rate limit counts. */
const IGNORED_TABLES = new Set(["sessions", "counted_uses", "write_positions"]);

async function tablesOf(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  return rows.map(({ name }) => name);
}

export async function databaseDigest(db: Database): Promise<string> {
  const names = (await tablesOf(db)).filter((name) => !IGNORED_TABLES.has(name));
  const parts = names.map(
    (name) =>
      sql`select ${name}::text as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest from ${sql.identifier(name)} t`,
  );
  const { rows } = await db.execute<{ name: string; digest: string }>(sql.join(parts, sql` union all `));
  return rows
    .map(({ name, digest }) => `${name} ${digest}`)
    .sort()
    .join("\n");
}

/** Caches the digest while PostgreSQL's transaction count shows that nothing was written. */
export function repeatedDigest(db: Database): () => Promise<string> {
  let known: { written: string; digest: string } | undefined;
  return async () => {
    const { rows } = await db.execute<{ written: string }>(
      sql`select pg_snapshot_xmax(pg_current_snapshot())::text as written`,
    );
    const { written } = rows[0]!;
    if (known?.written !== written) known = { written, digest: await databaseDigest(db) };
    return known.digest;
  };
}
