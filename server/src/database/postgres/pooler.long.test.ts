import { sql } from "drizzle-orm";
import pg from "pg";
import { isTransientError } from "../../platform/failures/transient-errors";
import { createDatabase } from "../../testing/postgres-databases";
import {
  describeThroughPooler,
  poolerPreparesStatements,
  startPooler,
  type RunningPooler,
} from "../../testing/start-pgbouncer";
import { signalAll } from "../../testing/signal-all";
import { startPostgres, type RunningPostgres } from "../../testing/start-postgres";
import { openDatabase, type DatabaseLocation, type OpenDatabase } from "../open-database";
import { explainUnusable } from "./unusable-database";

describeThroughPooler("a server behind a pooler", () => {
  let postgres: RunningPostgres;
  let pooler: RunningPooler;
  const opened: OpenDatabase[] = [];
  beforeAll(async () => {
    postgres = await startPostgres();
    pooler = await startPooler(postgres.url, { default_pool_size: "3" });
  }, 60_000);
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  afterAll(async () => {
    await pooler.stop();
    await postgres.stop();
  });

  const newDatabase = async ({ url: poolerUrl } = pooler) => {
    const { name, url: directUrl } = await createDatabase(postgres.url);
    const url = new URL(poolerUrl);
    url.pathname = `/${name}`;
    return { url: url.toString(), directUrl };
  };
  const open = async (location: DatabaseLocation) => {
    opened.push(await openDatabase(location));
    return opened.at(-1)!;
  };
  const start = async (location: DatabaseLocation) => {
    const database = await open(location);
    await database.migrate();
    await database.assertConnections();
    return database;
  };
  const refusal = (started: Promise<unknown>) => started.then(() => "started", explainUnusable);

  it("is refused without the direct address, also by the command for migrations", async () => {
    const { url } = await newDatabase();
    const sentence = /^DATABASE_URL names a connection pooler.*Set DATABASE_DIRECT_URL/;
    expect(await refusal(start({ url }))).toMatch(sentence);
    const { migrate } = await open({ url, isBackgroundWork: true });
    expect(await refusal(migrate())).toMatch(sentence);
  });

  it("is refused if the pooler drops the timeouts", async () => {
    const careless = await startPooler(postgres.url, {
      query_wait_timeout: "15\nignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout",
    });
    try {
      const { url } = await newDatabase(careless);
      expect(await refusal(start({ url }))).toMatch(/^DATABASE_URL names a connection pooler/);
    } finally {
      await Promise.all(opened.splice(0).map(({ close }) => close()));
      await careless.stop();
    }
  });

  it("stores its settings with the role and then has them in every connection", async () => {
    const { db } = await start({ ...(await newDatabase()), preparesStatements: false });
    const settings = () =>
      db.execute(sql`
        select current_setting('statement_timeout') as statement, current_setting('jit') as jit,
          current_setting('idle_in_transaction_session_timeout') as idle, timestamptz '2026-12-05T00:00:00Z'::text as day,
          pg_sleep(0.05)::text as slept`);
    const answers = await Promise.all(Array.from({ length: 6 }, settings));
    expect(answers.flatMap(({ rows }) => rows)).toEqual(
      Array.from({ length: 6 }, () => ({
        statement: "15s",
        jit: "off",
        idle: "30s",
        day: expect.stringMatching(/^2026-12-05/),
        slept: "",
      })),
    );
  });

  it("works for long without timeouts over the direct address", async () => {
    const location = await newDatabase();
    await start({ ...location, preparesStatements: false });
    const { db } = await open({ ...location, isBackgroundWork: true });
    const { rows } = await db.execute(
      sql`select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(rows).toEqual([{ statement: "0", idle: "0" }]);
  });

  it("names the statements that another role needs", async () => {
    const { url, directUrl } = await newDatabase();
    const administrator = new pg.Client(directUrl);
    await administrator.connect();
    await administrator.query("drop role if exists visitor; create role visitor login");
    const asVisitor = (address: string) => address.replace("postgres://postgres@", "postgres://visitor@");
    const other = await startPooler(asVisitor(postgres.url));
    const pooled = { url: url.replace(/^.*\?/, (start) => asVisitor(start)), directUrl };
    const inOther = new URL(pooled.url);
    inOther.searchParams.set("host", new URL(other.url).searchParams.get("host")!);
    const { assertConnections } = await open({ url: inOther.toString(), directUrl, preparesStatements: false });
    const sentence = await refusal(assertConnections());
    expect(sentence).toMatch(/^Connections through the pooler of DATABASE_URL lack settings: statement_timeout is 0/);
    // The pooler's connection is older than the settings.
    for (const statement of sentence!.match(/^alter role visitor .*;$/gm)!) await administrator.query(statement);
    await administrator.end();
    expect(await refusal(assertConnections())).toBe("started");
    await Promise.all(opened.splice(0).map(({ close }) => close()));
    await other.stop();
  });

  it("ends older connections of the pooler, which lack the settings", async () => {
    const location = await newDatabase();
    const clients = [new pg.Client(location.url), new pg.Client(location.url)];
    for (const client of clients) await client.connect();
    await Promise.all(clients.map((client) => client.query("select pg_sleep(0.1)")));
    await start({ ...location, preparesStatements: false });
    const values = clients.map(async (client) => {
      const { rows } = await client.query<{ value: string }>(
        "select current_setting('statement_timeout') as value, pg_sleep(0.1)",
      );
      return rows[0]!.value;
    });
    expect(await Promise.all(values)).toEqual(["15s", "15s"]);
    for (const client of clients) await client.end();
  });

  it("is refused at startup if the pooler loses prepared statements", async () => {
    const location = await newDatabase();
    const outcome = await refusal(start(location));
    if (poolerPreparesStatements()) expect(outcome).toBe("started");
    else
      expect(outcome).toMatch(
        /^The pooler of DATABASE_URL loses prepared statements.*DATABASE_PREPARED_STATEMENTS=off/,
      );
    expect(await refusal(start({ ...location, preparesStatements: false }))).toBe("started");
  });

  it("fails calls within seconds if the database freezes, and recovers", async () => {
    const { db } = await start({ ...(await newDatabase()), preparesStatements: false });
    const fails = () =>
      db.execute(sql`select 1`).then(
        () => null,
        (error: unknown) => error,
      );
    signalAll(postgres, "SIGSTOP");
    try {
      const startedAt = performance.now();
      expect(isTransientError(await fails())).toBe(true);
      expect(performance.now() - startedAt).toBeLessThan(12_000);
    } finally {
      signalAll(postgres, "SIGCONT");
    }
    while (await fails()) await new Promise((resolve) => setTimeout(resolve, 50));
  });

  it("runs repeated statements of two servers with more connections than the pooler has", async () => {
    const location = { ...(await newDatabase()), preparesStatements: poolerPreparesStatements() };
    const servers = await Promise.all([start(location), start(location)]);
    const answers = await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        const { db } = servers[index % 2]!;
        // Each server gives the same names to other statements.
        const { rows } = await db.execute<{ number: number }>(
          index % 2 ? sql`select ${index}::int + 0 as number` : sql`select ${index}::int as number`,
        );
        return rows[0]!.number;
      }),
    );
    expect(answers).toEqual(Array.from({ length: 400 }, (_, index) => index));
  });
});
