import type { Socket } from "node:net";
import pg from "pg";
import { statementNames } from "../statement-names";
import { currentTrace, traceparentOf, type TraceContext } from "../trace-context";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Database } from "../database";

const nameOf = statementNames();

interface PreparingConfig extends pg.ClientConfig {
  /** If false, statements have no names, for poolers that lose prepared statements. */
  preparesStatements?: boolean;
}

/** Prepares repeated statements; closes after a query timeout, as later queries would wait for that response. */
export class PreparingClient extends pg.Client {
  readonly #preparesStatements: boolean;
  #lastQuery = { at: performance.now(), bytesRead: 0 };

  constructor({ preparesStatements = true, ...config }: PreparingConfig = {}) {
    super(config);
    this.#preparesStatements = preparesStatements;
  }

  /** Time of the last query if no data was received since, by performance.now(); null otherwise. */
  get unansweredSince(): number | null {
    return this.#lastQuery.bytesRead === this.bytesRead ? this.#lastQuery.at : null;
  }

  get bytesRead(): number {
    return (this.connection.stream as Socket).bytesRead;
  }

  override query(...args: unknown[]): never {
    const [config, ...rest] = args;
    this.#lastQuery = { at: performance.now(), bytesRead: this.bytesRead };
    const isStatement = typeof config === "object" && config !== null && "text" in config && !("submit" in config);
    const { text, name = undefined } = (isStatement ? config : {}) as { text?: string; name?: string };
    const runQuery = super.query.bind(this) as (...args: unknown[]) => never;
    const trace = currentTrace.get();
    const result: unknown = text
      ? runQuery({ ...(config as object), ...this.#describe(text, name, trace) }, ...measured(rest, trace))
      : runQuery(...args);
    if (result instanceof Promise) {
      if (trace) void result.then(...ignoringResult(startTimer(trace)));
      result.catch((error: Error) => this.#endUnanswered(error));
    }
    return result as never;
  }

  /** A comment differs for each request, so a statement with one cannot be prepared. */
  #describe(text: string, name: string | undefined, trace: TraceContext | undefined) {
    if (trace) return { text: `${text} /*traceparent='${traceparentOf(trace)}'*/`, name: undefined };
    return { text, name: this.#preparesStatements ? (name ?? nameOf(text)) : undefined };
  }

  #endUnanswered({ message }: Error): void {
    if (message === "Query read timeout") this.connection.stream.destroy();
  }
}

function startTimer({ database }: TraceContext): () => void {
  const startedAt = performance.now();
  return () => {
    database.statements += 1;
    database.ms += performance.now() - startedAt;
  };
}

const ignoringResult = (work: () => void) => [work, work] as const;

/** Measures a query whose last argument is a callback. */
function measured(args: unknown[], trace: TraceContext | undefined): unknown[] {
  const callback = args.at(-1);
  if (!trace || typeof callback !== "function") return args;
  const end = startTimer(trace);
  return [
    ...args.slice(0, -1),
    (...results: unknown[]) => {
      end();
      return (callback as (...results: unknown[]) => unknown)(...results);
    },
  ];
}

/** After this time without data for a query, the pool probes whether the database responds at all. */
const PROBE_AFTER_MS = 2_000;
const PROBE_TIMEOUT_MS = 3_000;
const CHECK_INTERVAL_MS = 500;

class DatabaseSilentError extends Error {
  readonly code = "ETIMEDOUT";

  constructor() {
    super("The database stopped responding.");
  }
}

interface Response {
  isAccepted: boolean;
  hasData: boolean;
  hasAnswer: boolean;
}

async function askDatabase(connectionString: string): Promise<Response> {
  const client = new PreparingClient({
    connectionString,
    application_name: "conquest",
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
  });
  client.on("error", () => undefined);
  let isAccepted = false;
  client.connection.once("connect", () => (isAccepted = true));
  try {
    await client.connect();
    await client.query("select 1");
    return { isAccepted, hasData: true, hasAnswer: true };
  } catch {
    return { isAccepted, hasData: client.bytesRead > 0, hasAnswer: false };
  } finally {
    client.connection.stream.destroy();
  }
}

export type PoolOptions = pg.PoolConfig & PreparingConfig & { connectionString: string; directUrl?: string };

export type DestroyablePool = pg.Pool & {
  /** Makes running queries fail. The pool remains usable unless it was ended. */
  destroyConnections(error?: Error): void;
};

/** If the database is frozen or packets are lost, queries fail until a probe succeeds. Slow queries continue. */
export function openPool({ connectionString, directUrl = connectionString, ...options }: PoolOptions): DestroyablePool {
  let isSilent = false;
  let probedAt = performance.now();
  let probing: Promise<void> | undefined;
  const clients = new Set<PreparingClient>();

  class Client extends PreparingClient {
    // Forwards all overloads of the driver; the pool passes a callback.
    override connect(...args: unknown[]): never {
      const [callback] = args as [((error: Error) => void)?];
      if (isSilent && callback) {
        process.nextTick(callback, new DatabaseSilentError());
        return undefined as never;
      }
      clients.add(this);
      this.once("end", () => clients.delete(this));
      return (super.connect as (...args: unknown[]) => never)(...args);
    }
  }

  const pool = new pg.Pool({ ...options, connectionString, Client });
  // Broken idle clients are replaced, but an unhandled "error" event would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  // A waiting callback would run with the trace of the request that releases its connection.
  const connect = pool.connect.bind(pool) as (callback?: (...results: unknown[]) => void) => never;
  pool.connect = ((callback?: (...results: unknown[]) => void) =>
    callback ? connect(currentTrace.bind(callback)) : connect()) as typeof pool.connect;

  function destroyConnections(error?: Error): void {
    for (const client of clients) client.connection.stream.destroy(error);
  }

  async function probe(): Promise<void> {
    const responses = await Promise.all([...new Set([connectionString, directUrl])].map(askDatabase));
    const [pooled, direct] = [responses[0]!, responses.at(-1)!];
    probedAt = performance.now();
    // A pooler answers new connections by itself, also if the database is frozen, and keeps queries waiting if it is busy.
    const isFrozen = !pooled.hasAnswer && direct.isAccepted && !direct.hasData;
    isSilent = !pooled.hasData || isFrozen;
    if (isSilent) destroyConnections(new DatabaseSilentError());
  }
  const timer = setInterval(() => {
    const isSuspicious = [...clients].some(
      ({ unansweredSince }) =>
        unansweredSince !== null && performance.now() - Math.max(unansweredSince, probedAt) > PROBE_AFTER_MS,
    );
    if (isSilent || isSuspicious) probing ??= probe().finally(() => (probing = undefined));
  }, CHECK_INTERVAL_MS).unref();
  const end = pool.end.bind(pool);
  pool.end = (() => {
    clearInterval(timer);
    return end();
  }) as typeof pool.end;
  return Object.assign(pool, { destroyConnections });
}

/** Drizzle's transactions leak a connection that breaks during "begin", and release one that could not be ended. */
export const poolTransactions =
  (pool: pg.Pool): Database["transaction"] =>
  async (work, config) => {
    const client = await pool.connect();
    let isBegun = false;
    try {
      return await (drizzle({ client }) as unknown as Database).transaction((tx) => {
        isBegun = true;
        return work(tx);
      }, config);
    } finally {
      client.release(!isBegun || client.getTransactionStatus() !== "I");
    }
  };

export async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...config });
  // The running query fails by itself; an unhandled "error" event would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
