import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

export interface DirectWrites {
  /** From now on, no write may be accepted. */
  expectNone(): void;
  /** Returns how many unexpected writes were accepted, and how many accepted writes the primary at this URL lacks. */
  stop(primaryUrl: string): Promise<{ unexpected: number; lost: number }>;
}

/** Writes to one machine past HAProxy, whatever its role is, and survives every failure of it. */
export async function startDirectWrites(url: string): Promise<DirectWrites> {
  const accepted: number[] = [];
  let sent = 0;
  let unexpected = 0;
  let isExpected = true;
  let isOver = false;
  await withConnection(url, (client) =>
    client.query("drop table if exists direct_writes; create table direct_writes (number int)"),
  );

  async function writeUntilFailure(client: pg.Client): Promise<void> {
    while (!isOver) {
      const number = (sent += 1);
      await client.query("insert into direct_writes values ($1)", [number]);
      accepted.push(number);
      if (!isExpected) unexpected += 1;
      await pause(20);
    }
  }
  async function write(): Promise<void> {
    while (!isOver) {
      await withConnection(url, writeUntilFailure).catch(() => undefined);
      await pause(100);
    }
  }
  const work = write();
  return {
    expectNone() {
      isExpected = false;
    },
    async stop(primaryUrl) {
      isOver = true;
      await work;
      const stored = await withConnection(primaryUrl, async (client) => {
        const { rows } = await client.query<{ number: number }>("select number from direct_writes");
        return new Set(rows.map(({ number }) => number));
      });
      return { unexpected, lost: accepted.filter((number) => !stored.has(number)).length };
    },
  };
}

export async function withConnection<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.connection.stream.destroy();
  }
}
