import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { openDatabase, type DatabaseLocation } from "@conquest/server/src/database/open-database";
import { startPostgres, type RunningPostgres } from "@conquest/server/src/testing/start-postgres";

export const DATABASES = ["postgres", "embedded"] as const;
export type DatabaseKind = (typeof DATABASES)[number];

export interface Databases {
  add(kind: DatabaseKind): Promise<DatabaseLocation>;
  /** The cluster of this run; null if only embedded databases are used. */
  postgres: RunningPostgres | null;
  close(): Promise<void>;
}

/** The settings recommended in `docs/operate.md`; durability stays on. */
const SETTINGS = ["max_wal_size=4GB", "shared_buffers=2GB"];

/** Opens temporary databases: a PostgreSQL cluster, if requested, and embedded databases in folders. */
export async function openDatabases(kinds: readonly DatabaseKind[]): Promise<Databases> {
  const postgres = kinds.includes("postgres") ? await startPostgres(SETTINGS) : null;
  const folders: string[] = [];
  let count = 0;
  return {
    postgres,
    async add(kind) {
      if (kind === "postgres") return addToCluster(postgres!.url, `bench_${(count += 1)}`);
      folders.push(await mkdtemp(path.join(tmpdir(), "conquest-bench-")));
      return { dataDir: path.join(folders.at(-1)!, "database") };
    },
    async close() {
      await postgres?.stop();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

async function addToCluster(clusterUrl: string, name: string): Promise<DatabaseLocation> {
  const cluster = await openDatabase({ url: clusterUrl });
  await cluster.db.execute(sql`create database ${sql.identifier(name)}`);
  await cluster.close();
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return { url: url.toString() };
}
