import type pg from "pg";
import { isTransientError } from "../transient-errors";
import { withClient } from "../postgres/open-pool";
import { assertStartupTimeouts } from "../postgres/session-settings";
import { DatabaseUnusable, usingAddress } from "../postgres/unusable-database";
import { codeOf } from "./replica-failures";
import { REPLICA_REPORT, type ServerReport } from "./server-poll";

interface Replica {
  name: string;
  url: string;
  pool: pg.Pool;
}

const TIMEOUT_MS = 5_000;

const readReport = async (client: Pick<pg.Client, "query">) =>
  (await client.query<Pick<ServerReport, "identity" | "isStandby">>(REPLICA_REPORT)).rows[0]!;

/** Throws DatabaseUnusable if an address leads elsewhere. Replicas that cannot be reached are checked before their use. */
export async function assertReplicas(
  primaryUrl: string,
  replicas: readonly Replica[],
  onUnreachable: (name: string, error: unknown) => void,
): Promise<void> {
  const primary = await withClient({ connectionString: primaryUrl, query_timeout: TIMEOUT_MS }, async (client) => {
    const { rows } = await client.query<{ value: string }>("select current_setting('synchronous_commit') as value");
    if (rows[0]!.value === "off") throw new DatabaseUnusable(NOT_FLUSHED);
    return readReport(client);
  });
  for (const { name, url, pool } of replicas) {
    const check = async () => {
      await assertStartupTimeouts(pool);
      const config = { connectionString: url, query_timeout: TIMEOUT_MS };
      const { identity } = await withClient(config, readReport);
      if (identity !== primary.identity) throw new DatabaseUnusable(differentDatabase(name));
    };
    await usingAddress("DATABASE_READ_URLS", check()).catch((error: unknown) => {
      if (REJECTED.test(codeOf(error) ?? "")) throw new DatabaseUnusable(rejected(name, error));
      if (!isTransientError(error)) throw error;
      onUnreachable(name, error);
    });
  }
}

/** 28: login, 3D000: the database is missing. */
const REJECTED = /^(28\w{3}|3D000)$/;

const rejected = (name: string, error: unknown) =>
  `DATABASE_READ_URLS must name a database, a role and its password, but ${name} rejects the connection: ${rootOf(error).message}.`;

const rootOf = (error: unknown): Error => {
  const { cause } = error as Error;
  return cause === undefined ? (error as Error) : rootOf(cause);
};

const differentDatabase = (name: string) =>
  `DATABASE_READ_URLS must name streaming replicas of the database of DATABASE_URL, but ${name} has another database.`;

const NOT_FLUSHED =
  "DATABASE_READ_URLS needs a primary with synchronous_commit, but it is off: users would not see what they have just written.";
