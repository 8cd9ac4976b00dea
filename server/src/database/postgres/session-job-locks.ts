import type pg from "pg";
import type { JobLocks } from "../job-locks";
import { PreparingClient } from "./open-pool";
import { usingAddress, type AddressSetting } from "./unusable-database";

/** First key of the locks; the second one is the hash of the job's name. */
const LOCK_CLASS = 7_226_002;

/**
 * Otherwise, locks of a frozen server, or of one whose machine vanished, would last for hours. Versions and sockets
 * without these settings ignore them.
 */
const SESSION_LIMITS = {
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "3",
  idle_session_timeout: "180000",
};

interface Session {
  client: pg.Client;
  held: Set<string>;
}

/** Holds the locks in one session of its own, because a pooler gives sessions away and a transaction would block one. */
export function openSessionJobLocks(connectionString: string, setting: AddressSetting): JobLocks {
  let current: Promise<Session> | undefined;

  function openSession(): Promise<Session> {
    const client: pg.Client = new PreparingClient({
      connectionString,
      application_name: "conquest jobs",
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    const opening = usingAddress(setting, connect(client));
    const forget = () => {
      if (current === opening) current = undefined;
    };
    client.on("error", forget).on("end", forget);
    opening.catch(forget);
    return opening;
  }

  return {
    async acquire(job) {
      const { client, held } = await (current ??= openSession());
      if (held.has(job)) return true;
      const { rows } = await client.query<{ isLocked: boolean }>(
        `select pg_try_advisory_lock(${LOCK_CLASS}, hashtext($1)) as "isLocked"`,
        [job],
      );
      if (rows[0]!.isLocked) held.add(job);
      return rows[0]!.isLocked;
    },
    async release(job) {
      const session = await current?.catch(() => undefined);
      if (!session?.held.delete(job)) return;
      // A connection that fails here has lost its locks too.
      await session.client
        .query(`select pg_advisory_unlock(${LOCK_CLASS}, hashtext($1))`, [job])
        .catch(() => undefined);
    },
    async close() {
      const session = await current?.catch(() => undefined);
      await session?.client.end().catch(() => undefined);
    },
  };
}

async function connect(client: pg.Client): Promise<Session> {
  await client.connect();
  await client.query(
    "select set_config(name, value, false) from json_each_text($1) as limits (name, value) join pg_settings using (name)",
    [JSON.stringify(SESSION_LIMITS)],
  );
  return { client, held: new Set() };
}
