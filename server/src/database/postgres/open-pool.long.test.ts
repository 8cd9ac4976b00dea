import type pg from "pg";
import { isTransientError } from "../../platform/failures/transient-errors";
import { describeOnPostgres } from "../../testing/test-server";
import { signalAll } from "../../testing/signal-all";
import { startPostgres, type RunningPostgres } from "../../testing/start-postgres";
import { openPool } from "./open-pool";

describeOnPostgres("a database that stops responding", () => {
  let postgres: RunningPostgres;
  let pool: pg.Pool;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  beforeEach(() => {
    // Longer than any test, so that whatever ends sooner was ended by the pool.
    pool = openPool({ connectionString: postgres.url, max: 2, connectionTimeoutMillis: 60_000 });
  });
  afterEach(() => pool.end());
  afterAll(() => postgres.stop());

  const failure = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  it("fails pending, queued and new queries, and recovers when it responds", async () => {
    await pool.query("select 1");
    signalAll(postgres, "SIGSTOP");
    try {
      const waiting = await Promise.all(Array.from({ length: 5 }, () => failure(pool.query("select 1"))));
      expect(waiting.map(isTransientError)).toEqual([true, true, true, true, true]);
      expect(isTransientError(await failure(pool.query("select 1")))).toBe(true);
    } finally {
      signalAll(postgres, "SIGCONT");
    }
    while (await failure(pool.query("select 1"))) await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await pool.query("select 2 as two")).rows).toEqual([{ two: 2 }]);
  }, 30_000);

  it("is distinguished from a slow statement", async () => {
    expect((await pool.query("select pg_sleep(4), 1 as one")).rows).toMatchObject([{ one: 1 }]);
  }, 30_000);
});
