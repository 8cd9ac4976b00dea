import pg from "pg";
import { PreparingClient } from "./preparing-client";

/** A statement of which nothing was heard for so long makes the server ask whether the database is there at all. In milliseconds. */
const SUSPICIOUS_AFTER = 2_000;
/** A database that is there answers a new connection by then, however much there is to do. */
const PATIENCE = 3_000;
const LOOKED_EVERY = 500;

/** As of a connection that nobody answers. */
class DatabaseIsSilent extends Error {
  readonly code = "ETIMEDOUT";

  constructor() {
    super("The database says nothing any more.");
  }
}

/** Whether anything is said at a new connection; also a refusal is. */
async function isThere(connectionString: string): Promise<boolean> {
  const client = new PreparingClient({
    connectionString,
    application_name: "conquest",
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return client.heard > 0;
  } finally {
    client.connection.stream.destroy();
  }
}

/**
 * Opens a pool that notices when PostgreSQL is frozen, or behind a network that swallows everything: what waits for it fails then,
 * and what comes after that fails at once, until a new connection is answered again. A statement that takes long is left alone:
 * the database answers others meanwhile.
 */
export function openPool({ connectionString, ...options }: pg.PoolConfig & { connectionString: string }): pg.Pool {
  let isSilent = false;
  let heardAt = performance.now();
  let asking: Promise<void> | undefined;
  const clients = new Set<PreparingClient>();

  class Client extends PreparingClient {
    // As the driver declares it; the pool asks with a callback.
    override connect(...given: unknown[]): never {
      const [callback] = given as [((error: Error) => void)?];
      if (isSilent && callback) {
        process.nextTick(callback, new DatabaseIsSilent());
        return undefined as never;
      }
      clients.add(this);
      this.once("end", () => clients.delete(this));
      return (super.connect as (...given: unknown[]) => never)(...given);
    }
  }

  const pool = new pg.Pool({ ...options, connectionString, Client });
  // A connection that breaks is replaced at the next query; unheard, its error would end the process. The pool hears those
  // that are idle, this those that somebody is using.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));

  async function ask(): Promise<void> {
    const wasHeard = await isThere(connectionString);
    heardAt = performance.now();
    isSilent = !wasHeard;
    if (isSilent) for (const client of clients) client.connection.stream.destroy(new DatabaseIsSilent());
  }
  const looking = setInterval(() => {
    const isSuspicious = [...clients].some(
      ({ unheardSince }) =>
        unheardSince !== null && performance.now() - Math.max(unheardSince, heardAt) > SUSPICIOUS_AFTER,
    );
    if (isSilent || isSuspicious) asking ??= ask().finally(() => (asking = undefined));
  }, LOOKED_EVERY).unref();
  const end = pool.end.bind(pool);
  pool.end = (() => {
    clearInterval(looking);
    return end();
  }) as typeof pool.end;
  return pool;
}
