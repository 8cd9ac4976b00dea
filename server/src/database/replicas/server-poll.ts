import pg from "pg";

export interface ServerReport {
  /** Names the cluster and the database in it. */
  identity: string;
  /** Changes with each start of the server. */
  startedAt: string;
  isStandby: boolean;
  /** Each promotion begins another one; null on standbys. */
  timeline: string | null;
  /** WAL position in bytes: replayed by a standby, or on the disk of a primary. */
  position: bigint;
}

/** The text of a time would depend on settings of the connection. */
const START_TIME = "extract(epoch from pg_postmaster_start_time())::text";

/** A replayed position may go back only if the server starts again. */
export const STARTED_AT = `select ${START_TIME} as started`;

const REPORT = `
  select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as identity,
    ${START_TIME} as "startedAt", pg_is_in_recovery() as "isStandby",
    case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) end as timeline,
    (case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn(), '0/0') else pg_current_wal_flush_lsn() end - '0/0')::text
      as position`;

export const REPLICA_REPORT = `${REPORT} from pg_control_system()`;

/** Fails on a standby, which rejects unlogged tables. */
export const PRIMARY_REPORT = `${REPORT}, exists (select from write_positions where user_id = '') as "hasFloor" from pg_control_system()`;

const TIMEOUT_MS = 1_000;

export type Poll<Row> = { ask(): Promise<ServerReport & Row>; close(): void };

/** Asks over one connection, which is replaced after a failure, so an answer takes a second at most. */
export function openPoll<Row = object>(connectionString: string, text: string): Poll<Row> {
  let current: { client: pg.Client; connected: Promise<unknown> } | undefined;
  let isClosed = false;

  function connect() {
    if (isClosed) throw new Error("The poll is closed.");
    const client = new pg.Client({
      connectionString,
      application_name: "conquest replicas",
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    // The running query fails by itself; an unhandled "error" event would end the process.
    client.on("error", () => undefined);
    return { client, connected: client.connect() };
  }

  return {
    async ask() {
      const opening = (current ??= connect());
      try {
        await opening.connected;
        const { rows } = await opening.client.query({ name: "report", text });
        const row = rows[0] as ServerReport & Row & { position: string };
        return { ...row, position: BigInt(row.position) };
      } catch (error) {
        if (current === opening) current = undefined;
        opening.client.connection.stream.destroy();
        throw error;
      }
    },
    close() {
      isClosed = true;
      // A frozen server would not confirm the end.
      current?.client.connection.stream.destroy();
    },
  };
}
