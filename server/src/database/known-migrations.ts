import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { serverFolder } from "../config/folders";
import type { Database } from "./database";

export const migrationsFolder = path.join(serverFolder, "migrations");

/** Selects the timestamps that identify the applied migrations. */
export const MIGRATIONS_TABLE = "select created_at::float8 as at from drizzle.__drizzle_migrations order by 1";

export async function knownMigrations(folder = migrationsFolder): Promise<{ tag: string; when: number }[]> {
  const { entries } = JSON.parse(await readFile(path.join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  return entries;
}

/** Returns how many applied migrations only a newer version knows. */
export async function countUnknownMigrations(taken: readonly number[]): Promise<number> {
  const last = (await knownMigrations()).at(-1)!.when;
  return taken.filter((at) => at > last).length;
}

interface MigrationStatus {
  /** Timestamps of the applied migrations, in order; none if the database is unused. */
  taken: number[];
  /** Names of the known migrations that are not applied. */
  missing: string[];
  newerCount: number;
}

export async function readMigrationStatus(db: Database, folder?: string): Promise<MigrationStatus> {
  const { rows } = await db.execute<{ isUsed: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "isUsed"`,
  );
  const taken = rows[0]!.isUsed
    ? (await db.execute<{ at: number }>(sql.raw(MIGRATIONS_TABLE))).rows.map(({ at }) => at)
    : [];
  const last = taken.at(-1) ?? -Infinity;
  const known = await knownMigrations(folder);
  if (taken.length > 0 && last < known[0]!.when)
    throw new Error(
      "This database was created by a version from before the first release, which cannot be upgraded. Start with an empty database.",
    );
  const missing = known.filter(({ when }) => when > last).map(({ tag }) => tag);
  return { taken, missing, newerCount: await countUnknownMigrations(taken) };
}

export class DatabaseOutdated extends Error {
  override name = "DatabaseOutdated";
}

/** Throws if migrations are missing, instead of applying them to a database that may be named by mistake. */
export async function assertUpToDate(
  db: Database,
  { newer, folder }: { newer: (count: number) => void; folder?: string },
): Promise<void> {
  const { taken, missing, newerCount } = await readMigrationStatus(db, folder);
  if (taken.length === 0)
    throw new DatabaseOutdated(
      "This database does not contain the site's tables. Is DATABASE_URL or DATA_DIR the one that the server uses? npm run migrate -w @conquest/server creates the tables, and so does a server when it starts, unless MIGRATE_AT_START is off.",
    );
  if (missing.length > 0)
    throw new DatabaseOutdated(
      `This database has an older version: it lacks ${missing.length === 1 ? "a migration" : `${missing.length} migrations`}. Run npm run migrate -w @conquest/server of this version to update it.`,
    );
  if (newerCount > 0) newer(newerCount);
}
