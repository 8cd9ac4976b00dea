import { resolve } from "node:path";
import { ConfigError, environment, parse, type Environment, type Settings } from "./settings";

export type StorageConfig =
  | { kind: "memory" }
  | { kind: "folder"; folder: string }
  | {
      kind: "bucket";
      bucket: string;
      endpoint: string | undefined;
      region: string;
      credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
    };

export const folderOrMemory = (setting: string) => (setting === "memory" ? undefined : resolve(setting));

export interface DatabaseConfig {
  url: string | undefined;
  directUrl: string | undefined;
  dataDir: string | undefined;
  poolSize: number;
  preparesStatements: boolean;
  readUrls: readonly string[];
  maxReplicaLagMs: number;
}

export const databaseConfigOf = (settings: Settings): DatabaseConfig => ({
  url: settings.DATABASE_URL,
  directUrl: settings.DATABASE_DIRECT_URL,
  dataDir: folderOrMemory(settings.DATA_DIR),
  poolSize: settings.DATABASE_POOL_SIZE,
  preparesStatements: settings.DATABASE_PREPARED_STATEMENTS,
  readUrls: settings.DATABASE_READ_URLS,
  maxReplicaLagMs: settings.DATABASE_MAX_REPLICA_LAG_MS,
});

const FILES_SETTINGS = {
  DATA_DIR: true,
  FILES_DIR: true,
  FILES_BUCKET: true,
  FILES_ENDPOINT: true,
  FILES_REGION: true,
  FILES_ACCESS_KEY_ID: true,
  FILES_SECRET_ACCESS_KEY: true,
} as const;
type FilesSettings = Pick<Settings, keyof typeof FILES_SETTINGS>;

/** Places files next to the embedded database by default, and in memory if the database is. */
export function storageConfigOf(settings: FilesSettings): StorageConfig {
  const {
    FILES_BUCKET: bucket,
    FILES_ENDPOINT: endpoint,
    FILES_REGION: region,
    FILES_ACCESS_KEY_ID: accessKeyId,
    FILES_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings;
  if (bucket)
    return {
      kind: "bucket",
      bucket,
      endpoint,
      region,
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    };
  const folder = folderOrMemory(
    settings.FILES_DIR ?? (settings.DATA_DIR === "memory" ? "memory" : `${settings.DATA_DIR}-files`),
  );
  return folder === undefined ? { kind: "memory" } : { kind: "folder", folder };
}

export function contradictionsIn({
  FILES_DIR,
  FILES_BUCKET,
  FILES_ENDPOINT,
  FILES_ACCESS_KEY_ID,
  FILES_SECRET_ACCESS_KEY,
}: FilesSettings): string[] {
  const ofBucket = Object.entries({ FILES_ENDPOINT, FILES_ACCESS_KEY_ID, FILES_SECRET_ACCESS_KEY }).filter(
    ([, value]) => value !== undefined && !FILES_BUCKET,
  );
  return [
    ...ofBucket.map(([name]) => `${name} belongs to a bucket: set FILES_BUCKET too.`),
    ...(FILES_DIR && FILES_BUCKET
      ? ["FILES_DIR and FILES_BUCKET cannot both be set: files are stored in one place."]
      : []),
    ...(!FILES_ACCESS_KEY_ID !== !FILES_SECRET_ACCESS_KEY
      ? ["FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY must be set together."]
      : []),
  ];
}

interface CommandDatabase {
  url: string | undefined;
  directUrl: string | undefined;
  /** Only compared with the direct address. */
  poolerUrl: string | undefined;
  dataDir: string | undefined;
}

/**
 * The database for commands: the direct address, because they use sessions and long statements. Throws instead of using
 * a default, which could differ from the servers' database.
 */
export function readDatabaseConfig(env: Environment): CommandDatabase {
  if (!env["DATABASE_URL"] && !env["DATA_DIR"])
    throw new ConfigError("DATABASE_URL or DATA_DIR is required, with the same value as on the servers.");
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = parse(
    environment.pick({ DATABASE_URL: true, DATABASE_DIRECT_URL: true, DATA_DIR: true }),
    env,
  );
  if (DATABASE_DIRECT_URL && !DATABASE_URL) throw new ConfigError(DIRECT_WITHOUT_POOL);
  return {
    url: DATABASE_DIRECT_URL ?? DATABASE_URL,
    directUrl: DATABASE_DIRECT_URL,
    poolerUrl: DATABASE_DIRECT_URL && DATABASE_URL,
    dataDir: folderOrMemory(DATA_DIR),
  };
}

export const REPLICAS_WITHOUT_PRIMARY =
  "DATABASE_READ_URLS belongs to PostgreSQL: set DATABASE_URL to the primary too. The embedded database has no replicas.";

export const DIRECT_WITHOUT_POOL = "DATABASE_DIRECT_URL belongs to a pooler: set DATABASE_URL to its address too.";

/** Throws if the storage could differ from the servers'. */
export function readStorageConfig(env: Environment): StorageConfig {
  const settings = parse(environment.pick({ DATABASE_URL: true, ...FILES_SETTINGS }), env);
  const problems = contradictionsIn(settings);
  if (settings.DATABASE_URL && !settings.FILES_DIR && !settings.FILES_BUCKET)
    problems.push("FILES_DIR or FILES_BUCKET is required with DATABASE_URL, with the same value as on the servers.");
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
  return storageConfigOf(settings);
}
