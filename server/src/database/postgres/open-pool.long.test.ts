import type pg from "pg";
import { isTransientError } from "../../platform/failures/transient-errors";
import { describeOnPostgres } from "../../testing/test-server";
import { signalAll } from "../../testing/signal-all";
import { startPostgres, type RunningPostgres } from "../../testing/start-postgres";
import { currentTrace, type TraceContext } from "../trace-context";
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

describeOnPostgres("statements of a trace", () => {
  let postgres: RunningPostgres;
  let pool: pg.Pool;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  beforeEach(() => {
    pool = openPool({ connectionString: postgres.url, max: 1 });
  });
  afterEach(() => pool.end());
  afterAll(() => postgres.stop());

  const aTrace = (digit: string): TraceContext => ({
    traceId: digit.repeat(32),
    spanId: digit.repeat(16),
    isSampled: true,
    database: { statements: 0, ms: 0 },
  });
  const ask = async (trace: TraceContext) => {
    const { rows } = await currentTrace.run(trace, () =>
      pool.query<{ text: string }>({ text: "select current_query() as text" }),
    );
    return rows[0]!.text;
  };
  const commentOf = (digit: string) =>
    `select current_query() as text /*traceparent='00-${digit.repeat(32)}-${digit.repeat(16)}-01'*/`;

  it("have its id in a comment", async () => {
    expect(await ask(aTrace("a"))).toBe(commentOf("a"));
    const { rows } = await pool.query({ text: "select current_query() as text" });
    expect(rows).toEqual([{ text: "select current_query() as text" }]);
  });

  it("are counted for the request that sent them, also if it waited for a connection", async () => {
    const traces = [aTrace("1"), aTrace("2"), aTrace("3")];
    const texts = await Promise.all(traces.map(ask));
    expect(texts).toEqual(["1", "2", "3"].map((digit) => commentOf(digit)));
    for (const { database } of traces) {
      expect(database.statements).toBe(1);
      expect(database.ms).toBeGreaterThan(0);
    }
  });
});
