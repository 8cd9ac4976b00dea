import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Database } from "../database";
import { openPool, poolTransactions, type DestroyablePool, type PoolOptions } from "../postgres/open-pool";
import type { ReadReplicas, Reader, ReplicaListener } from "./read-replicas";
import { monitorReplicas } from "./monitor-replicas";
import { isReplicaFailure, isReplicaGone } from "./replica-failures";
import { trackReplicas } from "./replica-tracker";
import { SET_AT_CONNECT } from "../postgres/session-settings";
import { STARTED_AT } from "./server-poll";
import { recordWritePosition } from "./write-positions";

export interface ReplicaSettings {
  urls: readonly string[];
  /** A replica that may show an older state is not used. */
  maxLagMs: number;
  onChange?: ReplicaListener | undefined;
}

export interface OpenReplicas extends ReadReplicas {
  /** Makes statements of reads go to replicas. */
  route(pool: pg.Pool, db: Database): void;
  /** Begins to use replicas; the tables must exist. */
  start(): void;
  readonly pools: readonly pg.Pool[];
  close(): Promise<void>;
}

/** A frozen replica does not confirm the end of a connection. */
const CLOSE_TIMEOUT_MS = 1_000;

interface Replica {
  source: number;
  pool: DestroyablePool;
  transaction: Database["transaction"];
  name: string;
  answered: number;
  /** Rejections of the reads that are running. */
  running: Set<(error: Error) => void>;
}

class ReplicaLost extends Error {
  override name = "ReplicaLost";
  /** A connection failure, so that pools and callers treat it as temporary. */
  readonly code = "08006";
}

export const nameOfReplica = (url: string): string => {
  const { host, port } = new pg.Client({ connectionString: url });
  return `${host}:${port}`;
};

/** Opens pools for replicas of the primary at `primaryUrl`, which bypasses a pooler. */
export function openReadReplicas(
  primaryUrl: string,
  { urls, maxLagMs, onChange }: ReplicaSettings,
  options: Omit<PoolOptions, "connectionString" | "directUrl">,
): OpenReplicas {
  const tracker = trackReplicas(urls.length, maxLagMs);
  const replicas = urls.map((url, index) => openReplica(url, index));
  const current = new AsyncLocalStorage<Replica | undefined>();
  let primary: Database | undefined;
  let onPrimary = 0;
  let repeated = 0;
  let turn = 0;

  function openReplica(url: string, index: number): Replica {
    const pool = openPool({
      ...options,
      connectionString: url,
      onConnect: async (client) => {
        const results = (await client.query(`${SET_AT_CONNECT}; ${STARTED_AT}`)) as unknown as pg.QueryResult[];
        const { started } = results.at(-1)!.rows[0] as { started: string };
        // The known position is one of another run of the server.
        if (started !== (tracker.startedAt(index) ?? started)) throw new ReplicaLost("The replica was restarted.");
      },
    });
    return {
      source: index + 1,
      pool,
      transaction: poolTransactions(pool),
      name: nameOfReplica(url),
      answered: 0,
      running: new Set(),
    };
  }

  function lose({ source, running }: Replica): void {
    tracker.replicaLost(source - 1);
    for (const reject of running) reject(new ReplicaLost("The replica stopped responding."));
  }

  const monitor = monitorReplicas({
    primaryUrl,
    urls,
    tracker,
    database: () => primary,
    onLost: (index) => lose(replicas[index]!),
    onChange: (index, ...change) => onChange?.(replicas[index]!.name, ...change),
  });

  const isUsable = ({ source }: Replica, reader?: Reader) => tracker.isUsable(source - 1, performance.now(), reader);

  /** Visitors get the replica with the fewest reads; a user the same one each time, so that lists do not go back. */
  function choose(reader?: Reader): Replica | undefined {
    const first = reader ? hashOf(reader.userId) : (turn += 1);
    const inOrder = replicas.map((_, index) => replicas[(first + index) % replicas.length]!);
    const usable = inOrder.filter((replica) => isUsable(replica, reader));
    if (reader) return usable[0];
    return usable.reduce<Replica | undefined>(
      (best, each) => (best && best.running.size <= each.running.size ? best : each),
      undefined,
    );
  }

  /** Awaited within, because a query of Drizzle begins only then. */
  const within = <T>(replica: Replica | undefined, work: () => Promise<T>): Promise<T> =>
    current.run(replica, async () => await work());

  async function runOn<T>(replica: Replica, work: () => Promise<T>): Promise<T> {
    let stop: ((error: Error) => void) | undefined;
    const lost = new Promise<never>((_resolve, reject) => (stop = reject));
    replica.running.add(stop!);
    try {
      const result = await Promise.race([within(replica, work), lost]);
      replica.answered += 1;
      return result;
    } catch (error) {
      if (isReplicaGone(error)) lose(replica);
      if (!isReplicaFailure(error)) replica.answered += 1;
      throw error;
    } finally {
      replica.running.delete(stop!);
    }
  }

  function runOnPrimary<T>(work: () => Promise<T>): Promise<T> {
    onPrimary += 1;
    return within(undefined, work);
  }

  /** After a failover, connections to the primary come back later than its position. */
  async function runForVisitors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await runOnPrimary(work);
    } catch (error) {
      const other = replicas.find(({ source }) => tracker.hasAllKnown(source - 1, performance.now()));
      if (!other || !isReplicaFailure(error)) throw error;
      return runOn(other, work);
    }
  }

  return {
    isConfigured: true,
    pools: replicas.map(({ pool }) => pool),
    currentSource: () => current.getStore()?.source ?? 0,
    async read(work, reader) {
      const replica = choose(reader);
      const onOthers = () => (reader ? runOnPrimary(work) : runForVisitors(work));
      if (!replica) return onOthers();
      try {
        return await runOn(replica, work);
      } catch (error) {
        if (!isReplicaFailure(error)) throw error;
        repeated += 1;
        return onOthers();
      }
    },
    async readAt(source, work) {
      const replica = replicas[source - 1];
      if (!replica) return within(undefined, work);
      return isUsable(replica) ? runOn(replica, work) : null;
    },
    async recordWrite(userId) {
      await recordWritePosition(primary!, userId).catch(() =>
        // By then, every replica in use has the write.
        pause(maxLagMs + 100),
      );
    },
    status: () => ({
      onPrimary,
      repeated,
      replicas: replicas.map(({ name, answered }, index) => ({
        name,
        reads: answered,
        state: tracker.stateOf(index, performance.now()),
        lagSeconds: tracker.lagMs(index, performance.now()) / 1000,
      })),
    }),
    route(pool, db) {
      const { transaction } = db;
      const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
      pool.query = ((...args: unknown[]) => {
        const replica = current.getStore();
        return replica ? (replica.pool.query as typeof query)(...args) : query(...args);
      }) as typeof pool.query;
      db.transaction = (work, config) => (current.getStore()?.transaction ?? transaction)(work, config);
      primary = db;
    },
    start: () => monitor.start(),
    async close() {
      monitor.close();
      await Promise.race([Promise.all(replicas.map(({ pool }) => pool.end())), pause(CLOSE_TIMEOUT_MS)]);
      for (const { pool } of replicas) pool.destroyConnections();
    },
  };
}

const hashOf = (text: string) => [...text].reduce((hash, each) => (hash * 31 + each.codePointAt(0)!) >>> 0, 0);
