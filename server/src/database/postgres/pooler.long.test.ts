import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { isTransientError } from "../../platform/failures/transient-errors";
import { waitForDatabase } from "../../platform/operation/run-command";
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
import { openPool } from "./open-pool";
import { addressSettingOf, explainUnusable } from "./unusable-database";

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
  const refusal = (started: Promise<unknown>) =>
    started.then(
      () => "started",
      (error: unknown) => explainUnusable(error),
    );

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

  it("is refused at startup and by commands if the two addresses lead to different databases", async () => {
    const [first, second] = [await newDatabase(), await newDatabase()];
    const sentence = /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases/;
    const crossed = { url: first.url, directUrl: second.directUrl, preparesStatements: false };
    expect(await refusal(start(crossed))).toMatch(sentence);
    const { db, assertConnections } = await open(crossed);
    expect(await refusal(assertConnections())).toMatch(sentence);
    expect(await refusal(waitForDatabase({ url: second.directUrl, poolerUrl: first.url }))).toMatch(sentence);
    expect(await refusal(waitForDatabase({ url: first.directUrl, poolerUrl: first.url }))).toBe("started");
    // Refused before the migrations.
    const { rows } = await db.execute(sql`select 1 from pg_class where relname = 'users'`);
    const direct = new pg.Client(second.directUrl);
    await direct.connect();
    expect([rows, (await direct.query("select 1 from pg_class where relname = 'users'")).rows]).toEqual([[], []]);
    await direct.end();
  });

  it("names the address that is wrong", async () => {
    const { url, directUrl } = await newDatabase();
    const administrator = new pg.Client(directUrl);
    await administrator.connect();
    await administrator.query("drop role if exists stranger; create role stranger login");
    await administrator.end();
    const asStranger = directUrl.replace("postgres://postgres@", "postgres://stranger@");
    const changed = (address: string) => ({ url, directUrl: address, preparesStatements: false });
    expect(await refusal(start(changed(asStranger)))).toMatch(/^DATABASE_DIRECT_URL must name a role that owns/);
    expect(await refusal(start(changed(`${directUrl}&sslmode=verify-full`)))).toMatch(
      /^DATABASE_DIRECT_URL requires an encrypted connection/,
    );
    expect(await refusal(start(changed(url.replace("?", "?application_name=x&"))))).toMatch(
      /^DATABASE_DIRECT_URL names a connection pooler/,
    );
    const failure = (location: DatabaseLocation) =>
      start(location).then(
        () => null,
        (error: unknown) => [addressSettingOf(error), isTransientError(error)],
      );
    const missing = (address: string) => address.replace(/conquest_test_\w+/, "missing");
    expect(await failure(changed(missing(directUrl)))).toEqual(["DATABASE_DIRECT_URL", true]);
    expect(await failure({ ...changed(directUrl), url: missing(url) })).toEqual(["DATABASE_URL", true]);
  });

  it("is refused if the pooler assigns connections by statement", async () => {
    const other = await startPooler(postgres.url, { pool_mode: "statement" });
    try {
      const location = await newDatabase(other);
      expect(await refusal(start({ ...location, preparesStatements: false }))).toMatch(
        /^The pooler of DATABASE_URL assigns connections by statement/,
      );
    } finally {
      await Promise.all(opened.splice(0).map(({ close }) => close()));
      await other.stop();
    }
  });

  it("continues during slow statements if the direct address is gone or silent", async () => {
    const mute = createServer().listen(0, "127.0.0.1");
    await once(mute, "listening");
    const { port } = mute.address() as AddressInfo;
    for (const directUrl of ["postgres://127.0.0.1:9/x", `postgres://127.0.0.1:${port}/x`]) {
      const pool = openPool({ connectionString: pooler.url, directUrl, max: 2, preparesStatements: false });
      const slow = pool.query("select pg_sleep(7), 1 as one").catch((error: Error) => error);
      for (let second = 0; second < 6; second += 1) {
        expect((await pool.query("select 2 as two")).rows).toEqual([{ two: 2 }]);
        await pause(1_000);
      }
      expect(await slow).toMatchObject({ rows: [{ one: 1 }] });
      await pool.end();
    }
    mute.close();
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

  it("recovers within seconds after a restart of the database", async () => {
    const { db } = await start({ ...(await newDatabase()), preparesStatements: false });
    const isAvailable = () =>
      db.execute(sql`select 1`).then(
        () => true,
        () => false,
      );
    await postgres.end("SIGQUIT");
    // PgBouncer notices failed logins only if it is asked for connections.
    for (let attempt = 0; attempt < 5; attempt += 1) await Promise.race([isAvailable(), pause(500)]);
    await postgres.relaunch();
    const startedAt = performance.now();
    while (!(await isAvailable())) await pause(50);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  }, 60_000);

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
