import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { describeOnPostgres } from "../../testing/test-server";
import { startPostgres, type RunningPostgres } from "../../testing/start-postgres";
import { poolTransactions, PreparingClient } from "./open-pool";

describeOnPostgres("a transaction whose connection", () => {
  let postgres: RunningPostgres | undefined;
  let other: pg.Client;
  let pool: pg.Pool;
  beforeAll(async () => {
    postgres = await startPostgres();
    other = new pg.Client(postgres.url);
    await other.connect();
    await other.query("create table kept (word text)");
  }, 60_000);
  beforeEach(() => {
    pool = new pg.Pool({ Client: PreparingClient, connectionString: postgres!.url, max: 1, query_timeout: 500 });
    pool.on("error", () => undefined);
    pool.on("connect", (client) => client.on("error", () => undefined));
  });
  afterEach(() => pool.end());
  afterAll(async () => {
    await other.end();
    await postgres?.stop();
  });

  const pidOf = (client: pg.PoolClient) => (client as pg.PoolClient & { processID: number }).processID;
  const isAlive = async (pid: number) =>
    (await other.query("select 1 from pg_stat_activity where pid = $1", [pid])).rows.length > 0;

  it("is lost during begin leaves the pool, repeatedly", async () => {
    const begin = poolTransactions(pool);
    const connect = pool.connect.bind(pool);
    let lost = 0;
    const connectAndLose = async () => {
      const client = await connect();
      if (lost === 3) return client;
      lost += 1;
      await other.query("select pg_terminate_backend($1)", [pidOf(client)]);
      while (await isAlive(pidOf(client))) await new Promise((resolve) => setImmediate(resolve));
      return client;
    };
    pool.connect = connectAndLose as typeof pool.connect;
    for (let attempt = 0; attempt < 3; attempt += 1) await expect(begin(async () => undefined)).rejects.toThrow();
    expect(await begin(async (tx) => (await tx.execute(sql`select 1 as one`)).rows)).toEqual([{ one: 1 }]);
    expect(pool.totalCount).toBe(1);
  });

  it("stops responding is closed, so later queries are not in its transaction", async () => {
    const db = drizzle({ client: pool });
    let frozen = 0;
    const lost = poolTransactions(pool)(async (tx) => {
      frozen = (await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]!.pid;
      await tx.execute(sql`insert into kept values ('of the transaction')`);
      process.kill(frozen, "SIGSTOP");
      await tx.execute(sql`select 1`);
    });
    await expect(lost).rejects.toThrow();
    process.kill(frozen, "SIGCONT");
    await db.execute(sql`insert into kept values ('acknowledged')`);
    expect((await other.query("select word from kept")).rows).toEqual([{ word: "acknowledged" }]);
  });

  it("is healthy is reused, also after a rollback", async () => {
    const begin = poolTransactions(pool);
    const pid = () => begin(async (tx) => (await tx.execute(sql`select pg_backend_pid() as pid`)).rows);
    const firstPid = await pid();
    await expect(begin(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    expect(await pid()).toEqual(firstPid);
  });
});
