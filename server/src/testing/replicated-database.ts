import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { openDatabase } from "../database/open-database";
import { startPostgres, startStandby, type RunningPostgres } from "./start-postgres";

export interface ReplicatedDatabase {
  primary: RunningPostgres;
  standbys: RunningPostgres[];
  readUrls: string[];
  stop(): Promise<void>;
}

/** Starts a primary with the tables, and a standby for each list of settings. */
export async function startReplicatedDatabase(standbySettings: readonly string[][]): Promise<ReplicatedDatabase> {
  const primary = await startPostgres();
  const database = await openDatabase({ url: primary.url });
  await database.migrate();
  await database.close();
  const standbys: RunningPostgres[] = [];
  for (const settings of standbySettings) standbys.push(await startStandby(primary, settings));
  return {
    primary,
    standbys,
    readUrls: standbys.map(({ url }) => url),
    async stop() {
      for (const each of [...standbys, primary]) await each.stop();
    },
  };
}

export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

export async function until(isTrue: () => unknown, what: string): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`Not within 20 seconds: ${what}`);
    await pause(10);
  }
}

export async function untilReplayed({ primary, standbys }: ReplicatedDatabase): Promise<void> {
  const [row] = await query<{ position: string }>(primary.url, "select pg_current_wal_flush_lsn() as position");
  for (const { url } of standbys)
    await until(
      async () =>
        (await query<{ is: boolean }>(url, `select pg_last_wal_replay_lsn() >= '${row!.position}' as is`))[0]!.is,
      "replayed",
    );
}
